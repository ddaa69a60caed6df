package expr

// A Style is a way to write an expression.
type Style uint8

// The styles. All are read by Parse.
const (
	// ASCII is 8*3/√4-1: as typed, the text that is stored.
	ASCII Style = iota
	// Typographic is 8×3÷√4−1.
	Typographic
	// Spelled is 8*3/sqrt(4)-1: nothing but ASCII.
	Spelled
)

// written has each operation's sign, by Style.
var written = [...][3]string{
	Add:  {"+", "+", "+"},
	Sub:  {"-", "−", "-"},
	Mul:  {"*", "×", "*"},
	Div:  {"/", "÷", "/"},
	Pow:  {"^", "^", "^"},
	Neg:  {"-", "−", "-"},
	Sqrt: {"√", "√", "sqrt"},
	Fact: {"!", "!", "!"},
}

// Sign is o in the ASCII style: "+", "√", "!"; "" for a Num.
func (o Op) Sign() string { return written[o][ASCII] }

// strength is how tightly each operation binds.
var strength = [...]int{Add: 1, Sub: 1, Mul: 2, Div: 2, Neg: 3, Pow: 4, Sqrt: 5, Fact: 6, Num: 7}

// String is Print(ASCII).
func (n *Node) String() string { return n.Print(ASCII) }

// Print writes n with the fewest brackets that leave its value. It writes 1+(1+1)
// as 1+1+1 and a*(b/c) as a*b/c, so Parse may read another tree than n from the
// text, but one with the same operations, numbers and value. Brackets that are not
// needed are written only where two signs would follow one another: 3-(-2).
func (n *Node) Print(s Style) string {
	return string(n.append(nil, s))
}

func (n *Node) append(b []byte, s Style) []byte {
	sign := written[n.Op][s]
	switch n.Op {
	case Num:
		return append(b, n.Digits...)
	case Neg:
		return n.X.operand(append(b, sign...), s, strength[n.X.Op] < strength[Mul] || n.X.leadsWithSign())
	case Sqrt:
		return n.X.operand(append(b, sign...), s, s == Spelled || strength[n.X.Op] < strength[Sqrt])
	case Fact:
		return append(n.X.operand(b, s, strength[n.X.Op] <= strength[Fact]), sign...)
	case Pow:
		b = append(n.X.operand(b, s, strength[n.X.Op] <= strength[Pow]), sign...)
		if n.Y.Op != Neg {
			return n.Y.operand(b, s, strength[n.Y.Op] < strength[Neg])
		}
		// The exponent may have a sign if what follows binds tighter than * and /.
		b = append(b, written[Neg][s]...)
		y := n.Y.X
		return y.operand(b, s, strength[y.Op] <= strength[Neg])
	}
	b = append(n.X.operand(b, s, strength[n.X.Op] < strength[n.Op]), sign...)
	return n.Y.operand(b, s, n.bracketsY())
}

// bracketsY reports whether the second operand of + - * / needs brackets.
func (n *Node) bracketsY() bool {
	y := strength[n.Y.Op]
	if y < strength[n.Op] || n.Y.leadsWithSign() {
		return true
	}
	isAssociative := n.Op == Add || n.Op == Mul
	return y == strength[n.Op] && !isAssociative
}

// Bracketed writes n for people who do not know yet which sign goes first: with spaces, and
// with brackets around every step that another one uses, as in 8 ÷ (3 − (8 ÷ 3)). There are no
// brackets in a run of + or of ×, whose order does not matter, nor around √8 and 3!.
func (n *Node) Bracketed(s Style) string {
	if n.Op == Num {
		return n.Digits
	}
	sign := written[n.Op][s]
	x := n.bracketedOperand(n.X, s)
	switch {
	case n.Op == Fact:
		return x + sign
	case n.Y == nil:
		return sign + x
	}
	return x + " " + sign + " " + n.bracketedOperand(n.Y, s)
}

// bracketedOperand writes m, an operand of n, as Bracketed does.
func (n *Node) bracketedOperand(m *Node, s Style) string {
	text := m.Bracketed(s)
	switch m.Op {
	case Num:
		return text
	case Sqrt, Fact:
		if n.Y != nil {
			return text
		}
	}
	mayRun := n.Op == Add || n.Op == Mul || n.Op == Sqrt
	if mayRun && m.Op == n.Op {
		return text
	}
	return "(" + text + ")"
}

// leadsWithSign reports whether n, written without brackets around it, begins
// with a minus sign.
func (n *Node) leadsWithSign() bool {
	for strength[n.Op] < strength[Neg] && strength[n.X.Op] >= strength[n.Op] {
		n = n.X
	}
	return n.Op == Neg
}

// operand appends n, in brackets or not.
func (n *Node) operand(b []byte, s Style, inBrackets bool) []byte {
	if !inBrackets {
		return n.append(b, s)
	}
	return append(n.append(append(b, '('), s), ')')
}

// Polish writes n in Polish notation, each sign before its operands and a space
// between any two: / 8 - 3 / 8 3 for 8/(3-8/3); or, without prefix, in reverse Polish
// notation, each sign after them: 8 3 8 3 / - /. A sign before a number, as in -2, is
// written ~, since - has two operands.
func (n *Node) Polish(prefix bool) string {
	if n.Op == Num {
		return n.Digits
	}
	sign := written[n.Op][ASCII]
	if n.Op == Neg {
		sign = "~"
	}
	operands := n.X.Polish(prefix)
	if n.Y != nil {
		operands += " " + n.Y.Polish(prefix)
	}
	if prefix {
		return sign + " " + operands
	}
	return operands + " " + sign
}

// branches are the pieces a tree is drawn with, by Style: before a child that
// has a sibling below, under that child, and the same for the last child.
var branches = [3]struct{ child, under, last, underLast string }{
	ASCII:       {"|- ", "|  ", "`- ", "   "},
	Spelled:     {"|- ", "|  ", "`- ", "   "},
	Typographic: {"├─ ", "│  ", "└─ ", "   "},
}

// Tree draws n as a tree, one line for each sign and number, for a fixed-width
// font.
func (n *Node) Tree(s Style) []string {
	return n.appendTree(nil, s, "", "")
}

// appendTree appends the lines of n: first begins its own line, and rest those of its parts.
func (n *Node) appendTree(lines []string, s Style, first, rest string) []string {
	if n.Op == Num {
		return append(lines, first+n.Digits)
	}
	lines = append(lines, first+written[n.Op][s])
	branch := branches[s]
	if n.Y == nil {
		return n.X.appendTree(lines, s, rest+branch.last, rest+branch.underLast)
	}
	lines = n.X.appendTree(lines, s, rest+branch.child, rest+branch.under)
	return n.Y.appendTree(lines, s, rest+branch.last, rest+branch.underLast)
}
