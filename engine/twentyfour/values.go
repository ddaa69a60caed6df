package twentyfour

import (
	"cmp"
	"math/bits"

	"reckon/engine/whole"
)

// A ratio is an exact fraction. Its parts fit 64 bits:
//
//   - Six cards of at most 999 cannot make a numerator or denominator beyond 999^6 < 2^60, nor
//     can the sums on the way to one: a numerator of full degree 6 is a plain product.
//   - What a search looks for is below 2^62: it joins a number that it may find, below 999^4
//     or the goal, to one of at most 999^2, or of 999^3 where both are of three cards.
//   - Of ten cards of at most 99 only the plain product is beyond 99^9 < 2^60 times the sums
//     of one step, and it is no goal.
//   - A seeker looks for a number below 10^6 times the cards that it has joined, and below
//     100 to the power of the number of cards left. It joins the number to one of at most half
//     of these cards, so it stays within 10^18.
type ratio whole.Ratio

func integer(n int64) ratio { return ratio{Num: n, Den: 1} }

func (r ratio) add(s ratio) ratio {
	if r.Den == 1 && s.Den == 1 {
		return integer(r.Num + s.Num)
	}
	return ratio(whole.Lowest(r.Num*s.Den+s.Num*r.Den, r.Den*s.Den))
}

func (r ratio) mul(s ratio) ratio {
	if r.Den == 1 && s.Den == 1 {
		return integer(r.Num * s.Num)
	}
	return ratio(whole.Lowest(r.Num*s.Num, r.Den*s.Den))
}

// inverse returns 1/r; r must not be 0.
func (r ratio) inverse() ratio {
	if r.Num < 0 {
		return ratio{Num: -r.Den, Den: -r.Num}
	}
	return ratio{Num: r.Den, Den: r.Num}
}

// div returns r/s; s must not be 0.
func (r ratio) div(s ratio) ratio { return r.mul(s.inverse()) }

func (r ratio) neg() ratio        { return ratio{Num: -r.Num, Den: r.Den} }
func (r ratio) sub(s ratio) ratio { return r.add(s.neg()) }
func (r ratio) abs() ratio        { return ratio{Num: max(r.Num, -r.Num), Den: r.Den} }
func (r ratio) sign() int         { return cmp.Compare(r.Num, 0) }

// compare orders ratios; neither may be negative.
func (r ratio) compare(s ratio) int {
	rh, rl := bits.Mul64(uint64(r.Num), uint64(s.Den))
	sh, sl := bits.Mul64(uint64(s.Num), uint64(r.Den))
	if rh != sh {
		return cmp.Compare(rh, sh)
	}
	return cmp.Compare(rl, sl)
}

// A valueSet holds values in the order in which they were first added, with an open hash table over
// them; for a whole deck of hands a Go map takes one and a half times as long.
type valueSet struct {
	values []ratio
	// slots hold indices in values, plus one. A slot of 0 is free. Their number is a power of
	// two.
	slots []int32
	// hints has a bit for the hash of each value, because most searches are for values that
	// are not in the set.
	hints [4]uint64
}

// newValueSet returns an empty set with room for as many values as a group of up to three cards
// usually has. Groups of more cards are few, so their sets begin small and grow.
func newValueSet(cards int) valueSet {
	room := 1
	switch cards {
	case 2:
		room = 6
	case 3:
		room = 60
	}
	return valueSet{
		values: make([]ratio, 0, room),
		slots:  make([]int32, 2<<bits.Len(uint(room))),
	}
}

// find returns the index of v in values, or -1.
func (s *valueSet) find(v ratio) int {
	h := v.hash()
	if s.hints[h>>30]>>(h>>24&63)&1 == 0 {
		return -1
	}
	for ; ; h++ {
		i := s.slots[h&uint32(len(s.slots)-1)]
		if i == 0 || s.values[i-1] == v {
			return int(i) - 1
		}
	}
}

// add adds v if it is new, and returns its index.
func (s *valueSet) add(v ratio) int {
	if 2*len(s.values) >= len(s.slots) {
		s.slots = make([]int32, 2*len(s.slots))
		for i := range s.values {
			s.place(i + 1)
		}
	}
	i := s.find(v)
	if i < 0 {
		i = len(s.values)
		s.values = append(s.values, v)
		s.place(len(s.values))
	}
	return i
}

// place puts values[i-1] into slots.
func (s *valueSet) place(i int) {
	h := s.values[i-1].hash()
	s.hints[h>>30] |= 1 << (h >> 24 & 63)
	for s.slots[h&uint32(len(s.slots)-1)] != 0 {
		h++
	}
	s.slots[h&uint32(len(s.slots)-1)] = int32(i)
}

func (r ratio) hash() uint32 {
	return uint32((uint64(r.Num)*0x9e3779b97f4a7c15 + uint64(r.Den)*0xc2b2ae3d27d4eb4f) >> 32)
}

// numbers are some values of a group, in any order.
type numbers struct {
	whole     []int64
	fractions []ratio
}

// newNumbers returns an empty list. It has room for count numbers, if half of them are whole.
func newNumbers(count int) *numbers {
	return &numbers{
		whole:     make([]int64, 0, count/2+1),
		fractions: make([]ratio, 0, count/2+1),
	}
}

func (n *numbers) add(v ratio) {
	if v.Den == 1 {
		n.whole = append(n.whole, v.Num)
	} else {
		n.fractions = append(n.fractions, v)
	}
}
