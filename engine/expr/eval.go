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
	if refused(err) && hasChain(n) {
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

func refused(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == "too-large"
}

// hasChain tells whether more than two terms are added anywhere in n.
func hasChain(n *Node) bool {
	if n == nil || n.Op == Num {
		return false
	}
	return strength[n.Op] == strength[Add] && (strength[n.X.Op] == strength[Add] || strength[n.Y.Op] == strength[Add]) ||
		hasChain(n.X) || hasChain(n.Y)
}

// evalChains is eval with the terms of a sum added in whatever order that can be
// done.
func evalChains(b *exact.Budget, n *Node) (exact.Value, error) {
	if n.Op == Num {
		return number(n)
	}
	if n.Op == Add || n.Op == Sub {
		terms, err := appendTerms(b, nil, n, false)
		if err != nil {
			return exact.Value{}, err
		}
		return b.Sum(terms)
	}
	x, err := evalChains(b, n.X)
	if err != nil {
		return exact.Value{}, err
	}
	var y exact.Value
	if n.Y != nil {
		if y, err = evalChains(b, n.Y); err != nil {
			return exact.Value{}, err
		}
	}
	return apply(b, n.Op, x, y)
}

// appendTerms appends the values of the terms of the sum n, or their opposites.
func appendTerms(b *exact.Budget, list []exact.Value, n *Node, opposite bool) ([]exact.Value, error) {
	if n.Op == Add || n.Op == Sub {
		list, err := appendTerms(b, list, n.X, opposite)
		if err != nil {
			return nil, err
		}
		return appendTerms(b, list, n.Y, opposite != (n.Op == Sub))
	}
	v, err := evalChains(b, n)
	if err == nil && opposite {
		v, err = b.Neg(v)
	}
	return append(list, v), err
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
