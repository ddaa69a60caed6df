package search

import "math/bits"

const (
	// modulus is a prime of the form 2^n - 1, so that a remainder takes no division.
	logModulus = 31
	modulus    = 1<<logModulus - 1
	// rootOfUnit is the exponent that undoes the exponent unit: to the power of their product,
	// which is (modulus+1)/2, any residue is itself up to the sign.
	rootOfUnit = (modulus + 1) / 2 / unit
)

// A residue is a number modulo the modulus, with its inverse; both up to the sign.
//
// To compute with residues takes no common factors, and never overflows. Roots have residues, too:
// the modulus is 3 modulo 4, so every residue has just one square root up to the sign.
//
// A number without a residue has the value 0: if it has a factorial, or a part that is a multiple
// of the modulus.
type residue struct{ value, inverse uint64 }

func (r residue) isKnown() bool { return r.value != 0 }

// remainder returns n modulo the modulus.
func remainder(n uint64) uint64 {
	n = n&modulus + n>>logModulus
	n = n&modulus + n>>logModulus
	if n >= modulus {
		n -= modulus
	}
	return n
}

// times returns the product of two remainders.
func times(a, b uint64) uint64 {
	n := a * b
	n = n&modulus + n>>logModulus
	if n >= modulus {
		n -= modulus
	}
	return n
}

// raised returns a to the power of n, above 0.
func raised(a uint64, n int) uint64 {
	power := a
	for bit := bits.Len(uint(n)) - 2; bit >= 0; bit-- {
		power = times(power, power)
		if n>>bit&1 == 1 {
			power = times(power, a)
		}
	}
	return power
}

// inverted returns the inverse of a, which must not be 0.
func inverted(a uint64) uint64 { return raised(a, modulus-2) }

// A reducer finds the residues of numbers, and remembers those of roots. Only one goroutine may use
// it while there is a root that it has not met.
type reducer struct {
	roots map[base]uint64
}

// root returns the residue of a root, or 0 if it has none.
func (r *reducer) root(b base) uint64 {
	if b == 0 {
		return 1
	}
	if b.isFactorial() {
		return 0
	}
	known, ok := r.roots[b]
	if ok {
		return known
	}
	var room [12]power
	powers := room[:0]
	if b.even() {
		// To factor the kernel would take long.
		powers = append(powers, power{b.kernel(), int(b.exponents())})
	} else {
		powers = factorRoot(powers, b, 1, 0)
	}
	// The exponents are in units of 1/unit, so this is the root to the power of unit.
	all := uint64(1)
	for _, p := range powers {
		all = times(all, raised(remainder(p.prime), p.exp))
	}
	all = raised(all, rootOfUnit)
	r.roots[b] = all
	return all
}

// reduce finds the residues of some numbers, at most batchSize. An inverse takes long, and the
// inverses of all come from the inverse of their product.
func (r *reducer) reduce(numbers []number, to []residue) {
	var nums, dens, before [batchSize]uint64
	product := uint64(1)
	for i, n := range numbers {
		nums[i] = times(remainder(n.num), r.root(n.base))
		dens[i] = remainder(n.den)
		before[i] = product
		own := times(nums[i], dens[i])
		if own != 0 {
			product = times(product, own)
		}
	}
	inverse := inverted(product)
	for i := len(numbers) - 1; i >= 0; i-- {
		own := times(nums[i], dens[i])
		if own == 0 {
			to[i] = residue{}
			continue
		}
		inverseOfOwn := times(inverse, before[i])
		inverse = times(inverse, own)
		// num*num/(num*den) is num/den.
		to[i] = residue{
			value:   times(times(nums[i], nums[i]), inverseOfOwn),
			inverse: times(times(dens[i], dens[i]), inverseOfOwn),
		}
	}
}
