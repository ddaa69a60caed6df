package whole

// Primes lists the primes below limit.
func Primes(limit int) []uint64 {
	composite := make([]bool, max(limit, 0))
	var list []uint64
	for p := 2; p < limit; p++ {
		if composite[p] {
			continue
		}
		list = append(list, uint64(p))
		for q := p * p; q < limit; q += p {
			composite[q] = true
		}
	}
	return list
}

// A Power is Base^Exp, Exp >= 1.
type Power struct {
	Base uint64
	Exp  int
}

// Divide appends to list the powers of primes in n, which is above 0, and
// returns what is left when they are divided out. The primes are those that
// Primes gives for some limit; the rest is 1 or has no prime factor below that
// limit. A rest below the square of the greatest of primes would be a prime, and
// is among the powers instead.
func Divide(list []Power, n uint64, primes []uint64) (powers []Power, rest uint64) {
	for _, p := range primes {
		if p*p > n {
			break
		}
		if n%p != 0 {
			continue
		}
		e := 0
		for ; n%p == 0; n /= p {
			e++
		}
		list = append(list, Power{p, e})
	}
	if last := len(primes) - 1; n > 1 && last >= 0 && n < primes[last]*primes[last] {
		return append(list, Power{n, 1}), 1
	}
	return list, n
}
