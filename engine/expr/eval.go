package expr

import (
	"errors"
	"math/big"
	"strconv"

	"reckon/engine/exact"
)

// Eval is the value of n within the usual budget of one answer. The error is
// an *Error that names the place.
func Eval(n *Node) (exact.Value, error) { return EvalWithin(exact.NewBudget(), n) }

// EvalWithin is Eval within a given budget, from which it takes.
func EvalWithin(b *exact.Budget, n *Node) (exact.Value, error) {
	v, err := eval(b, n)
	if err != nil {
		return exact.Value{}, err
	}
	if v, err = b.Settle(v); err != nil {
		return exact.Value{}, place(n, err)
	}
	return v, nil
}

// eval is the value of n, not settled: a root may make small what is large.
func eval(b *exact.Budget, n *Node) (exact.Value, error) {
	if n.Op == Num {
		return number(n)
	}
	x, err := eval(b, n.X)
	if err != nil {
		return exact.Value{}, err
	}
	var y exact.Value
	if n.Y != nil {
		if y, err = eval(b, n.Y); err != nil {
			return exact.Value{}, err
		}
	}
	v, err := apply(b, n.Op, x, y)
	if err != nil {
		return exact.Value{}, place(n, err)
	}
	return v, nil
}

func number(n *Node) (exact.Value, error) {
	if i, err := strconv.ParseInt(n.Digits, 10, 64); err == nil {
		return exact.Int(i), nil
	}
	r, ok := new(big.Rat).SetString(n.Digits)
	if !ok {
		return exact.Value{}, &Error{Code: "syntax.unexpected", Args: map[string]any{"text": n.Digits}, At: n.At}
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

// place says where in n the reason err lies: at a divisor, an exponent, or the
// whole operation.
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
