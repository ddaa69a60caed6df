package countdown

import (
	"math/bits"
	"slices"
)

// A subset is a bit set of tiles. Tiles are sorted, and of equal tiles the
// first ones are used first, so that equal multisets are equal subsets.
type subset uint8

func (m subset) len() int { return bits.OnesCount8(uint8(m)) }

// A sieve is a set of numbers that may have false positives.
type sieve [1 << 13 / 64]uint64

func (s *sieve) add(v int)      { s[v>>6%len(s)] |= 1 << (v & 63) }
func (s *sieve) has(v int) bool { return s[v>>6%len(s)]>>(v&63)&1 != 0 }

// A split is a subset in two parts; small has at most as many tiles as large.
type split struct{ small, large subset }

// A search finds all forms of a board.
//
// It works from both ends. Forwards, it lists every form of up to three tiles and
// puts the values of four in a sieve. Backwards from a target, it takes away one
// small part after another, and looks for the numbers that the rest has to make.
// One bit of a sieve nearly always says that the rest cannot make it; that test
// takes most of the time.
type search struct {
	arena
	tiles []int
	// subsets are all different subsets, by number of tiles.
	subsets []subset
	// splits has the splits of each subset.
	splits [64][]split
	// forms has all forms of each subset of at most listed tiles.
	forms [64][]int32
	// values has the values of each subset of two to four tiles.
	values [64]sieve
}

// listed is how many tiles a subset may have so that all its forms are listed.
const listed = 3

// mostSplits is how many splits the subsets of six different tiles have: (3^6 - 1) / 2.
const mostSplits = 364

func newSearch(board []int) *search {
	s := &search{
		tiles: slices.Clone(board),
		arena: make(arena, 0, 1024),
	}
	slices.Sort(s.tiles)
	backing := make([]split, 0, mostSplits)
	for m := subset(1); m < 1<<len(s.tiles); m++ {
		if pack(s.tiles, m) != m {
			continue
		}
		s.subsets = append(s.subsets, m)
		from := len(backing)
		backing = appendSplits(backing, s.tiles, m)
		s.splits[m] = backing[from:]
	}
	slices.SortStableFunc(s.subsets, func(a, b subset) int { return a.len() - b.len() })
	for _, m := range s.subsets {
		n := m.len()
		switch {
		case n == 1:
			tile := s.tiles[bits.TrailingZeros8(uint8(m))]
			s.forms[m] = []int32{s.add(form{value: tile})}
		case n <= listed:
			s.list(m)
		case n == listed+1:
			s.sift(m)
		}
	}
	return s
}

// appendSplits appends all different splits of a subset of sorted tiles.
func appendSplits(out []split, tiles []int, m subset) []split {
	for a := (m - 1) & m; a != 0; a = (a - 1) & m {
		if pack(tiles, a) != a {
			continue
		}
		b := pack(tiles, m&^a)
		if a.len() < b.len() || a.len() == b.len() && a <= b {
			out = append(out, split{a, b})
		}
	}
	return out
}

// pack moves bits down to the first of equal tiles.
func pack(tiles []int, m subset) subset {
	for i := 1; i < len(tiles); i++ {
		for j := i; j > 0 && tiles[j-1] == tiles[i] && m>>j&1 > m>>(j-1)&1; j-- {
			m ^= 3 << (j - 1)
		}
	}
	return m
}

// list finds every form of a subset from those of its splits.
func (s *search) list(m subset) {
	var out []int32
	for _, p := range s.splits[m] {
		for _, a := range s.forms[p.small] {
			for _, b := range s.forms[p.large] {
				x := s.arena[a].value
				y := s.arena[b].value
				same := p.small == p.large
				out = s.commute(out, '+', x+y, a, b, same)
				out = s.commute(out, '*', x*y, a, b, same)
				if y > x {
					out = s.ordered(out, '-', y-x, b, a)
				} else if x > y && !same {
					out = s.ordered(out, '-', x-y, a, b)
				}
				if y%x == 0 {
					out = s.ordered(out, '/', y/x, b, a)
				}
				if x%y == 0 && !same {
					out = s.ordered(out, '/', x/y, a, b)
				}
			}
		}
	}
	s.forms[m] = out
	for _, f := range out {
		s.values[m].add(s.arena[f].value)
	}
}

