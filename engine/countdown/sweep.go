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

func (h hand) large() int {
	n := 0
	for _, t := range h {
		if isLarge(int(t)) {
			n++
		}
	}
	return n
}

// of picks the tiles of a subset.
func (h hand) of(m subset) hand {
	var out hand
	n := 0
	for i, t := range h {
		if m>>i&1 != 0 {
			out[n] = t
			n++
		}
	}
	return out
}

// with adds a tile to a hand of n tiles.
func (h hand) with(n, tile int) hand {
	h[n] = uint8(tile)
	return h
}

// handsOf lists the different hands of n tiles that can be drawn.
func handsOf(n int) []hand {
	var out []hand
	tiles := bag()
	var draw func(h hand, have, from int)
	draw = func(h hand, have, from int) {
		if have == n {
			out = append(out, h)
			return
		}
		for i := from; i < len(tiles); i++ {
			next := h
			for c := 1; c <= copies(tiles[i]) && have+c <= n; c++ {
				next = next.with(have+c-1, tiles[i])
				draw(next, have+c, i+1)
			}
		}
	}
	draw(hand{}, 0, 0)
	return out
}

// targets is a set of numbers below 1024.
type targets [16]uint64

func (s *targets) add(v int)      { s[v>>6] |= 1 << (v & 63) }
func (s *targets) has(v int) bool { return s[v>>6]>>(v&63)&1 != 0 }

func (s *targets) merge(o *targets) {
	for i := range s {
		s[i] |= o[i]
	}
}

// wideMax is the greatest number of five tiles that one more tile can bring to
// a target: by dividing it by 100.
const wideMax = maxTarget * 100

// wide is a set of numbers up to wideMax.
type wide [wideMax/64 + 1]uint64

func (s *wide) add(v int)      { s[v>>6] |= 1 << (v & 63) }
func (s *wide) has(v int) bool { return s[v>>6]>>(v&63)&1 != 0 }

// joins is what five tiles and one more make, by the index in the bag of the
// one more; and what the five make without it.
type joins struct {
	alone targets
	with  []targets
}

// A sweep knows what hands of fewer tiles make.
type sweep struct {
	values map[hand][]int32 // up to four tiles: all numbers of exactly these
	made   map[hand]targets // up to four tiles: numbers up to maxTarget of any of these
	joined map[hand]*joins  // five tiles
}

func newSweep() *sweep {
	s := &sweep{values: map[hand][]int32{}, made: map[hand]targets{}}
	for n := 1; n <= 4; n++ {
		for _, h := range handsOf(n) {
			s.values[h], s.made[h] = s.hand(h)
		}
	}
	return s
}

// hand works out a hand from the hands of its splits.
func (s *sweep) hand(h hand) (values []int32, made targets) {
	if h[1] == 0 {
		values = []int32{int32(h[0])}
	}
	for _, p := range deals(h) {
		for _, x := range s.values[p.small] {
			for _, y := range s.values[p.large] {
				lo, hi := min(x, y), max(x, y)
				values = append(values, x+y, x*y)
				if lo != hi {
					values = append(values, hi-lo)
				}
				if hi%lo == 0 {
					values = append(values, hi/lo)
				}
			}
		}
		for _, part := range []hand{p.small, p.large} {
			m := s.made[part]
			made.merge(&m)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	for _, v := range values {
		if v > maxTarget {
			break
		}
		made.add(int(v))
	}
	return values, made
}

// A deal is a hand in two parts.
type deal struct{ small, large hand }

// deals lists the ways to deal all of a hand, as search does it.
func deals(h hand) []deal {
	var out []deal
	tiles := h.tiles()
	for _, p := range appendSplits(nil, tiles, 1<<len(tiles)-1) {
		out = append(out, deal{h.of(p.small), h.of(p.large)})
	}
	return out
}

// join works out a hand of five tiles and what each further tile makes of it.
func (s *sweep) join(h hand, set *wide) joins {
	clear(set[:])
	var j joins
	for _, p := range deals(h) {
		pairs(s.values[p.small], s.values[p.large], 1, wideMax, set.add)
		m := s.made[p.large]
		j.alone.merge(&m)
	}
	for v := range maxTarget + 1 {
		if set.has(v) {
			j.alone.add(v)
		}
	}
	tiles := bag()
	j.with = make([]targets, len(tiles))
	for i, x := range tiles {
		w := &j.with[i]
		for t := minTarget; t <= maxTarget; t++ {
			if set.has(t-x) || set.has(t+x) || set.has(t*x) || t%x == 0 && set.has(t/x) {
				w.add(t)
			}
		}
	}
	return j
}

// board works out which numbers up to maxTarget a board makes.
func (s *sweep) board(h hand) targets {
	var out targets
	tiles := bag()
	for _, p := range deals(h) {
		if p.small[1] == 0 {
			j := s.joined[p.large]
			out.merge(&j.alone)
			i, _ := slices.BinarySearch(tiles, int(p.small[0]))
			out.merge(&j.with[i])
			continue
		}
		pairs(s.values[p.small], s.values[p.large], minTarget, maxTarget, out.add)
	}
	return out
}

// pairs adds every number from least to most that one of xs and one of ys
// make, and may add others of that range only if they do.
func pairs(xs, ys []int32, least, most int, add func(int)) {
	for _, x := range xs {
		for _, y := range ys {
			lo, hi := int(min(x, y)), int(max(x, y))
			if v := hi + lo; v >= least && v <= most {
				add(v)
			}
			if v := hi - lo; v >= least && v <= most {
				add(v)
			}
			if v := hi * lo; v >= least && v <= most {
				add(v)
			}
			if hi >= least*lo && hi <= most*lo && hi%lo == 0 {
				add(hi / lo)
			}
		}
	}
}
