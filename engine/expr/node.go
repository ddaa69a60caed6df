// Package expr is the language players answer in: it reads, evaluates and
// writes expressions. It knows syntax and leaves numbers to exact; it never
// sees the rules of a game, nor a sentence.
package expr

import "strconv"

// Op is the operation of a Node.
type Op uint8

// The operations. Num has no operands; Neg, Sqrt and Fact have one, X; the others have two.
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
	Num:  "number",
	Add:  "add",
	Sub:  "sub",
	Mul:  "mul",
	Div:  "div",
	Pow:  "pow",
	Neg:  "neg",
	Sqrt: "sqrt",
	Fact: "fact",
}

// Name is the name of o in codes: "add"; "number" for a Num.
func (o Op) Name() string { return names[o] }

// A Node is an expression. It is not changed once it is made, so trees may
// share parts and be used from many goroutines.
type Node struct {
	Op Op
	// Digits are the decimal digits 0-9 of a Num as typed, with leading zeros.
	Digits string
	X, Y   *Node
	// At is the place in the parsed text, with the brackets around the expression; zero if the
	// Node was not parsed.
	At Span
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

// Find returns the first part of n that matches, from the outside in and from left to
// right, or nil.
func (n *Node) Find(matches func(*Node) bool) *Node {
	if n == nil || matches(n) {
		return n
	}
	if m := n.X.Find(matches); m != nil {
		return m
	}
	return n.Y.Find(matches)
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
	m.X = n.X.Upright()
	m.Y = n.Y.Upright()
	if m.Op != Pow || m.Y.Op != Neg {
		return &m
	}
	if fraction := m.X; fraction.Op == Div && fraction.X.Op != Div {
		m.X = New(Div, fraction.Y, fraction.X)
		m.Y = m.Y.X
	}
	return &m
}

// RootFirst returns n, which was parsed, with √ done before !: some people mean (√9)! by √9!.
// Brackets stay: √(9!) is itself.
func (n *Node) RootFirst() *Node {
	if n == nil || n.Op == Num {
		return n
	}
	m := *n
	m.X = n.X.RootFirst()
	m.Y = n.Y.RootFirst()
	if m.Op != Sqrt || m.X.Op != Fact {
		return &m
	}
	factorial := m.X
	// The place of a factorial in brackets begins before that of its operand.
	inBrackets := factorial.At.Pos != factorial.X.At.Pos
	// A factorial that was typed before the root is an earlier step. Behind the root only its result was typed.
	isEarlierStep := factorial.At.Pos <= m.At.Pos
	if inBrackets || isEarlierStep {
		return &m
	}
	root := &Node{Op: Sqrt, X: factorial.X, At: m.At}
	return &Node{Op: Fact, X: root.RootFirst(), At: m.At}
}

// CountDigits returns the number of digits written in n.
func CountDigits(n *Node) int {
	if n == nil {
		return 0
	}
	return len(n.Digits) + CountDigits(n.X) + CountDigits(n.Y)
}

// Equal reports whether n and m are the same tree, wherever in a text they are.
func (n *Node) Equal(m *Node) bool {
	if n == nil || m == nil {
		return n == m
	}
	if n.Op != m.Op || n.Digits != m.Digits {
		return false
	}
	return n.X.Equal(m.X) && n.Y.Equal(m.Y)
}
