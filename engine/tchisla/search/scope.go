package search

// A Scope is what a search of FindAll went through, and all that can be said for
// it: that within these limits it found nothing shorter. That is no proof.
//
// The search held every number written with up to Levels times the digit that is
// within the limits of its level and whose parts were held: a fraction, alone or
// times a root up to six square roots deep or times m! above 20!; joined by
// + - * / ^, √ and !, with sums of like roots only, negative exponents, and
// powers too large to hold when square roots bring them down. The limits close
// in from level to level (wideLimits and closeLimits). It looked for every target
// in these numbers and, one step backward, as one operation on two of them, a
// factorial or up to two square roots around it. Of the numbers of the last level
// one in 10^10 or so may be lost (see fingerprints).
type Scope struct {
	Digit   int
	Levels  int  // of digits, at least 1: see above
	Wide    bool // the limits were wideLimits, else closeLimits
	Numbers int  // held
}

// Reach is the number of digits up to which the search went through all there is
// within its limits: one more than it held.
func (s Scope) Reach() int { return s.Levels + 1 }
