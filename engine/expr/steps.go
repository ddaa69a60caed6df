package expr

import "reckon/engine/exact"

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

// Print writes the step as an equation: 8/(1/3) = 24.
func (s Step) Print(style Style) string {
	var y *Node
	if s.Op.Arity() == 2 {
		y = valueNode(s.Y)
	}
	return New(s.Op, valueNode(s.X), y).Print(style) + " = " + valueNode(s.Value).Print(style)
}

// valueNode is v as an expression. One too long to be read again is kept whole,
// as if it were a number.
func valueNode(v exact.Value) *Node {
	text := v.String()
	if n, err := Parse(text); err == nil {
		return n
	}
	return &Node{Digits: text}
}
