package exact

import (
	"math/big"
	"math/bits"
	"slices"
)

// Fact returns x!. A large one is put off, so that 5040!/5039! costs nothing.
func (b *Budget) Fact(x Value) Value {
	x = b.Settle(x)
	n, ok := x.Int64()
	f := base{n: uint64(n), fact: true}
	switch {
	case b.err != nil:
		return Value{}
	case !x.IsInt() || ratSign(x) < 0:
		return b.fail(ErrFactorial)
	case !ok:
		return b.fail(ErrTooLarge)
	case n < 2:
		return Int(1)
	case f.bits() > 2*atOnce:
		return Value{form: &form{terms: []term{{Int(1), []factor{{f, fracOf(1, 1)}}}}, isPutOff: true}}
	case !b.spend(f.bits(), 1):
		return Value{}
	}
	return fromInt(new(big.Int).MulRange(1, n))
}

// joinFactorials replaces each factorial n! in a product by the next smaller one, m!, if
// n and m are near: n!^e = m!^e * ((m+1)…n)^e. Opposite exponents then cancel.
func (b *Budget) joinFactorials(list []factor) []factor {
	first := len(list)
	for first > 0 && list[first-1].base.fact {
		first--
	}
	for i := len(list) - 1; i > first; i-- {
		n := list[i].base.n
		m := list[i-1].base.n
		size := int(min(n-m, 1<<40)) * bits.Len64(n)
		if size > maxCofactor {
			continue
		}
		if !b.spend(size, 1) {
			return nil
		}
		between := fromInt(new(big.Int).MulRange(int64(m)+1, int64(n)))
		more := b.scaleFactors(b.factors(between), list[i].exp)
		list = slices.Clone(list)
		list[i].base = list[i-1].base
		return b.joinFactorials(b.mergeFactors(more, list))
	}
	return list
}
