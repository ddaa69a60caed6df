package exact

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"

	"reckon/engine/whole"
)

// trialLimit bounds the primes that numbers are divided by. A base of trialLimit
// or more has no smaller prime factor.
const trialLimit = 1024

// maxCofactor bounds what remains of a number after these divisions, in bits.
const maxCofactor = 2048

var primes = whole.Primes(trialLimit)

// powerTests has a test for each prime up to a tenth of maxCofactor, in order. A number
// of at most maxCofactor bits is no higher power of a base above trialLimit, which is 2^10.
var powerTests = func() (tests []powerTest) {
	candidates := whole.Primes(testLimit)
	for _, k := range primes {
		if k*10 > maxCofactor {
			break
		}
		t := powerTest{k: k, product: 1}
		n := 0
		for _, q := range candidates {
			if q%k == 1 && q > trialLimit && n < testModuli {
				t.moduli[n] = q
				t.product *= q
				n++
			}
		}
		tests = append(tests, t)
	}
	return tests
}()

func (s base) int() *big.Int {
	if s.big != nil {
		return s.big
	}
	return new(big.Int).SetUint64(s.n)
}

// bits returns the size of s, or a bound on it for a factorial.
func (s base) bits() int {
	switch {
	case s.fact && s.n > 1<<40:
		return 1 << 46
	case s.fact:
		return int(s.n) * bits.Len64(s.n)
	case s.big != nil:
		return s.big.BitLen()
	}
	return bits.Len64(s.n)
}

// isLarge reports whether s may share a prime factor with another large base. A smaller base is a prime, and divides no
// large one.
func (s base) isLarge() bool { return !s.fact && (s.big != nil || s.n >= trialLimit) }

func compareBase(s, t base) int {
	switch {
	case s.fact && !t.fact:
		return 1
	case t.fact && !s.fact:
		return -1
	case s.big != nil && t.big != nil:
		return s.big.Cmp(t.big)
	case s.big != nil:
		return 1
	case t.big != nil:
		return -1
	}
	return cmp.Compare(s.n, t.n)
}

// factors writes x > 0 as a product of powers, in the order of their bases.
func (b *Budget) factors(x Value) []factor {
	r := x.peek()
	list := b.appendFactors(nil, r.Num(), 1)
	list = b.appendFactors(list, r.Denom(), -1)
	if b.err != nil {
		return nil
	}
	slices.SortFunc(list, func(f, g factor) int { return compareBase(f.base, g.base) })
	return list
}

// appendFactors appends n > 0 or, with sign -1, 1/n as a product of powers.
func (b *Budget) appendFactors(list []factor, n *big.Int, sign int64) []factor {
	if !n.IsUint64() {
		list, n = b.factorBig(list, n, sign)
	}
	if b.err != nil {
		return nil
	}
	if !n.IsUint64() {
		if n.BitLen() > maxCofactor {
			b.fail(ErrTooLarge)
			return nil
		}
		return b.rootedFactor(list, n, sign)
	}
	list, rest := factorSmall(list, n.Uint64(), sign)
	if rest == 1 {
		return list
	}
	isPrime := rest < trialLimit*trialLimit
	if isPrime {
		return append(list, factor{base{n: rest}, fracOf(sign, 1)})
	}
	return b.rootedFactor(list, new(big.Int).SetUint64(rest), sign)
}

// factorSmall appends the prime factors of n below trialLimit. It may stop early if the rest
// is 1 or a prime.
func factorSmall(list []factor, n uint64, sign int64) (factors []factor, rest uint64) {
	for _, p := range primes {
		if p*p > n {
			break
		}
		e := int64(0)
		for ; n%p == 0; n /= p {
			e += sign
		}
		if e != 0 {
			list = append(list, factor{base{n: p}, fracOf(e, 1)})
		}
	}
	return list, n
}

// factorBig appends prime factors of a number of more than 64 bits, until the rest has at
// most 64 bits, or no prime factor below trialLimit.
func (b *Budget) factorBig(list []factor, n *big.Int, sign int64) (factors []factor, rest *big.Int) {
	if !b.spend(n.BitLen(), trialCost) {
		return nil, nil
	}
	m := new(big.Int).Set(n)
	if twos := m.TrailingZeroBits(); twos > 0 {
		m.Rsh(m, twos)
		list = append(list, factor{base{n: 2}, fracOf(int64(twos)*sign, 1)})
	}
	var p, quo, rem big.Int
	for i := 1; i < len(primes) && !m.IsUint64(); {
		// One division by a product of primes finds which of them divide.
		group := i
		product := uint64(1)
		for ; i < len(primes) && product < 1<<53; i++ {
			product *= primes[i]
		}
		remainder := rem.Mod(m, p.SetUint64(product)).Uint64()
		for _, q := range primes[group:i] {
			if remainder%q != 0 {
				continue
			}
			e := int64(0)
			for p.SetUint64(q); ; e++ {
				if !b.spend(m.BitLen(), 1) {
					return nil, nil
				}
				quo.QuoRem(m, &p, &rem)
				if rem.Sign() != 0 {
					break
				}
				m.Set(&quo)
			}
			list = append(list, factor{base{n: q}, fracOf(e*sign, 1)})
		}
	}
	return list, m
}