// sift puts every value of a subset in its sieve.
func (s *search) sift(m subset) {
	v := &s.values[m]
	for _, p := range s.splits[m] {
		for _, a := range s.forms[p.small] {
			x := s.arena[a].value
			for _, b := range s.forms[p.large] {
				y := s.arena[b].value
				lo := min(x, y)
				hi := max(x, y)
				v.add(x + y)
				v.add(x * y)
				v.add(hi - lo)
				if hi%lo == 0 {
					v.add(hi / lo)
				}
			}
		}
	}
}

// find appends every form of value t that uses all tiles of m.
func (s *search) find(out []int32, m subset, t int) []int32 {
	n := m.len()
	if n == 1 {
		if s.arena[s.forms[m][0]].value == t {
			out = append(out, s.forms[m][0])
		}
		return out
	}
	if n <= listed+1 && !s.values[m].has(t) {
		return out
	}
	if n <= listed {
		for _, f := range s.forms[m] {
			if s.arena[f].value == t {
				out = append(out, f)
			}
		}
		return out
	}
	for _, p := range s.splits[m] {
		same := p.small == p.large
		for _, a := range s.forms[p.small] {
			out = s.undo(out, a, p.large, same, t)
		}
	}
	return out
}

// undo appends the forms of value t that join a with a form of all tiles of rest. same is as in commute.
func (s *search) undo(out []int32, a int32, rest subset, same bool, t int) []int32 {
	x := s.arena[a].value
	if t > x {
		for _, b := range s.find(nil, rest, t-x) {
			out = s.commute(out, '+', t, a, b, same)
		}
	}
	for _, b := range s.find(nil, rest, t+x) {
		out = s.ordered(out, '-', t, b, a)
	}
	if x > t && !same {
		for _, b := range s.find(nil, rest, x-t) {
			out = s.ordered(out, '-', t, a, b)
		}
	}
	if x != 1 {
		if t%x == 0 {
			for _, b := range s.find(nil, rest, t/x) {
				out = s.commute(out, '*', t, a, b, same)
			}
		}
		for _, b := range s.find(nil, rest, t*x) {
			out = s.ordered(out, '/', t, b, a)
		}
		if x > t && x%t == 0 && !same {
			for _, b := range s.find(nil, rest, x/t) {
				out = s.ordered(out, '/', t, a, b)
			}
		}
	}
	return out
}

// commute appends a op b in the order that is a normal form, if one of the two orders is. With same,
// a and b belong to equal subsets. Then it tries only one order, because the caller gives it the
// pair in both.
func (s *search) commute(out []int32, op byte, v int, a, b int32, same bool) []int32 {
	n := len(out)
	out = s.ordered(out, op, v, b, a)
	if len(out) == n && !same {
		out = s.ordered(out, op, v, a, b)
	}
	return out
}

// ordered appends left op right if that is a normal form.
func (s *search) ordered(out []int32, op byte, v int, left, right int32) []int32 {
	if !s.isNormal(op, left, right) {
		return out
	}
	return append(out, s.add(form{v, op, left, right}))
}

// isNormal reports whether left op right is a normal form.
func (s *search) isNormal(op byte, left, right int32) bool {
	l := s.arena[left]
	r := s.arena[right]
	up := family(op)
	if family(r.op) == up {
		return false
	}
	if up == '*' && (l.value == 1 || r.value == 1) {
		return false
	}
	if family(l.op) != up {
		// The form begins a chain, in which the larger of two terms that are added is first.
		return op != up || s.compare(left, right) >= 0
	}
	// The form continues the chain of its left operand.
	if l.op == op {
		return s.compare(l.right, right) >= 0
	}
	// A chain adds before it subtracts.
	return op != up
}

// exact returns every form of value t.
func (s *search) exact(t int) []int32 {
	var out []int32
	for _, m := range s.subsets {
		out = s.find(out, m, t)
	}
	return out
}

// nearest returns every form of the values nearest to t, and their distance from t,
// which is less than t.
func (s *search) nearest(t int) (forms []int32, distance int) {
	forms = s.exact(t)
	for len(forms) == 0 {
		distance++
		if distance < t {
			forms = s.exact(t - distance)
		}
		forms = append(forms, s.exact(t+distance)...)
	}
	return forms, distance
}
