package expr

// A Style is a way to write an expression.
type Style uint8

// The styles. Both are read by Parse.
const (
	ASCII       Style = iota // 8*3/√4-1: as typed, the text that is stored
	Typographic              // 8×3÷√4−1
)

// written is each operation's sign by Style.
var written = [...][2]string{
	Add: {"+", "+"}, Sub: {"-", "−"}, Mul: {"*", "×"}, Div: {"/", "÷"}, Pow: {"^", "^"},
	Neg: {"-", "−"}, Sqrt: {"√", "√"}, Fact: {"!", "!"},
}

// strength is how tightly each operation binds.
var strength = [...]int{Add: 1, Sub: 1, Mul: 2, Div: 2, Neg: 3, Pow: 4, Sqrt: 5, Fact: 6, Num: 7}

// String is Print(ASCII).
func (n *Node) String() string { return n.Print(ASCII) }

// Print writes n with the fewest brackets that keep the tree: Parse reads the
// same tree back. Only a negative operand of + - * / behind the sign is
// bracketed without need, so that no two signs stand together: 3-(-2).
func (n *Node) Print(s Style) string {
	return string(n.append(nil, s))
}

func (n *Node) append(b []byte, s Style) []byte {
	sign := written[n.Op][s]
	switch n.Op {
	case Num:
		return append(b, n.Digits...)
	case Neg:
		return n.X.operand(append(b, sign...), s, n.X.Op == Neg || strength[n.X.Op] < strength[Neg])
	case Sqrt:
		return n.X.operand(append(b, sign...), s, strength[n.X.Op] < strength[Sqrt])
	case Fact:
		return append(n.X.operand(b, s, strength[n.X.Op] < strength[Fact]), sign...)
	case Pow:
		b = n.X.operand(b, s, strength[n.X.Op] <= strength[Pow])
		return n.Y.operand(append(b, sign...), s, strength[n.Y.Op] < strength[Neg])
	}
	b = n.X.operand(b, s, strength[n.X.Op] < strength[n.Op])
	return n.Y.operand(append(b, sign...), s, n.Y.Op == Neg || strength[n.Y.Op] <= strength[n.Op])
}

func (n *Node) operand(b []byte, s Style, bracket bool) []byte {
	if !bracket {
		return n.append(b, s)
	}
	return append(n.append(append(b, '('), s), ')')
}
