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
	x = b.expand(x)
	y = b.expand(y)
	bound, ok := joinBounds(op, x.bound(), y.bound(), n)
	if !ok {
		return b.fail(ErrTooLarge)
	}
	if !b.spend(0, 1) {
		return Value{}
	}
	return Value{form: &form{alg: &algebraic{op, x, y, n, bound}}}
}

// joinBounds returns the bound of a node whose operands have the bounds x and y; ok is false
// if it is past maxBound.
func joinBounds(op algOp, x, y bound, n int64) (joined bound, ok bool) {
	joined.divided = x.divided || y.divided || op == opInverse
	joined.nodes = 1 + x.nodes + y.nodes
	hasExponent := op == opRoot || op == opPower
	if hasExponent && (n > maxBound || max(x.u, x.l) > maxBound/n) {
		return bound{}, false
	}
	switch op {
	case opAdd:
		joined.u = max(x.u+y.l, x.l+y.u) + 1
		joined.l = x.l + y.l
	case opMul:
		joined.u = x.u + y.u
		joined.l = x.l + y.l
	case opInverse:
		joined.u = x.l
		joined.l = x.u
	case opRoot:
		// The root of U/L is the root of U*L^(n-1), over L.
		joined.u = (x.u+(n-1)*x.l)/n + 1
		joined.l = x.l
	case opPower:
		joined.u = x.u * n
		joined.l = x.l * n
		joined.nodes += bits.Len64(uint64(n))
	}
	return joined, max(joined.u, joined.l) <= maxBound
}

func (x Value) bound() bound {
	if x.isAlgebraic() {
		return x.form.alg.bound
	}
	if x.IsRat() {
		r := x.peek()
		return bound{u: sizeBits(r.Num()), l: sizeBits(r.Denom()), nodes: 1}
	}
	denominator := one
	largest := int64(0)
	for _, t := range x.form.terms {
		r := t.coef.peek()
		common := new(big.Int).GCD(nil, nil, denominator, r.Denom())
		denominator = new(big.Int).Mul(denominator, new(big.Int).Quo(r.Denom(), common))
		size := int64(r.Num().BitLen())
		for _, f := range t.rad {
			size += 1 + (int64(f.base.bits())*f.exp.Num)/f.exp.Den
		}
		largest = max(largest, size)
	}
	terms := len(x.form.terms)
	l := sizeBits(denominator)
	return bound{u: largest + l + int64(bits.Len(uint(terms))), l: l, nodes: 3 * terms}
}

// sizeBits returns the logarithm of |n|, rounded up.
func sizeBits(n *big.Int) int64 {
	if n.CmpAbs(one) <= 0 {
		return 0
	}
	return int64(n.BitLen())
}

// normBits returns the size, in bits, of a product over all conjugates of a: own
// bits for a itself and each bits for every other.
func (b *Budget) normBits(a *algebraic, each, own int64) int {
	if !b.spend(0, a.bound.nodes) {
		return 0
	}
	orders := fieldOrders{map[string]int64{}, map[string]int64{}, map[string]int64{}}
	orders.collect(Value{form: &form{alg: a}})
	size := int(times(each, orders.degree()-1) + own)
	if !b.spend(size, 0) {
		return 0
	}
	return size + 1
}

// fieldOrders are the orders, by name, of what generates the field of all numbers in an
// algebraic: of the bases of its radicals, of their terms, and of its roots. The degree of
// the field bounds the number of conjugates. Radicals lie in two fields: that of the roots
// of their bases, and that of their terms. The smaller one counts.
type fieldOrders struct {
	bases map[string]int64
	terms map[string]int64
	roots map[string]int64
}

// collect adds the orders of x.
func (o fieldOrders) collect(x Value) {
	if x.IsRat() {
		return
	}
	if x.isAlgebraic() {
		a := x.form.alg
		o.collect(a.x)
		o.collect(a.y)
		if a.op == opRoot {
			o.roots[a.text()] = a.n
		}
		return
	}
	for _, t := range x.form.terms {
		order := int64(1)
		for _, f := range t.rad {
			name := f.base.int().String()
			o.bases[name] = lcm(max(o.bases[name], 1), f.exp.Den)
			order = lcm(order, f.exp.Den)
		}
		o.terms[strings.Join(radText(t.rad), "*")] = order
	}
}

// degree returns a bound on the degree of the field.
func (o fieldOrders) degree() int64 {
	radicals := min(product(o.bases), product(o.terms))
	return times(radicals, product(o.roots))
}

// lcm returns the least common multiple of two sizes, as far as times goes.
func lcm(a, b int64) int64 {
	return times(a/int64(whole.Gcd(uint64(a), uint64(b))), b)
}

// product returns the product of sizes, as far as times goes.
func product(orders map[string]int64) int64 {
	p := int64(1)
	for _, order := range orders {
		p = times(p, order)
	}
	return p
}
