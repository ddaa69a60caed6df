package countdown

import (
	"math/bits"
	"slices"
)

// A subset is a bit set of tiles. Tiles are sorted, and of equal tiles the
// first ones are used first, so that equal multisets are equal subsets.
type subset uint8

func (m subset) len() int { return bits.OnesCount8(uint8(m)) }

// A sieve is a set of numbers above 0 that may have false positives.
type sieve [1 << 12 / 64]uint64

func (s *sieve) add(v int) { s[uint(v)/64%uint(len(s))] |= 1 << (uint(v) % 64) }

func (s *sieve) has(v int) bool { return s.bit(uint(v)) != 0 }

// bit is has as a number.
func (s *sieve) bit(v uint) uint64 { return s[v/64%uint(len(s))] >> (v % 64) & 1 }

// hasPartner reports whether a number of the sieve may make t with x.
func (s *sieve) hasPartner(t, x int) bool {
	hi := uint(max(t, x))
	lo := uint(min(t, x))
	// The processor foresees one branch better than three.
	if s.bit(hi+lo)|s.bit(hi-lo)|s.bit(hi*lo) != 0 {
		return true
	}
	quotient := hi / lo
	return quotient*lo == hi && s.bit(quotient) != 0
}

// A span is forms that follow each other in the arena: from the one of index from, up to but not
// including the one of index to.
type span struct{ from, to int32 }

// A split is a subset in two parts; small has at most as many tiles as large.
type split struct{ small, large subset }

// A search finds all forms of a board.
//
// It works from both ends. Forwards, it lists every form of up to three tiles and
// puts the values of four in a sieve. Backwards from a target, it takes away one
// small part after another, and looks for the numbers that the rest has to make.
// Four bits of a sieve nearly always say that the rest makes none of them; that test
// takes most of the time. So it is done once for each number that the small part makes, and
// not for each form.
type search struct {
	arena
	tiles []int
	// subsets are all different subsets, by number of tiles.
	subsets []subset
	// splits has the splits of each subset.
	splits [64][]split
	// forms has all forms of each subset of at most listed tiles, and numbers their different
	// values.
	forms   [64]span
	numbers [64][]int
	// sieves has the values of each subset of three or four tiles.
	sieves [64]*sieve
}

// listed is how many tiles a subset may have so that all its forms are listed.
const listed = 3

// mostSplits is enough for the splits of all subsets together. Those of six different tiles have 301.
const mostSplits = 364

// usualForms is how many forms nine of ten searches need at most.
const usualForms = 640

// mostSubsets is how many subsets six different tiles have.
const mostSubsets = 63

// mostSieves is how many subsets of three and four tiles six different tiles have.
const mostSieves = 20 + 15

func newSearch(board []int) *search {
	s := &search{
		tiles: slices.Clone(board),
		arena: make(arena, 0, usualForms),
	}
	slices.Sort(s.tiles)
	p := newPacking(s.tiles)
	splits := make([]split, 0, mostSplits)
	s.subsets = make([]subset, 0, mostSubsets)
	for n := 1; n <= len(s.tiles); n++ {
		for m := subset(1); m < 1<<len(s.tiles); m++ {
			if m.len() != n || p[m] != m {
				continue
			}
			s.subsets = append(s.subsets, m)
			from := len(splits)
			splits = p.appendSplits(splits, m)
			s.splits[m] = splits[from:]
		}
	}
	sieves := make([]sieve, mostSieves)
	numbers := make([]int, 0, usualForms)
	for _, m := range s.subsets {
		n := m.len()
		if n == listed || n == listed+1 {
			s.sieves[m] = &sieves[0]
			sieves = sieves[1:]
		}
		switch {
		case n > listed+1:
			continue
		case n == listed+1:
			s.sift(m)
			continue
		case n > 1:
			s.list(m)
		default:
			i := s.add(form{value: s.tiles[bits.TrailingZeros8(uint8(m))]})
			s.forms[m] = span{i, i + 1}
		}
		from := len(numbers)
		numbers = s.appendNumbers(numbers, m)
		s.numbers[m] = numbers[from:]
	}
	return s
}

// A packing moves the bits of each subset down to the first of equal tiles.
type packing [64]subset

func newPacking(tiles []int) (p packing) {
	for m := range subset(1) << len(tiles) {
		p[m] = m
		for i := 1; i < len(tiles); i++ {
			for j := i; j > 0 && tiles[j-1] == tiles[i] && p[m]>>j&1 > p[m]>>(j-1)&1; j-- {
				p[m] ^= 3 << (j - 1)
			}
		}
	}
	return p
}

// appendSplits appends all different splits of a subset of sorted tiles.
func (p *packing) appendSplits(out []split, m subset) []split {
	for a := (m - 1) & m; a != 0; a = (a - 1) & m {
		if p[a] != a {
			continue
		}
		b := p[m&^a]
		if a.len() < b.len() || a.len() == b.len() && a <= b {
			out = append(out, split{a, b})
		}
	}
	return out
}

