package exact

import (
	"math/big"
	"math/bits"
	"strings"

	"reckon/engine/whole"
)

// maxBound bounds the logarithms of a bound, in bits.
const maxBound = 1 << 32

// nodes returns the size of the tree of x.
func (x Value) nodes() int {
	switch {
	case x.isAlgebraic():
		return x.form.alg.nodes
	case x.IsRat():
		return 1
	}
	return 3 * len(x.form.terms)
}

// algebraic makes a node; the operands that are not algebraic are expanded.
func (b *Budget) algebraic(op algOp, x, y Value, n int64) Value {
	x, y = b.expand(x), b.expand(y)
	a := &algebraic{op: op, x: x, y: y, n: n, nodes: 1 + x.nodes() + y.nodes()}
	v, w := x.bound(), y.bound()
	divided := v.divided || w.divided || op == opInverse
	switch op {
	case opAdd:
		a.bound = bound{max(v.u+w.l, v.l+w.u) + 1, v.l + w.l, divided}
	case opMul:
		a.bound = bound{v.u + w.u, v.l + w.l, divided}
	case opInverse:
		a.bound = bound{v.l, v.u, divided}
	default:
		if n > maxBound || max(v.u, v.l) > maxBound/n {
			return b.fail(ErrTooLarge)
		}
		a.bound = bound{v.u * n, v.l * n, divided}
		if op == opRoot { // the root of U/L is the root of U*L^(n-1), over L
			a.bound = bound{(v.u+(n-1)*v.l)/n + 1, v.l, divided}
		} else {
			a.nodes += bits.Len64(uint64(n))
		}
	}
	if max(a.bound.u, a.bound.l) > maxBound {
		return b.fail(ErrTooLarge)
	}
	if !b.spend(0, 1) {
		return Value{}
	}
	return Value{form: &form{alg: a}}
}

func (x Value) bound() bound {
	switch {
	case x.isAlgebraic():
		return x.form.alg.bound
	case x.IsRat():
		r := x.peek()
		return bound{u: sizeBits(r.Num()), l: sizeBits(r.Denom())}
	}
	common := sizeBits(commonDenominator(x.form.terms))
	var size int64
	for _, t := range x.form.terms {
		power := int64(t.coef.peek().Num().BitLen())
		for _, f := range t.rad {
			power += 1 + (int64(f.base.bits())*f.exp.Num)/f.exp.Den
		}
		size = max(size, power)
	}
	return bound{u: size + common + int64(bits.Len(uint(len(x.form.terms)))), l: common}
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
	if !b.spend(0, a.nodes) {
		return 0
	}
	f := field{bases: map[string]int64{}, terms: map[string]int64{}, roots: map[string]int64{}}
	f.collect(Value{form: &form{alg: a}})
	degree := times(min(product(f.bases), product(f.terms)), product(f.roots))
	size := int(times(each, degree-1) + own)
	if !b.spend(size, 0) {
		return 0
	}
	return size + 1
}

// A field maps the roots that generate it, by name, to their orders.
type field struct{ bases, terms, roots map[string]int64 }

func (f field) collect(x Value) {
	switch {
	case x.IsRat():
	case !x.isAlgebraic():
		for _, t := range x.form.terms {
			order := int64(1)
			for _, g := range t.rad {
				name := g.base.int().String()
				f.bases[name] = leastMultiple(max(f.bases[name], 1), g.exp.Den)
				order = leastMultiple(order, g.exp.Den)
			}
			f.terms[strings.Join(radText(t.rad), "*")] = order
		}
	default:
		a := x.form.alg
		f.collect(a.x)
		f.collect(a.y)
		if a.op == opRoot {
			f.roots[a.text()] = a.n
		}
	}
}

func product(orders map[string]int64) int64 {
	d := int64(1)
	for _, order := range orders {
		d = times(d, order)
	}
	return d
}

func leastMultiple(a, b int64) int64 { return times(a/int64(whole.Gcd(uint64(a), uint64(b))), b) }
