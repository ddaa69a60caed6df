package expr

import (
	"strings"

	"reckon/engine/exact"
)

// A Step is one operation of an expression, done on values.
type Step struct {
	Op    Op
	X, Y  exact.Value // the operands; Y counts only where Op has two
	Value exact.Value // the result
	Node  *Node       // the part of the expression that has this value
}

// Steps does n one operation at a time: from left to right, each as soon as
// both its operands are known, so that a person carries along as few results
// as possible. The error is an *Error.
func Steps(n *Node) ([]Step, error) {
	s := stepper{budget: exact.NewBudget()}
	if _, err := s.do(n); err != nil {
		return nil, err
	}
	return s.steps, nil
}

type stepper struct {
	budget *exact.Budget
	steps  []Step
}

func (s *stepper) do(n *Node) (exact.Value, error) {
	if n.Op == Num {
		return number(n)
	}
	x, err := s.do(n.X)
	if err != nil {
		return exact.Value{}, err
	}
	var y exact.Value
	if n.Y != nil {
		if y, err = s.do(n.Y); err != nil {
			return exact.Value{}, err
		}
	}
	v, err := apply(s.budget, n.Op, x, y)
	if err == nil {
		v, err = s.budget.Settle(v)
	}
	if err != nil {
		return exact.Value{}, place(n, err)
	}
	if n.Op == Neg && n.X.Op == Num {
		return v, nil // a number below zero takes no step
	}
	s.steps = append(s.steps, Step{n.Op, x, y, v, n})
	return v, nil
}

// Print writes the step as an equation: 8÷(1/3) = 24. A value keeps its slash
// in every style, so that it is not taken for a division still to be done.
func (s Step) Print(style Style) string {
	var y *Node
	if s.Op.Arity() == 2 {
		y = s.operand(s.Y, style)
	}
	return New(s.Op, s.operand(s.X, style), y).Print(style) + " = " + valueText(s.Value, style)
}

func valueText(v exact.Value, style Style) string {
	if style == Typographic {
		return strings.NewReplacer("*", "×", "-", "−").Replace(v.String())
	}
	return v.String()
}

// operand is v as part of the step. A whole number is itself; anything else is
// kept whole as if it were a number, in brackets unless it is added or
// subtracted, is no sum itself and has no sign.
func (s Step) operand(v exact.Value, style Style) *Node {
	if n, ok := v.Int64(); ok {
		return Number(n)
	}
	text := valueText(v, style)
	if n, err := Parse(v.String()); err == nil && (s.Op == Add || s.Op == Sub) && n.Op != Add && n.Op != Sub && v.String()[0] != '-' {
		return &Node{Digits: text}
	}
	return &Node{Digits: "(" + text + ")"}
}
