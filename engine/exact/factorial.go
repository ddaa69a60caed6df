package exact

import (
	"math/big"
	"math/bits"

	"reckon/engine/whole"
)

// maxFactored bounds n where n! is written as powers of primes, which takes a
// root of it.
const maxFactored = 2000

// Fact returns x!. A large one is put off, so that 5040!/5039! costs nothing.
func (b *Budget) Fact(x Value) (Value, error) {
	x, err := b.Settle(x)
	if err != nil {
		return Value{}, err
	}
	if !x.IsInt() || ratSign(x) < 0 {
		return Value{}, ErrFactorial
	}
	n, ok := x.Int64()
	switch {
	case !ok:
		return Value{}, ErrTooLarge
	case n < 2:
		return Int(1), nil
	}
	f := base{n: uint64(n), fact: true}
	if f.bits() <= 2*atOnce {
		if err := b.spend(f.bits(), 1); err != nil {
			return Value{}, err
		}
		return FromRat(new(big.Rat).SetInt(new(big.Int).MulRange(1, n))), nil
	}
	return Value{form: &form{terms: []term{{Int(1), []factor{{f, fracOf(1, 1)}}}}, off: true}}, nil
}

// joinFactorials writes, of factorials in one product, each by the next
// smaller one if they are near: n!^e = m!^e * ((m+1)…n)^e. Opposite exponents
// then cancel.
func (b *Budget) joinFactorials(list []factor) ([]factor, error) {
	first := len(list)
	for first > 0 && list[first-1].base.fact {
		first--
	}
	for i := len(list) - 1; i > first; i-- {
		n, m := list[i].base.n, list[i-1].base.n
		size := int(min(n-m, 1<<40)) * bits.Len64(n)
		if size > maxCofactor {
			continue
		}
		if err := b.spend(size, 1); err != nil {
			return nil, err
		}
		between := FromRat(new(big.Rat).SetInt(new(big.Int).MulRange(int64(m)+1, int64(n))))
		more, err := b.factors(between)
		if err != nil {
			return nil, err
		}
		if more, err = scaleFactors(more, list[i].exp); err != nil {
			return nil, err
		}
		kept := append([]factor{}, list[:i]...)
		kept = append(kept, factor{list[i-1].base, list[i].exp})
		kept = append(kept, list[i+1:]...)
		if kept, err = sortFactors(kept); err != nil {
			return nil, err
		}
		if list, err = mergeFactors(more, kept); err != nil {
			return nil, err
		}
		return b.joinFactorials(list)
	}
	return list, nil
}

// factorialPrimes writes n!^e as powers of primes, by Legendre's formula.
func (b *Budget) factorialPrimes(n uint64, e frac) ([]factor, error) {
	if n > maxFactored {
		return nil, ErrTooLarge
	}
	if err := b.spend(int(n), 1); err != nil {
		return nil, err
	}
	var list []factor
	for _, p := range whole.Primes(int(n) + 1) {
		k := int64(0)
		for m := n / p; m > 0; m /= p {
			k += int64(m)
		}
		list = append(list, factor{base{n: p}, fracOf(k, 1)})
	}
	return scaleFactors(list, e)
}