// list adds every form of a subset: each joins a form of the small part of a split to one of the large
// part.
func (s *search) list(m subset) {
	from := int32(len(s.arena))
	for _, p := range s.splits[m] {
		same := p.small == p.large
		small := s.forms[p.small]
		large := s.forms[p.large]
		for a := small.from; a < small.to; a++ {
			for b := large.from; b < large.to; b++ {
				s.combine(a, b, same)
			}
		}
	}
	s.forms[m] = span{from, int32(len(s.arena))}
}

// combine adds the forms that join two forms. same is as in commute.
func (s *search) combine(a, b int32, same bool) {
	x := s.arena[a].value
	y := s.arena[b].value
	s.commute('+', x+y, a, b, same)
	s.commute('*', x*y, a, b, same)
	if y > x {
		s.ordered('-', y-x, b, a)
	} else if x > y && !same {
		s.ordered('-', x-y, a, b)
	}
	if y >= x && y%x == 0 {
		s.ordered('/', y/x, b, a)
	}
	if x >= y && !same && x%y == 0 {
		s.ordered('/', x/y, a, b)
	}
}

// appendNumbers appends the different values of the forms of a subset, and puts them in the subset's
// sieve if there is one.
func (s *search) appendNumbers(list []int, m subset) []int {
	from := len(list)
	values := s.sieves[m]
	for _, f := range s.arena[s.forms[m].from:s.forms[m].to] {
		if values == nil || values.has(f.value) {
			if slices.Contains(list[from:], f.value) {
				continue
			}
		}
		list = append(list, f.value)
		if values != nil {
			values.add(f.value)
		}
	}
	return list
}

// sift puts every value of a subset in its sieve.
func (s *search) sift(m subset) {
	values := s.sieves[m]
	for _, p := range s.splits[m] {
		for _, x := range s.numbers[p.small] {
			for _, y := range s.numbers[p.large] {
				lo := min(x, y)
				hi := max(x, y)
				values.add(x + y)
				values.add(x * y)
				values.add(hi - lo)
				if hi%lo == 0 {
					values.add(hi / lo)
				}
			}
		}
	}
}

// find appends every form of value t that uses all tiles of m.
func (s *search) find(out []int32, m subset, t int) []int32 {
	values := s.sieves[m]
	if values != nil && !values.has(t) {
		return out
	}
	if m.len() <= listed {
		return s.appendForms(out, m, t)
	}
	for _, p := range s.splits[m] {
		rest := s.sieves[p.large]
		for _, x := range s.numbers[p.small] {
			if rest == nil || rest.hasPartner(t, x) {
				out = s.undo(out, x, p, t)
			}
		}
	}
	return out
}

// appendForms appends every listed form of value t that uses all tiles of m.
func (s *search) appendForms(out []int32, m subset, t int) []int32 {
	for i := s.forms[m].from; i < s.forms[m].to; i++ {
		if s.arena[i].value == t {
			out = append(out, i)
		}
	}
	return out
}

// undo appends the forms of value t that join a form of value x of the small part of a split with a
// form of the large part.
func (s *search) undo(out []int32, x int, p split, t int) []int32 {
	same := p.small == p.large
	j := joining{p, x, t}
	if t > x {
		out = s.join(out, j, '+', t-x, false)
	}
	out = s.join(out, j, '-', t+x, false)
	if x > t && !same {
		out = s.join(out, j, '-', x-t, true)
	}
	if x == 1 {
		// A form has no factor of 1.
		return out
	}
	if t%x == 0 {
		out = s.join(out, j, '*', t/x, false)
	}
	out = s.join(out, j, '/', t*x, false)
	if x > t && x%t == 0 && !same {
		out = s.join(out, j, '/', x/t, true)
	}
	return out
}

// A joining makes t of a number x of the small part of a split and a number of the large part.
type joining struct {
	split
	x, t int
}

// join appends the forms that make j.t of j.x and y by an operation. xIsLeft says which of them is the left
// operand of a difference or quotient.
func (s *search) join(out []int32, j joining, op byte, y int, xIsLeft bool) []int32 {
	found := s.find(nil, j.large, y)
	if len(found) == 0 {
		return out
	}
	for _, a := range s.appendForms(nil, j.small, j.x) {
		for _, b := range found {
			var isNormal bool
			switch {
			case op == family(op):
				isNormal = s.commute(op, j.t, a, b, j.small == j.large)
			case xIsLeft:
				isNormal = s.ordered(op, j.t, a, b)
			default:
				isNormal = s.ordered(op, j.t, b, a)
			}
			if isNormal {
				out = append(out, int32(len(s.arena)-1))
			}
		}
	}
	return out
}

// commute adds a op b in the order that is a normal form, and reports whether one of the two orders
// is. With same, a and b belong to equal subsets. Then it tries only one order, because the caller
// gives it the pair in both.
func (s *search) commute(op byte, v int, a, b int32, same bool) bool {
	return s.ordered(op, v, b, a) || !same && s.ordered(op, v, a, b)
}

// ordered adds left op right if that is a normal form, and reports whether it is.
func (s *search) ordered(op byte, v int, left, right int32) bool {
	if !s.isNormal(op, left, right) {
		return false
	}
	s.add(form{v, op, left, right})
	return true
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
