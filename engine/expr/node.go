// Package expr is the language players answer in: it reads, evaluates and
// writes expressions. It knows syntax and leaves numbers to exact; it never
// sees the rules of a game, nor a sentence.
package expr

import "strconv"

// Op is the operation of a Node.
type Op uint8

// The operations: none, two operands, or one, X, as Neg, Sqrt and Fact have.
const (
	Num Op = iota
	Add
	Sub
	Mul
	Div
	Pow
	Neg
	Sqrt
	Fact
)

// names are the operations in codes.
var names = [...]string{
	Num: "number", Add: "add", Sub: "sub", Mul: "mul", Div: "div", Pow: "pow", Neg: "neg", Sqrt: "sqrt", Fact: "fact",
}

// Name is o in codes: "add", "sub", "mul", "div", "pow", "neg", "sqrt", "fact";
// "number" for a Num.
func (o Op) Name() string { return names[o] }

// A Node is an expression. It is not changed once it is made, so trees may
// share parts and be used from many goroutines.
type Node struct {
	Op     Op
	Digits string // of a Num: decimal digits 0-9 as typed, leading zeros kept
	X, Y   *Node
	At     Span // where it stood in the parsed text, brackets around it included; zero if it was not parsed
}

// Place returns the place of n in its text, or nil if n was not parsed.
func (n *Node) Place() *Span {
	if n.At == (Span{}) {
		return nil
	}
	return &n.At
}

// Number returns the expression n; below zero it is the negation of a number.
func Number(n int64) *Node {
	if n < 0 {
		return &Node{Op: Neg, X: &Node{Digits: strconv.FormatInt(n, 10)[1:]}}
	}
	return &Node{Digits: strconv.FormatInt(n, 10)}
}

// New returns the expression x op y; y is nil for an op of one operand.
func New(op Op, x, y *Node) *Node { return &Node{Op: op, X: x, Y: y} }

// Numbers returns the numbers of n from left to right.
func (n *Node) Numbers() (all []*Node) {
	n.Find(func(m *Node) bool {
		if m.Op == Num {
			all = append(all, m)
		}
		return false
	})
	return all
}

// Find returns the first part of n for which is holds, from the outside in and from
// left to right, or nil.
func (n *Node) Find(is func(*Node) bool) *Node {
	if n == nil || is(n) {
		return n
	}
	if m := n.X.Find(is); m != nil {
		return m
	}
	return n.Y.Find(is)
}

// Masked returns n with a question mark for the last part that holds that many numbers,
// one or two.
func (n *Node) Masked(numbers int) *Node {
	switch {
	case len(n.Numbers()) <= numbers:
		return &Node{Digits: "?"}
	case n.Y == nil:
		return New(n.Op, n.X.Masked(numbers), nil)
	case len(n.Y.Numbers()) < numbers:
		return New(n.Op, n.X.Masked(numbers), n.Y)
	}
	return New(n.Op, n.X, n.Y.Masked(numbers))
}

// Upright returns n with (b/a)^c for every (a/b)^-c, the same number in the same digits.
func (n *Node) Upright() *Node {
	if n == nil {
		return nil
	}
	m := *n
	m.X, m.Y = n.X.Upright(), n.Y.Upright()
	if m.Op == Pow && m.X.Op == Div && m.X.X.Op != Div && m.Y.Op == Neg {
		m.X, m.Y = New(Div, m.X.Y, m.X.X), m.Y.X
	}
	return &m
}

// RootFirst returns n with √ done before !, as people mean who write √9! for (√9)!; n was
// parsed. Brackets stay: √(9!) is itself.
func (n *Node) RootFirst() *Node {
	if n == nil || n.Op == Num {
		return n
	}
	m := *n
	m.X, m.Y = n.X.RootFirst(), n.Y.RootFirst()
	if f := m.X; m.Op == Sqrt && f.Op == Fact && m.At.Pos < f.At.Pos && f.At.Pos == f.X.At.Pos {
		return &Node{Op: Fact, X: (&Node{Op: Sqrt, X: f.X, At: m.At}).RootFirst(), At: m.At}
	}
	return &m
}

// CountDigits returns the number of digits written in n, the measure of an answer
// in Tchisla.
func CountDigits(n *Node) int {
	if n == nil {
		return 0
	}
	return len(n.Digits) + CountDigits(n.X) + CountDigits(n.Y)
}

// Equal reports whether n and m are the same tree, wherever they stood.
func (n *Node) Equal(m *Node) bool {
	if n == nil || m == nil {
		return n == m
	}
	return n.Op == m.Op && n.Digits == m.Digits && n.X.Equal(m.X) && n.Y.Equal(m.Y)
}
