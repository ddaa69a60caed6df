package exact

import "math/big"

// A powerTest tells most numbers that are no k-th power at a glance, k a prime.
// Modulo a prime q = 1 mod k only one number in k is a k-th power, and just
// those are 1 (or 0) when raised to (q-1)/k.
type powerTest struct {
	k       uint64
	moduli  [testModuli]uint64
	product uint64 // of the moduli: one division of a large number does for all
}

// testModuli is how many moduli a powerTest has; below testLimit there are as
// many for each k that rootedFactor asks for.
const (
	testModuli = 4
	testLimit  = 1 << 14
)

// excludes tells whether n is certainly no k-th power.
func (t *powerTest) excludes(n *big.Int) bool {
	rest := new(big.Int).SetUint64(t.product)
	if n.IsUint64() {
		rest.SetUint64(n.Uint64() % t.product)
	} else {
		rest.Mod(n, rest)
	}
	r := rest.Uint64()
	for _, q := range t.moduli {
		if powerModulo(r%q, (q-1)/t.k, q) > 1 {
			return true
		}
	}
	return false
}

// powerModulo is x^e modulo q, q below 2^32.
func powerModulo(x, e, q uint64) uint64 {
	p := uint64(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			p = p * x % q
		}
		x = x * x % q
	}
	return p
}
