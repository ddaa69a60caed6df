package expr

import (
	"math"
	"strings"

	"reckon/engine/exact"
)

// A Step is one operation of an expression, done on values.
type Step struct {
	Op Op
	// X and Y are the operands; Y counts only if Op has two.
	X, Y exact.Value
	// Value is the result.
	Value exact.Value
	// Node is the part of the expression that has this value.
	Node *Node
}

// Steps evaluates n one operation at a time: from left to right, each as soon as
// its operands are known, so that a person keeps as few results in mind as
// possible. If a step fails, Steps returns those before it with a *Fault.
func Steps(n *Node) ([]Step, error) {
	b := exact.NewBudget()
	var steps []Step
	_, err := fold(b, n, number, func(n *Node, x, y exact.Value) exact.Value {
		v := b.Settle(operate(n.Op, b, x, y))
		// A number below zero takes no step.
		if n.Op != Neg || n.X.Op != Num {
			steps = append(steps, Step{n.Op, x, y, v, n})
		}
		return v
	})
	return steps, err
}

// Print writes the step as an equation: 8÷(1/3) = 24. A value keeps its slash
// in every style, so that it does not look like a division still to be done.
func (s Step) Print(style Style) string {
	return s.Operation(style, math.MaxInt) + " = " + Text(s.Value, style)
}

// Operation writes the step without its result: 8÷(1/3). An operand whose value has more
// bytes than longest is written as the calculation that makes it.
func (s Step) Operation(style Style, longest int) string {
	n := New(s.Op, s.operand(s.Node.X, s.X, style, longest), nil)
	if s.Node.Y != nil {
		n.Y = s.operand(s.Node.Y, s.Y, style, longest)
	}
	return n.Print(style)
}

// Text writes a value in a style.
func Text(v exact.Value, style Style) string {
	if style == Typographic {
		return strings.NewReplacer("*", "×", "-", "−").Replace(v.String())
	}
	return v.String()
}

// operand returns the operand n of the step, whose value is v, as Operation writes it. A value that
// is no whole number is written in brackets, unless it is added or subtracted, is no sum itself
// and has no sign.
func (s Step) operand(n *Node, v exact.Value, style Style, longest int) *Node {
	text := Text(v, style)
	if len(text) > longest {
		return n
	}
	if whole, ok := v.Int64(); ok {
		return Number(whole)
	}
	isAdded := s.Op == Add || s.Op == Sub
	if isAdded && isTerm(v.String()) {
		return &Node{Digits: text}
	}
	return &Node{Digits: "(" + text + ")"}
}

// isTerm reports whether a text is an expression that is no sum and has no sign.
func isTerm(text string) bool {
	n, err := Parse(text)
	return err == nil && !isSum(n) && text[0] != '-'
}
