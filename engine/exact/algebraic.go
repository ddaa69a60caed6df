package exact

import (
	"math/big"
	"math/bits"
	"strings"

	"reckon/engine/whole"
)

// maxBound bounds the logarithms of a bound, in bits.
const maxBound = 1 << 32

// algebraic makes a node; the operands that are not algebraic are expanded.
func (b *Budget) algebraic(op algOp, x, y Value, n int64) Value {
	x, y = b.expand(x), b.expand(y)
	v, w := x.bound(), y.bound()
	of := bound{divided: v.divided || w.divided || op == opInverse, nodes: 1 + v.nodes + w.nodes}
	switch op {
	case opAdd:
		of.u, of.l = max(v.u+w.l, v.l+w.u)+1, v.l+w.l
	case opMul:
		of.u, of.l = v.u+w.u, v.l+w.l
	case opInverse:
		of.u, of.l = v.l, v.u
	default:
		if n > maxBound || max(v.u, v.l) > maxBound/n {
			return b.fail(ErrTooLarge)
		}
		if op == opRoot { // the root of U/L is the root of U*L^(n-1), over L
			of.u, of.l = (v.u+(n-1)*v.l)/n+1, v.l
		} else {
			of.u, of.l, of.nodes = v.u*n, v.l*n, of.nodes+bits.Len64(uint64(n))
		}
	}
	if max(of.u, of.l) > maxBound {
		return b.fail(ErrTooLarge)
	}
	if !b.spend(0, 1) {
		return Value{}
	}
	return Value{form: &form{alg: &algebraic{op, x, y, n, of}}}
}

func (x Value) bound() bound {
	switch {
	case x.isAlgebraic():
		return x.form.alg.bound
	case x.IsRat():
		r := x.peek()
		return bound{u: sizeBits(r.Num()), l: sizeBits(r.Denom()), nodes: 1}
	}
	common, size := one, int64(0) // denominator, and size of the largest term
	for _, t := range x.form.terms {
		r := t.coef.peek()
		common = new(big.Int).Mul(common, new(big.Int).Quo(r.Denom(), new(big.Int).GCD(nil, nil, common, r.Denom())))
		power := int64(r.Num().BitLen())
		for _, f := range t.rad {
			power += 1 + (int64(f.base.bits())*f.exp.Num)/f.exp.Den
		}
		size = max(size, power)
	}
	terms := len(x.form.terms)
	l := sizeBits(common)
	return bound{u: size + l + int64(bits.Len(uint(terms))), l: l, nodes: 3 * terms}
}

// sizeBits returns the logarithm of |n|, rounded up.
func sizeBits(n *big.Int) int64 {
	if n.CmpAbs(one) <= 0 {
		return 0
	}
	return int64(n.BitLen())
}

// normBits returns the size, in bits, of a product over all conjugates of a: own
// bits for a itself and each bits for every other. There are at most as many as the
// degree of the field of all numbers in a: the product of the orders of its
// different roots. Radicals lie in the field of the roots of their bases and in
// that of their terms, whichever is smaller.
func (b *Budget) normBits(a *algebraic, each, own int64) int {
	if !b.spend(0, a.bound.nodes) {
		return 0
	}
	bases, terms, roots := map[string]int64{}, map[string]int64{}, map[string]int64{} // their orders, by name
	lcm := func(a, b int64) int64 { return times(a/int64(whole.Gcd(uint64(a), uint64(b))), b) }
	var collect func(x Value)
	collect = func(x Value) {
		switch {
		case x.IsRat():
		case !x.isAlgebraic():
			for _, t := range x.form.terms {
				order := int64(1)
				for _, f := range t.rad {
					name := f.base.int().String()
					bases[name] = lcm(max(bases[name], 1), f.exp.Den)
					order = lcm(order, f.exp.Den)
				}
				terms[strings.Join(radText(t.rad), "*")] = order
			}
		default:
			a := x.form.alg
			collect(a.x)
			collect(a.y)
			if a.op == opRoot {
				roots[a.text()] = a.n
			}
		}
	}
	collect(Value{form: &form{alg: a}})
	product := func(orders map[string]int64) int64 {
		d := int64(1)
		for _, order := range orders {
			d = times(d, order)
		}
		return d
	}
	degree := times(min(product(bases), product(terms)), product(roots))
	size := int(times(each, degree-1) + own)
	if !b.spend(size, 0) {
		return 0
	}
	return size + 1
}
