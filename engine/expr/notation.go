package expr

import "strings"

// Prefix writes n in Polish notation, each sign before its operands and a space
// between any two: / 8 - 3 / 8 3 for 8/(3-8/3). A sign before a number, as in -2,
// is written ~, since - has two operands.
func (n *Node) Prefix() string { return strings.Join(n.polish(nil, true), " ") }

// Postfix writes n in reverse Polish notation, each sign behind its operands, with
// the conventions of Prefix: 8 3 8 3 / - /.
func (n *Node) Postfix() string { return strings.Join(n.polish(nil, false), " ") }

// polish appends the signs and numbers of n, each sign before or behind its
// operands.
func (n *Node) polish(words []string, prefix bool) []string {
	if n == nil {
		return words
	}
	if n.Op == Num {
		return append(words, n.Digits)
	}
	sign := written[n.Op][ASCII]
	if n.Op == Neg {
		sign = "~"
	}
	if prefix {
		return n.Y.polish(n.X.polish(append(words, sign), prefix), prefix)
	}
	return append(n.Y.polish(n.X.polish(words, prefix), prefix), sign)
}

// branches are the pieces a tree is drawn with, by Style: before a child that
// has a brother below and what continues under it, and the same for the last.
var branches = [2]struct{ child, under, last, underLast string }{
	ASCII:       {"|- ", "|  ", "`- ", "   "},
	Typographic: {"├─ ", "│  ", "└─ ", "   "},
}

// Tree draws n as a tree, one line for each sign and number, for a fixed-width
// font.
func (n *Node) Tree(s Style) []string {
	return n.appendTree(nil, s, "", "")
}

func (n *Node) appendTree(lines []string, s Style, first, rest string) []string {
	if n.Op == Num {
		return append(lines, first+n.Digits)
	}
	lines = append(lines, first+written[n.Op][s])
	d := branches[s]
	if n.Y == nil {
		return n.X.appendTree(lines, s, rest+d.last, rest+d.underLast)
	}
	lines = n.X.appendTree(lines, s, rest+d.child, rest+d.under)
	return n.Y.appendTree(lines, s, rest+d.last, rest+d.underLast)
}
