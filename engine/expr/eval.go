package expr

import (
	"errors"
	"math/big"
	"strconv"

	"reckon/engine/exact"
)

// estimateShare divides the budget of one answer: Makes may spend one such part of it.
const estimateShare = 4

// Eval returns the value of n within the usual budget of one answer. The error is
// a *Fault that names the place.
func Eval(n *Node) (exact.Value, error) { return EvalWithin(exact.NewBudget(), n) }

// Mixed returns the value of n as a text, with a whole part: "21 1/3"; n itself if it
// has no value.
func (n *Node) Mixed() string {
	v, err := Eval(n)
	if err != nil {
		return n.String()
	}
	return v.Mixed()
}

// EvalWithin is Eval within a given budget, which it spends.
func EvalWithin(b *exact.Budget, n *Node) (exact.Value, error) {
	v, err := evalUnsettled(b, n)
	if err != nil {
		return exact.Value{}, err
	}
	// The value is settled last: a root may make a large part small.
	v = b.Settle(v)
	if err := b.Reset(); err != nil {
		return exact.Value{}, place(n, err)
	}
	return v, nil
}

// evalUnsettled evaluates n from left to right. If a value on the way is too large, it adds the
// terms of sums in another order.
func evalUnsettled(b *exact.Budget, n *Node) (exact.Value, error) {
	v, err := fold(b, n, number, func(n *Node, x, y exact.Value) exact.Value {
		return operate(n.Op, b, x, y)
	})
	fault, isFault := errors.AsType[*Fault](err)
	if !isFault || fault.Code != "too-large" || n.Find(isChain) == nil {
		return v, err
	}
	sum, chainErr := evalChains(b, n)
	if chainErr != nil {
		return v, err
	}
	return sum, nil
}

// isChain reports whether n is a sum of more than two terms.
func isChain(n *Node) bool {
	return isSum(n) && (isSum(n.X) || isSum(n.Y))
}

func isSum(n *Node) bool { return n.Op == Add || n.Op == Sub }

// Makes reports whether the value of n is goal. It can do so for many values that
// are too large for Eval: the size of a value shows that it is far from the goal.
// The error is a *Fault, as Eval's is.
func Makes(n *Node, goal int64) (bool, error) {
	b := exact.NewBudget()
	b.Work /= estimateShare
	known := func(n *Node) (exact.Estimate, error) {
		v, err := number(n)
		return exact.Exactly(v), err
	}
	x, err := fold(b, n, known, func(n *Node, x, y exact.Estimate) exact.Estimate {
		return estimate(b, n.Op, x, y)
	})
	if err != nil {
		return false, err
	}
	makes := exact.Estimates{Budget: b}.Is(x, goal)
	if err := b.Reset(); err != nil {
		return false, place(n, err)
	}
	return makes, nil
}

// estimate does an operation exactly if it can, and otherwise on estimates.
func estimate(b *exact.Budget, op Op, x, y exact.Estimate) exact.Estimate {
	xValue, xIsExact := x.Value()
	yValue, yIsExact := y.Value()
	if xIsExact && yIsExact {
		v := operate(op, b, xValue, yValue)
		if !errors.Is(b.Err(), exact.ErrTooLarge) {
			return exact.Exactly(v)
		}
		b.Reset()
	}
	return operate(op, exact.Estimates{Budget: b}, x, y)
}

// fold computes a T for n from its numbers up: leaf returns that of a number, and
// operate that of an operation. The y of an operation with one operand is the zero
// T. If b fails, the error is a *Fault placed at the operation that failed.
func fold[T any](
	b *exact.Budget,
	n *Node,
	leaf func(*Node) (T, error),
	operate func(n *Node, x, y T) T,
) (T, error) {
	if n.Op == Num {
		return leaf(n)
	}
	var y, none T
	x, err := fold(b, n.X, leaf, operate)
	if err != nil {
		return none, err
	}
	if n.Y != nil {
		y, err = fold(b, n.Y, leaf, operate)
		if err != nil {
			return none, err
		}
	}
	v := operate(n, x, y)
	if b.Err() != nil {
		return v, place(n, b.Reset())
	}
	return v, nil
}

// evalChains evaluates n as evalUnsettled does, and adds the terms of a sum in any
// order that works: it folds lists of terms that are not added yet.
func evalChains(b *exact.Budget, n *Node) (exact.Value, error) {
	term := func(n *Node) ([]exact.Value, error) {
		v, err := number(n)
		return []exact.Value{v}, err
	}
	terms, err := fold(b, n, term, func(n *Node, xs, ys []exact.Value) []exact.Value {
		switch n.Op {
		case Sub:
			for i := range ys {
				ys[i] = b.Neg(ys[i])
			}
			fallthrough
		case Add:
			return append(xs, ys...)
		}
		return []exact.Value{operate(n.Op, b, b.Sum(xs), b.Sum(ys))}
	})
	if err != nil {
		return exact.Value{}, err
	}
	v := b.Sum(terms)
	return v, b.Reset()
}

// number returns the value of a Num.
func number(n *Node) (exact.Value, error) {
	i, err := strconv.ParseInt(n.Digits, 10, 64)
	if err != nil {
		return longNumber(n)
	}
	return exact.Int(i), nil
}

// longNumber returns the value of a Num that is a decimal or does not fit 64 bits.
func longNumber(n *Node) (exact.Value, error) {
	r, ok := new(big.Rat).SetString(n.Digits)
	if !ok {
		args := Args{"text": n.Digits, "want": "number"}
		return exact.Value{}, &Fault{Code: "syntax.unexpected", Args: args, At: n.Place()}
	}
	return exact.FromRat(r), nil
}

// arithmetic has the operations on values, or those on estimates.
type arithmetic[T any] interface {
	Add(x, y T) T
	Mul(x, y T) T
	Div(x, y T) T
	Pow(x, y T) T
	Neg(x T) T
	Sqrt(x T) T
	Fact(x T) T
}

func operate[T any](op Op, a arithmetic[T], x, y T) T {
	switch op {
	case Add:
		return a.Add(x, y)
	case Sub:
		return a.Add(x, a.Neg(y))
	case Mul:
		return a.Mul(x, y)
	case Div:
		return a.Div(x, y)
	case Pow:
		return a.Pow(x, y)
	case Neg:
		return a.Neg(x)
	case Sqrt:
		return a.Sqrt(x)
	}
	return a.Fact(x)
}

// place puts err at its cause in n: the divisor, the exponent, or the whole
// operation.
func place(n *Node, err error) *Fault {
	switch {
	case errors.Is(err, exact.ErrDivZero) && n.Op == Div:
		return &Fault{Code: "div-zero", At: n.Y.Place()}
	case errors.Is(err, exact.ErrDivZero):
		return &Fault{Code: "div-zero", At: n.Place()}
	case errors.Is(err, exact.ErrRootNegative):
		return &Fault{Code: "root-negative", At: n.Place()}
	case errors.Is(err, exact.ErrFactorial):
		return &Fault{Code: "factorial", At: n.Place()}
	case errors.Is(err, exact.ErrIrrationalExponent):
		return &Fault{Code: "irrational-exponent", At: n.Y.Place()}
	}
	return &Fault{Code: "too-large", At: n.Place()}
}
