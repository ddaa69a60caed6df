package search

// A sieve tells of most numbers that they are not held, by their residues alone: to work out a
// number and look it up takes many times as long. A number that is held always passes, and another
// one passes if it shares a bit with a number held. Numbers without a residue always pass.
type sieve struct {
	// bits has a power of two of bits, 64 to a word.
	bits []uint64
	// mask takes the number of a bit from a residue.
	mask uint64
	// entries is how many entries of the levels were put in.
	entries int
	// reducer has met the roots of these entries.
	reducer reducer
	// isFull means that there are too many entries, and that every number passes.
	isFull bool
}

const (
	// bitsPerEntry lets few other numbers pass. With more bits the sieve is too large for the
	// cache.
	bitsPerEntry = 32
	leastBits    = 1 << 12
	mostBits     = 1 << 24
	// mostSifted is how many entries still leave most of the bits free.
	mostSifted = mostBits / 4
)

// sieveBits returns how many bits are good for that many entries: a power of two.
func sieveBits(entries int) int {
	size := leastBits
	for size < min(mostBits, bitsPerEntry*entries) {
		size *= 2
	}
	return size
}

func (s *sieve) add(r residue) {
	i := s.index(r.value)
	s.bits[i/64] |= 1 << (i % 64)
}

// residues finds the residues of numbers, or none if every number passes.
func (s *sieve) residues(numbers []number, to []residue) {
	if s.isFull {
		clear(to)
		return
	}
	s.reducer.reduce(numbers, to)
}

// has reports whether a number with that residue may be held.
func (s *sieve) has(value uint64) bool {
	i := s.index(value)
	return s.bits[i/64]>>(i%64)&1 != 0
}

// index returns the bit of a residue and of its negative.
func (s *sieve) index(value uint64) uint64 {
	return min(value, modulus-value) & s.mask
}

// An aim is a goal with its base and its residue. These two rule most numbers out.
type aim struct {
	residue
	base base
	*goal
}

// mayMeet reports whether a number that makes the goal with x by a rule of arithmetic may be held:
// one of those of eachPartner. r is the residue of x.
func (a *aim) mayMeet(x number, r residue, held *sieve) bool {
	if !a.isKnown() || !r.isKnown() {
		return true
	}
	// Only numbers of one base have sums that are numbers.
	if x.base == a.base {
		sum := remainder(a.residue.value + r.value)
		difference := remainder(a.residue.value + modulus - r.value)
		if held.has(sum) || held.has(difference) {
			return true
		}
	}
	return held.has(times(a.residue.value, r.inverse)) ||
		held.has(times(a.residue.value, r.value)) ||
		held.has(times(r.value, a.inverse))
}
