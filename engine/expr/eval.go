package expr

import (
	"errors"
	"math/big"
	"strconv"

	"reckon/engine/exact"
)

// estimateShare divides the budget of one answer: Makes gets that part of it.
const estimateShare = 4

// Eval returns the value of n within the usual budget of one answer. The error is
// an *Error that names the place.
func Eval(n *Node) (exact.Value, error) { return EvalWithin(exact.NewBudget(), n) }

// EvalWithin is Eval within a given budget, which it spends.
func EvalWithin(b *exact.Budget, n *Node) (exact.Value, error) {
	// The value is settled last: a root may make a large part small.
	v, err := fold(n, number, func(n *Node, x, y exact.Value) (exact.Value, error) { return apply(b, n.Op, x, y) })
	var e *Error
	if errors.As(err, &e) && e.Code == "too-large" && hasChain(n) {
		if w, chainErr := evalChains(b, n); chainErr == nil {
			v, err = w, nil
		}
	}
	if err != nil {
		return exact.Value{}, err
	}
	if v, err = b.Settle(v); err != nil {
		return exact.Value{}, place(n, err)
	}
	return v, nil
}

// Makes reports whether the value of n is goal, also of many values that are too
// large for Eval: a value far from the goal is refuted by its size. The error is
// an *Error as that of Eval.
func Makes(n *Node, goal int64) (bool, error) {
	b := exact.NewBudget()
	b.Work /= estimateShare
	leaf := func(n *Node) (exact.Estimate, error) {
		v, err := number(n)
		return exact.Exactly(v), err
	}
	x, err := fold(n, leaf, func(n *Node, x, y exact.Estimate) (exact.Estimate, error) { return estimate(b, n.Op, x, y) })
	if err != nil {
		return false, err
	}
	is, err := b.Is(x, goal)
	if err != nil {
		return false, place(n, err)
	}
	return is, nil
}

// fold works n out from its numbers up. The y of an operation with one operand is
// the zero T. An error of operate is placed at its operation.
func fold[T any](n *Node, leaf func(*Node) (T, error), operate func(n *Node, x, y T) (T, error)) (v T, err error) {
	if n.Op == Num {
		return leaf(n)
	}
	x, err := fold(n.X, leaf, operate)
	if err != nil {
		return v, err
	}
	var y T
	if n.Y != nil {
		if y, err = fold(n.Y, leaf, operate); err != nil {
			return v, err
		}
	}
	if v, err = operate(n, x, y); err != nil {
		return v, place(n, err)
	}
	return v, nil
}

// hasChain reports whether n adds more than two terms anywhere.
func hasChain(n *Node) bool {
	if n == nil || n.Op == Num {
		return false
	}
	return strength[n.Op] == strength[Add] && (strength[n.X.Op] == strength[Add] || strength[n.Y.Op] == strength[Add]) ||
		hasChain(n.X) || hasChain(n.Y)
}

// evalChains evaluates n, not settled, and adds the terms of a sum in any order
// that works. What it folds are lists of terms, not added yet.
func evalChains(b *exact.Budget, n *Node) (exact.Value, error) {
	leaf := func(n *Node) ([]exact.Value, error) {
		v, err := number(n)
		return []exact.Value{v}, err
	}
	terms, err := fold(n, leaf, func(n *Node, xs, ys []exact.Value) ([]exact.Value, error) {
		switch n.Op {
		case Sub:
			for i := range ys {
				var err error
				if ys[i], err = b.Neg(ys[i]); err != nil {
					return nil, err
				}
			}
			fallthrough
		case Add:
			return append(xs, ys...), nil
		}
		x, err := b.Sum(xs)
		if err != nil {
			return nil, err
		}
		y, err := b.Sum(ys)
		if err != nil {
			return nil, err
		}
		v, err := apply(b, n.Op, x, y)
		return []exact.Value{v}, err
	})
	if err != nil {
		return exact.Value{}, err
	}
	return b.Sum(terms)
}

func number(n *Node) (exact.Value, error) {
	if i, err := strconv.ParseInt(n.Digits, 10, 64); err == nil {
		return exact.Int(i), nil
	}
	r, ok := new(big.Rat).SetString(n.Digits)
	if !ok {
		return exact.Value{}, &Error{Code: "syntax.unexpected", Args: map[string]any{"text": n.Digits, "want": "number"}, At: n.At}
	}
	return exact.FromRat(r), nil
}

func apply(b *exact.Budget, op Op, x, y exact.Value) (exact.Value, error) {
	switch op {
	case Add:
		return b.Add(x, y)
	case Sub:
		return b.Sub(x, y)
	case Mul:
		return b.Mul(x, y)
	case Div:
		return b.Div(x, y)
	case Pow:
		return b.Pow(x, y)
	case Neg:
		return b.Neg(x)
	case Sqrt:
		return b.Sqrt(x)
	}
	return b.Fact(x)
}

// estimate is apply where it can be done, and an estimate where it cannot.
func estimate(b *exact.Budget, op Op, x, y exact.Estimate) (exact.Estimate, error) {
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

// place puts err at its cause in n: the divisor, the exponent, or the whole
// operation.
func place(n *Node, err error) *Error {
	switch {
	case errors.Is(err, exact.ErrDivZero) && n.Op == Div:
		return &Error{Code: "div-zero", At: n.Y.At}
	case errors.Is(err, exact.ErrDivZero):
		return &Error{Code: "div-zero", At: n.At}
	case errors.Is(err, exact.ErrRootNegative):
		return &Error{Code: "root-negative", At: n.At}
	case errors.Is(err, exact.ErrFactorial):
		return &Error{Code: "factorial", At: n.At}
	case errors.Is(err, exact.ErrIrrationalExponent):
		return &Error{Code: "irrational-exponent", At: n.Y.At}
	}
	return &Error{Code: "too-large", At: n.At}
}
