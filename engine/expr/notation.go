package expr

// Prefix writes n in Polish notation, each sign before its operands:
// +-+7*/935/82*/625 for 7+9/3*5-8/2+6/2*5. A sign before a number, as in -2, is
// written ~, since - has two operands. Numbers of one digit are joined; if any
// has more digits, neighbouring numbers are kept apart by a space: +15 8.
func (n *Node) Prefix() string { return n.polish(true) }

// Postfix writes n in reverse Polish notation, each sign behind its operands,
// with the conventions of Prefix: 793/5*+82/-62/5*+.
func (n *Node) Postfix() string { return n.polish(false) }

func (n *Node) polish(prefix bool) string {
	w := polishWriter{prefix: prefix}
	for _, m := range n.Numbers() {
		w.apart = w.apart || len(m.Digits) > 1
	}
	w.write(n)
	return string(w.text)
}

type polishWriter struct {
	prefix bool
	apart  bool // neighbouring numbers need a space
	number bool // a number was written last
	text   []byte
}

func (w *polishWriter) write(n *Node) {
	if n == nil {
		return
	}
	if n.Op == Num {
		if w.apart && w.number {
			w.text = append(w.text, ' ')
		}
		w.text, w.number = append(w.text, n.Digits...), true
		return
	}
	if w.prefix {
		w.sign(n.Op)
	}
	w.write(n.X)
	w.write(n.Y)
	if !w.prefix {
		w.sign(n.Op)
	}
}

func (w *polishWriter) sign(op Op) {
	sign := written[op][ASCII]
	if op == Neg {
		sign = "~"
	}
	w.text, w.number = append(w.text, sign...), false
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
