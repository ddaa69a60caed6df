package countdown

import "slices"

// A hand is up to six tiles, the smallest first, filled up with zeros.
type hand [boardSize]uint8

func (h hand) tiles() []int {
	var out []int
	for _, t := range h {
		if t != 0 {
			out = append(out, int(t))
		}
	}
	return out
}

// handsOf returns the different hands of n tiles that can be drawn.
func handsOf(n int) []hand {
	return appendHands(nil, n, hand{}, 0, 0)
}

// appendHands appends the hands of n tiles that begin with the first held tiles of h, and go on
// with tiles of the bag, from the index from on.
func appendHands(out []hand, n int, h hand, held, from int) []hand {
	if held == n {
		return append(out, h)
	}
	for i := from; i < len(bag); i++ {
		next := h
		for c := 1; c <= copies(bag[i]) && held+c <= n; c++ {
			next[held+c-1] = uint8(bag[i])
			out = appendHands(out, n, next, held+c, i+1)
		}
	}
	return out
}

// A deal is a hand split in two; small has at most as many tiles as large.
type deal struct{ small, large hand }

// deals returns all ways to split a hand in two.
func deals(h hand) []deal {
	var out []deal
	tiles := h.tiles()
	p := newPacking(tiles)
	for _, s := range p.appendSplits(nil, 1<<len(tiles)-1) {
		out = append(out, deal{h.part(s.small), h.part(s.large)})
	}
	return out
}

// part returns a subset of the tiles as a hand.
func (h hand) part(m subset) (part hand) {
	n := 0
	for i, t := range h {
		if m>>i&1 != 0 {
			part[n] = t
			n++
		}
	}
	return part
}

// targets is a bit set of numbers up to maxTarget.
type targets [maxTarget/64 + 1]uint64

// wideMax is the greatest number of five tiles from which one more tile can make a
// target: by dividing it by 100.
const wideMax = maxTarget * 100

func add(set []uint64, v int)      { set[v>>6] |= 1 << (v & 63) }
func has(set []uint64, v int) bool { return set[v>>6]>>(v&63)&1 != 0 }

func (s *targets) merge(o *targets) {
	for i := range s {
		s[i] |= o[i]
	}
}

// joins is what five tiles make: alone, and with one more tile, by its index in the bag.
type joins struct {
	alone targets
	with  []targets
}

// A sweep knows what hands of fewer than six tiles make.
type sweep struct {
	// values are the numbers that use all tiles of a hand of up to four.
	values map[hand][]int32
	// made are the numbers up to maxTarget that use some or all tiles of such a hand.
	made map[hand]targets
	// joined has what each hand of five tiles makes.
	joined map[hand]*joins
}

// newSweep finds what the hands of up to four tiles make. Smaller hands come first, because larger
// ones are made of them.
func newSweep() *sweep {
	s := &sweep{values: map[hand][]int32{}, made: map[hand]targets{}}
	for n := 1; n <= 4; n++ {
		for _, h := range handsOf(n) {
			s.addHand(h, deals(h))
		}
	}
	return s
}

// addHand finds what a hand makes from the parts of its deals.
func (s *sweep) addHand(h hand, deals []deal) {
	var values []int32
	var made targets
	if len(deals) == 0 {
		// The hand is a single tile.
		values = []int32{int32(h[0])}
	}
	for _, p := range deals {
		values = appendValues(values, s.values[p.small], s.values[p.large])
		for _, part := range []hand{p.small, p.large} {
			m := s.made[part]
			made.merge(&m)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	for _, v := range values {
		if v <= maxTarget {
			add(made[:], int(v))
		}
	}
	s.values[h] = values
	s.made[h] = made
}

// appendValues appends every number that one of xs and one of ys together make.
func appendValues(values, xs, ys []int32) []int32 {
	for _, x := range xs {
		for _, y := range ys {
			lo := min(x, y)
			hi := max(x, y)
			values = append(values, x+y, x*y)
			if lo != hi {
				values = append(values, hi-lo)
			}
			if hi%lo == 0 {
				values = append(values, hi/lo)
			}
		}
	}
	return values
}

// join returns what a hand of five tiles makes.
func (s *sweep) join(h hand) joins {
	var j joins
	set := make([]uint64, wideMax/64+1)
	for _, p := range deals(h) {
		pairs(s.values[p.small], s.values[p.large], 1, wideMax, set)
		// The larger parts hold every four of the tiles, and so all that fewer than five tiles make.
		m := s.made[p.large]
		j.alone.merge(&m)
	}
	for v := range maxTarget + 1 {
		if has(set, v) {
			add(j.alone[:], v)
		}
	}
	j.with = make([]targets, len(bag))
	for i, x := range bag {
		with := &j.with[i]
		for t := minTarget; t <= maxTarget; t++ {
			// x is below every target, so nothing is subtracted from it, and it is not divided.
			isSum := has(set, t-x) || has(set, t+x)
			isProduct := t%x == 0 && has(set, t/x)
			isQuotient := has(set, t*x)
			if isSum || isProduct || isQuotient {
				add(with[:], t)
			}
		}
	}
	return j
}

// board returns the targets that a board makes, and some of the numbers below minTarget.
func (s *sweep) board(h hand) targets {
	var out targets
	for _, p := range deals(h) {
		isSingleTile := p.small[1] == 0
		if isSingleTile {
			j := s.joined[p.large]
			out.merge(&j.alone)
			i, _ := slices.BinarySearch(bag, int(p.small[0]))
			out.merge(&j.with[i])
			continue
		}
		pairs(s.values[p.small], s.values[p.large], minTarget, maxTarget, out[:])
	}
	return out
}

// pairs adds every number from least to most that one of xs and one of ys together make.
func pairs(xs, ys []int32, least, most int, set []uint64) {
	for _, x := range xs {
		for _, y := range ys {
			lo := int(min(x, y))
			hi := int(max(x, y))
			if v := hi + lo; v >= least && v <= most {
				add(set, v)
			}
			if v := hi - lo; v >= least && v <= most {
				add(set, v)
			}
			if v := hi * lo; v >= least && v <= most {
				add(set, v)
			}
			if hi >= least*lo && hi <= most*lo && hi%lo == 0 {
				add(set, hi/lo)
			}
		}
	}
}
