// Package exact computes with real algebraic numbers: whole numbers, ratios,
// roots nested to any depth, and sums, products and powers of them. It knows
// values and the operations on them; it never sees an expression, a game or a
// float.
//
// A Value is held in the simplest of these forms that carries it:
//
//	ratio      a rational number
//	radical    a sum of terms c*b1^e1*b2^e2*…, c rational, 0 < e < 1
//	algebraic  a root, reciprocal, sum, product or power that is neither
//
// The bases of a radical are whole numbers, pairwise coprime and no perfect
// powers, so no two of its terms have a rational quotient, and such terms are
// linearly independent over the rationals (L. J. Mordell, On the linear
// independence of algebraic numbers, Pacific J. Math. 3, 1953). The form is
// therefore unique: it is zero or rational only if it looks so. An algebraic
// is decided by intervals; see settle.go.
//
// The cost of an operation is predicted before it is done and taken from a Budget;
// an operation past the budget is refused at once with ErrTooLarge. The Budget keeps
// that failure, or another such as ErrDivZero, until the caller asks for it. An Estimate
// of a refused number still has its sign and size, which exclude most others.
package exact

import (
	"errors"
	"math/big"

	"reckon/engine/whole"
)

// Why an operation has no value, or none that can be computed.
var (
	ErrTooLarge           = errors.New("exact: too large to compute")
	ErrDivZero            = errors.New("exact: division by zero")
	ErrRootNegative       = errors.New("exact: even root of a negative number")
	ErrFactorial          = errors.New("exact: factorial of a number that is not whole, or below 0")
	ErrIrrationalExponent = errors.New("exact: irrational exponent")
)

// A Value is a real number. It is immutable; the zero Value is 0.
//
// The result of a Budget's operation may be put off: a giant power, for example,
// that a root may yet make small. Call the methods of a Value only after
// Budget.Settle has returned it.
type Value struct {
	// small is the number if form is nil; the zero frac means 0.
	small frac
	form  *form
}

// form holds a number that is no ratio of int64; exactly one of rat, terms and alg
// is set.
type form struct {
	rat *big.Rat
	// terms are sorted by compareRad. They are more than one, or one that is irrational or
	// put off.
	terms []term
	// isPutOff means that the number is put off: the only term has exponents outside (0,1) or a
	// factorial.
	isPutOff bool
	alg      *algebraic
}

// A frac is the fraction that most numbers are.
type frac = whole.Ratio

// A term is coef times a product of powers of bases, in order of the bases.
// coef is rational and not 0.
type term struct {
	coef Value
	rad  []factor
}

// A factor is base^exp, exp not 0.
type factor struct {
	base base
	exp  frac
}

// A base of a radical is a whole number above 1 or, put off, the factorial of
// one.
type base struct {
	n uint64
	// big is set if the number does not fit n, which is then 0.
	big *big.Int
	// fact means that the base is the factorial of n.
	fact bool
}

func (x Value) isAlgebraic() bool { return x.form != nil && x.form.alg != nil }

type algOp uint8

const (
	// opAdd is x+y.
	opAdd algOp = iota
	// opMul is x*y.
	opMul
	// opInverse is 1/x.
	opInverse
	// opRoot is the n-th root of x, x >= 0.
	opRoot
	// opPower is x^n, n >= 2.
	opPower
)

// An algebraic is a number that no simpler form carries. Its operands are
// ratios, radicals that are not put off, or algebraics.
type algebraic struct {
	op    algOp
	x, y  Value
	n     int64
	bound bound
}

// A bound limits an algebraic number E = U/L, U and L algebraic integers: no
// conjugate of U is above 2^u, none of L above 2^l in absolute value. Unless
// divided is set, L is a whole number.
//
// If E is not 0, the norm of U is a whole number that is not 0, hence
// |E| >= 2^-((D-1)u+l), D being the degree of a field with U in it. These are
// the bound and the rules of C. Burnikel, S. Funke, K. Mehlhorn, S. Schirra and
// S. Schmitt, A separation bound for real algebraic expressions, ESA 2001
// (Algorithmica 55, 2009), but that a radical is one leaf, bounded by the sum
// of its terms.
type bound struct {
	u, l    int64
	divided bool
	// nodes is the size of the tree.
	nodes int
}
