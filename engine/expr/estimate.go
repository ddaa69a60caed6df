package expr

import (
	"errors"

	"reckon/engine/exact"
)

// estimateShare is the part of a budget that goes into what Eval refused.
const estimateShare = 4

// Makes tells whether n makes the goal. It knows that of many values which are
// too large for Eval: what is far from the goal is refuted by its magnitude. The
// error is an *Error as that of Eval.
func Makes(n *Node, goal int64) (bool, error) {
	b := exact.NewBudget()
	b.Work /= estimateShare
	x, err := estimate(b, n)
	if err != nil {
		return false, err
	}
	is, err := b.Is(x, goal)
	if err != nil {
		return false, place(n, err)
	}
	return is, nil
}

// estimate is the value of n where it can be worked out, and what is known of it
// where it cannot.
func estimate(b *exact.Budget, n *Node) (exact.Estimate, error) {
	if n.Op == Num {
		v, err := number(n)
		return exact.Exactly(v), err
	}
	x, err := estimate(b, n.X)
	if err != nil {
		return exact.Estimate{}, err
	}
	var y exact.Estimate
	if n.Y != nil {
		if y, err = estimate(b, n.Y); err != nil {
			return exact.Estimate{}, err
		}
	}
	e, err := applyEstimate(b, n.Op, x, y)
	if err != nil {
		return exact.Estimate{}, place(n, err)
	}
	return e, nil
}

func applyEstimate(b *exact.Budget, op Op, x, y exact.Estimate) (exact.Estimate, error) {
	v, known := x.Value()
	w, knownToo := y.Value()
	if known && knownToo {
		v, err := apply(b, op, v, w)
		if !errors.Is(err, exact.ErrTooLarge) {
			return exact.Exactly(v), err
		}
	}
	switch op {
	case Add:
		return b.EstimateAdd(x, y)
	case Sub:
		y, err := b.EstimateNeg(y)
		if err != nil {
			return exact.Estimate{}, err
		}
		return b.EstimateAdd(x, y)
	case Mul:
		return b.EstimateMul(x, y)
	case Div:
		return b.EstimateDiv(x, y)
	case Pow:
		return b.EstimatePow(x, y)
	case Neg:
		return b.EstimateNeg(x)
	case Sqrt:
		return b.EstimateSqrt(x)
	}
	return b.EstimateFact(x)
}
