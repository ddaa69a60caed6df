package exact

import (
	"fmt"
	"math/bits"
)

// A bound is what is known of an algebraic number E = U/L, U and L algebraic
// integers: no conjugate of U is above 2^u, none of L above 2^l in absolute
// value. Unless divided is set, L is a whole number.
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
}

func (b bound) size() int64 { return max(b.u, b.l) }

func (x Value) bound() bound {
	switch {
	case x.isAlgebraic():
		return x.form.alg.bound
	case x.IsRat():
		r := x.peek()
		return bound{u: int64(r.Num().BitLen()), l: int64(r.Denom().BitLen() - 1 + boolInt(!r.IsInt()))}
	}
	// The common denominator of the coefficients, at most their product,
	// makes all terms algebraic integers.
	var common, size int64
	for _, t := range x.form.terms {
		r := t.coef.peek()
		if !r.IsInt() {
			common += int64(r.Denom().BitLen())
		}
		power := int64(r.Num().BitLen())
		for _, f := range t.rad {
			power += 1 + (int64(f.base.bits())*f.exp.num)/f.exp.den
		}
		size = max(size, power)
	}
	return bound{u: size + common + int64(bits.Len(uint(len(x.form.terms)))), l: common}
}

func operationBound(op algOp, x, y bound, n int64) bound {
	divided := x.divided || y.divided
	switch op {
	case opAdd:
		return bound{max(x.u+y.l, x.l+y.u) + 1, x.l + y.l, divided}
	case opMul:
		return bound{x.u + y.u, x.l + y.l, divided}
	case opInverse:
		return bound{x.l, x.u, true}
	case opRoot:
		// The root of U/L is the root of U*L^(n-1), over L.
		if n > maxBound || x.size() > maxBound/n {
			return bound{u: maxBound + 1}
		}
		return bound{(x.u+(n-1)*x.l)/n + 1, x.l, divided}
	}
	if n > maxBound || x.size() > maxBound/n {
		return bound{u: maxBound + 1}
	}
	return bound{x.u * n, x.l * n, divided}
}

// separation is the number of bits s such that a is 0 if |a| < 2^-s.
func (b *Budget) separation(a *algebraic) (int, error) {
	d, err := b.degree(a)
	if err != nil {
		return 0, err
	}
	s, ok := mul64(a.bound.u, d-1)
	if s += a.bound.l; !ok || s > int64(b.Bits) {
		return 0, ErrTooLarge
	}
	return int(s) + 1, nil
}

// denominatorBits bounds the denominator of a, should a be rational: L is a
// multiple of it, or L's norm is.
func (b *Budget) denominatorBits(a *algebraic) (int, error) {
	if !a.bound.divided {
		return int(a.bound.l) + 1, nil
	}
	d, err := b.degree(a)
	if err != nil {
		return 0, err
	}
	s, ok := mul64(a.bound.l, d)
	if !ok || s > int64(b.Bits) {
		return 0, ErrTooLarge
	}
	return int(s) + 1, nil
}

// degree bounds the degree of the field of all numbers in a: the product of
// the orders of the different roots.
func (b *Budget) degree(a *algebraic) (int64, error) {
	if err := b.spend(0, a.nodes); err != nil {
		return 0, err
	}
	orders := map[string]int64{}
	collectRoots(Value{form: &form{alg: a}}, orders)
	d := int64(1)
	for _, order := range orders {
		var ok bool
		if d, ok = mul64(d, order); !ok {
			return 0, ErrTooLarge
		}
	}
	return d, nil
}

// collectRoots maps each root in x, by name, to its order.
func collectRoots(x Value, orders map[string]int64) {
	switch {
	case x.IsRat():
	case !x.isAlgebraic():
		for _, t := range x.form.terms {
			for _, f := range t.rad {
				name := f.base.int().String()
				orders[name] = lcm(max(orders[name], 1), f.exp.den)
			}
		}
	default:
		a := x.form.alg
		collectRoots(a.x, orders)
		collectRoots(a.y, orders)
		if a.op == opRoot {
			name := fmt.Sprint(a.x, " ", a.n)
			orders[name] = a.n
		}
	}
}

// lcm is the least common multiple, or a number too large for a degree.
func lcm(a, b int64) int64 {
	m, ok := mul64(a/int64(gcd64(uint64(a), uint64(b))), b)
	if !ok {
		return 1 << 62
	}
	return m
}