// rootedFactor appends n or, with sign -1, 1/n as a power of a number that is no perfect
// power. No prime below trialLimit divides n.
func (b *Budget) rootedFactor(list []factor, n *big.Int, sign int64) []factor {
	exp := sign
	for i := range powerTests {
		t := &powerTests[i]
		// The prime factors of n are above trialLimit, which is 2^10.
		if int(t.k)*10 > n.BitLen() {
			break
		}
		for {
			if !b.spend(n.BitLen(), testCost) {
				return nil
			}
			if t.excludes(n) {
				break
			}
			if !b.spend(n.BitLen(), rootCost) {
				return nil
			}
			r, ok := perfectRoot(n, int64(t.k))
			if !ok {
				break
			}
			n = r
			exp *= int64(t.k)
		}
	}
	if n.IsUint64() {
		return append(list, factor{base{n: n.Uint64()}, fracOf(exp, 1)})
	}
	return append(list, factor{base{big: n}, fracOf(exp, 1)})
}

// coprime refines the large bases of lists until any two of them are coprime,
// rewrites the lists by them and reports whether that changed any. Factorials stay.
func (b *Budget) coprime(lists ...[]factor) bool {
	var large []*big.Int
	mayBeComposite := false
	for _, list := range lists {
		for _, f := range list {
			if f.base.isLarge() {
				large = append(large, f.base.int())
				mayBeComposite = mayBeComposite || f.base.big != nil || f.base.n >= trialLimit*trialLimit
			}
		}
	}
	if !mayBeComposite || len(large) < 2 {
		return false
	}
	refined, changed := b.refineBases(large)
	for i, list := range lists {
		if changed && b.err == nil {
			lists[i] = b.rewrite(list, refined)
		}
	}
	return changed
}

// rewrite writes the large bases of list as powers of the given coprime ones.
func (b *Budget) rewrite(list []factor, coprime []*big.Int) []factor {
	var large []factor
	small := make([]factor, 0, len(list))
	for _, f := range list {
		if !f.base.isLarge() {
			small = append(small, f)
			continue
		}
		n := f.base.int()
		for _, r := range coprime {
			if !b.spend(n.BitLen(), divideCost) {
				return nil
			}
			e := int64(0)
			q, rest := new(big.Int).QuoRem(n, r, new(big.Int))
			for ; rest.Sign() == 0; e++ {
				n = q
				q, rest = new(big.Int).QuoRem(n, r, new(big.Int))
			}
			if e > 0 {
				large = b.mergeFactors(large, b.scaleFactors(b.rootedFactor(nil, r, e), f.exp))
			}
		}
	}
	return b.mergeFactors(small, large)
}

// refineBases splits numbers that share a divisor until none do.
func (b *Budget) refineBases(list []*big.Int) (out []*big.Int, changed bool) {
	for len(list) > 0 {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		for i := 0; i < len(out) && n.Cmp(one) > 0; i++ {
			if !b.spend(n.BitLen()+out[i].BitLen(), divisorCost) {
				return nil, false
			}
			if n.Cmp(out[i]) == 0 {
				n = one
				break
			}
			g := new(big.Int).GCD(nil, nil, n, out[i])
			if g.Cmp(one) == 0 {
				continue
			}
			changed = true
			list = append(list, g, new(big.Int).Quo(out[i], g))
			n = new(big.Int).Quo(n, g)
			out = slices.Delete(out, i, i+1)
			i--
		}
		if n.Cmp(one) > 0 {
			out = append(out, n)
		}
	}
	return out, changed
}

// mergeFactors returns the product of f and g, both in order, equal bases joined.
func (b *Budget) mergeFactors(f, g []factor) []factor {
	if len(g) == 0 {
		return f
	}
	out := make([]factor, 0, len(f)+len(g))
	for len(f)+len(g) > 0 {
		if len(f) == 0 || len(g) > 0 && compareBase(g[0].base, f[0].base) < 0 {
			f, g = g, f
		}
		next := f[0]
		f = f[1:]
		last := len(out) - 1
		if last < 0 || compareBase(out[last].base, next.base) != 0 {
			out = append(out, next)
			continue
		}
		exp, ok := out[last].exp.Add(next.exp)
		if !ok {
			b.fail(ErrTooLarge)
			return nil
		}
		out[last].exp = exp
		if exp.Num == 0 {
			out = out[:last]
		}
	}
	return out
}

// scaleFactors returns the product of list to the power e.
func (b *Budget) scaleFactors(list []factor, e frac) []factor {
	out := make([]factor, len(list))
	for i, f := range list {
		exp, ok := f.exp.Mul(e)
		if !ok {
			b.fail(ErrTooLarge)
			return nil
		}
		out[i] = factor{f.base, exp}
	}
	return out
}

// A powerTest recognises quickly most numbers that are no k-th power, k a prime.
// Modulo a prime q = 1 mod k only one number in k is a k-th power, and just
// those are 1 (or 0) when raised to (q-1)/k.
type powerTest struct {
	k      uint64
	moduli [testModuli]uint64
	// product is that of the moduli, so that a large number is divided only once.
	product uint64
}

const (
	// testModuli is how many moduli a powerTest has.
	testModuli = 4
	// testLimit is above the moduli for each k that rootedFactor asks for.
	testLimit = 1 << 14
)

// excludes reports whether n is certainly no k-th power.
func (t *powerTest) excludes(n *big.Int) bool {
	rest := new(big.Int).SetUint64(t.product)
	if n.IsUint64() {
		rest.SetUint64(n.Uint64() % t.product)
	} else {
		rest.Mod(n, rest)
	}
	r := rest.Uint64()
	for _, q := range t.moduli {
		// The products fit, as q is below 2^32.
		power := uint64(1)
		square := r % q
		for e := (q - 1) / t.k; e > 0; e >>= 1 {
			if e&1 == 1 {
				power = power * square % q
			}
			square = square * square % q
		}
		if power > 1 {
			return true
		}
	}
	return false
}
