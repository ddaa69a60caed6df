package exact

import (
	"cmp"
	"math/big"
	"slices"

	"reckon/engine/whole"
)

// compareRad orders the radicals of terms.
func compareRad(r, s []factor) int {
	return slices.CompareFunc(r, s, func(f, g factor) int {
		return cmp.Or(
			compareBase(f.base, g.base),
			cmp.Compare(f.exp.Num, g.exp.Num),
			cmp.Compare(f.exp.Den, g.exp.Den),
		)
	})
}

// value returns t as a Value. t must not be one that is put off.
func (t term) value() Value {
	if len(t.rad) == 0 {
		return t.coef
	}
	return Value{form: &form{terms: []term{t}}}
}

// valueOfTerm returns the value of t, with whole powers multiplied out up to limit
// bits; a larger value is put off.
func (b *Budget) valueOfTerm(t term, limit int) Value {
	lists := [][]factor{b.joinFactorials(t.rad)}
	b.coprime(lists...)
	t.rad = lists[0]
	size := wholeBits(t.rad)
	if b.err != nil {
		return Value{}
	}
	// Factorials are the last bases.
	hasFactorial := len(t.rad) > 0 && t.rad[len(t.rad)-1].base.fact
	if size > limit || hasFactorial {
		return Value{form: &form{terms: []term{t}, isPutOff: true}}
	}
	return b.multiplyOut(t, size).value()
}

// product returns s*t, with whole powers multiplied out up to limit bits.
func (b *Budget) product(s, t term, limit int) Value {
	if !b.spend(ratBits(s.coef)+ratBits(t.coef), ratioCost(s.coef, t.coef)+len(s.rad)+len(t.rad)) {
		return Value{}
	}
	return b.valueOfTerm(term{ratMul(s.coef, t.coef), b.mergeFactors(s.rad, t.rad)}, limit)
}

// wholeBits predicts the size of the whole powers in list.
func wholeBits(list []factor) int {
	size := 0
	for _, f := range list {
		floor, _ := f.exp.Split()
		size = times(1, size+times(f.base.bits(), int(whole.Abs(floor))))
	}
	return size
}

// multiplyOut moves the whole powers of t, of the predicted size, into its
// coefficient.
func (b *Budget) multiplyOut(t term, size int) term {
	if size == 0 {
		return t
	}
	if !b.spend(size+ratBits(t.coef), len(t.rad)+1) {
		return term{}
	}
	out := term{t.coef, make([]factor, 0, len(t.rad))}
	for _, f := range t.rad {
		floor, rest := f.exp.Split()
		if rest.Num > 0 {
			out.rad = append(out.rad, factor{f.base, rest})
		}
		if floor != 0 {
			out.coef = ratMul(out.coef, ratPow(fromInt(f.base.int()), floor))
		}
	}
	return out
}

// isPutOff reports whether x was put off.
func (x Value) isPutOff() bool { return x.form != nil && x.form.isPutOff }

// maxFactored bounds n where a root is taken of n!.
const maxFactored = 2000

// expand multiplies x out if it was put off.
func (b *Budget) expand(x Value) Value {
	if !x.isPutOff() {
		return x
	}
	t := x.form.terms[0]
	var rad []factor
	coef := t.coef
	for _, f := range t.rad {
		switch {
		case !f.base.fact:
			rad = append(rad, f)
		case f.exp.Den == 1:
			if !b.spend(times(f.base.bits(), int(whole.Abs(f.exp.Num))), 1) {
				return Value{}
			}
			v := ratPow(fromInt(new(big.Int).MulRange(1, int64(f.base.n))), f.exp.Num)
			coef = b.product(term{coef: coef}, term{coef: v}, b.Bits)
		case f.base.n > maxFactored:
			return b.fail(ErrTooLarge)
		case !b.spend(int(f.base.n), 1):
			return Value{}
		default:
			rad = b.mergeFactors(rad, b.scaleFactors(factorialFactors(f.base.n), f.exp))
		}
	}
	v := b.product(term{coef, rad}, term{coef: Int(1)}, b.Bits)
	if v.isPutOff() {
		return b.fail(ErrTooLarge)
	}
	return v
}

// factorialFactors returns n! as powers of primes, by Legendre's formula.
func factorialFactors(n uint64) []factor {
	var list []factor
	for _, p := range whole.Primes(int(n) + 1) {
		e := int64(0)
		for m := n / p; m > 0; m /= p {
			e += int64(m)
		}
		list = append(list, factor{base{n: p}, fracOf(e, 1)})
	}
	return list
}

// terms returns x, a ratio or radical that is not put off, as a sum.
func (x Value) terms() []term {
	switch {
	case !x.IsRat():
		return x.form.terms
	case ratSign(x) == 0:
		return nil
	}
	return []term{{coef: x}}
}

// single returns x as one term; it is false for 0 and for sums.
func (x Value) single() (term, bool) {
	switch {
	case x.IsRat():
		return term{coef: x}, ratSign(x) != 0
	case len(x.form.terms) != 1:
		return term{}, false
	}
	return x.form.terms[0], true
}

// sum returns the value of terms whose bases are coprime, in any order.
func (b *Budget) sum(ts []term) Value {
	slices.SortStableFunc(ts, func(s, t term) int { return compareRad(s.rad, t.rad) })
	out := ts[:0]
	for _, t := range ts {
		if n := len(out); n > 0 && compareRad(out[n-1].rad, t.rad) == 0 {
			out[n-1].coef = ratAdd(out[n-1].coef, t.coef)
			if ratSign(out[n-1].coef) == 0 {
				out = out[:n-1]
			}
			continue
		}
		out = append(out, t)
	}
	switch {
	case len(out) == 0:
		return Value{}
	case len(out) == 1:
		return out[0].value()
	case len(out) > maxTerms:
		return b.fail(ErrTooLarge)
	}
	return Value{form: &form{terms: out}}
}

// unify makes the bases of all terms of xs coprime. Terms whose bases had to
// be split are multiplied out again.
func (b *Budget) unify(xs ...[]term) {
	lists := make([][]factor, 0, maxTerms)
	for _, ts := range xs {
		for _, t := range ts {
			lists = append(lists, t.rad)
		}
	}
	if !b.coprime(lists...) {
		return
	}
	for i, ts := range xs {
		xs[i] = make([]term, len(ts))
		for j, t := range ts {
			rad := lists[0]
			lists = lists[1:]
			xs[i][j] = b.multiplyOut(term{t.coef, rad}, wholeBits(rad))
		}
	}
}

// mulTerms returns the product of two sums.
func (b *Budget) mulTerms(x, y []term) Value {
	sums := [][]term{x, y}
	b.unify(sums...)
	x = sums[0]
	y = sums[1]
	if !b.spend(termBits(x)+termBits(y), pairCost*len(x)*len(y)) {
		return Value{}
	}
	all := make([]term, 0, len(x)*len(y))
	for _, s := range x {
		for _, t := range y {
			rad := b.mergeFactors(s.rad, t.rad)
			p := b.multiplyOut(term{ratMul(s.coef, t.coef), rad}, wholeBits(rad))
			if b.err != nil {
				return Value{}
			}
			all = append(all, p)
		}
	}
	return b.sum(all)
}

// termBits returns the size of the largest coefficient.
func termBits(ts []term) int {
	size := 1
	for _, t := range ts {
		size = max(size, ratBits(t.coef))
	}
	return size
}
