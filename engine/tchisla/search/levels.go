package search

import (
	"runtime"
	"slices"
	"sort"
)

// levels hold every number found with 1, 2, 3 … digits. They hold each number once, at the
// lowest level that makes it, with the operation that makes it. All levels but the last are
// in the order in which they are joined (order).
//
// An entry is a row of the columns keys, op, left and right.
type levels struct {
	digit uint64
	// limit has the limits of the level being made.
	limit *limits
	keys  []key
	op    []operation
	left  []uint32
	right []uint32
	// slots is an open-addressing index of entries: 26 bits of entry number and 6 bits of
	// hash, so that nine of ten misses are settled without touching the columns. The hash of a
	// key, shifted by shift, is the first slot to look at.
	slots []uint32
	shift uint
	sieve sieve
	// calcs are the calculators of the workers.
	calcs []*calculator
	// starts has the first entry of each level, and of the level being made.
	starts []int
	// blocks are the entries by level, cut by their bases.
	blocks [][]block
	// exponentLists are the exponents by level, in the order of their odd parts.
	exponentLists [][]exponent
	// whole are the integers by level in the range of factorial ratios, ascending.
	whole [][]uint32
	// max is how many entries there may be. full means that there were more.
	max  int
	full bool
}

const (
	tagBits    = 6
	entryBits  = 32 - tagBits
	maxEntries = 1<<entryBits - 2

	liveEntries = 4_000_000

	// bytesPerEntry is for the columns, without the slots.
	bytesPerEntry = 25
	bytesPerSlot  = 4
)

// newLevels returns levels of at most that many entries, 0 meaning liveEntries.
func newLevels(digit, most int) *levels {
	if most <= 0 {
		most = liveEntries
	}
	t := &levels{
		digit:         uint64(digit),
		max:           min(most, maxEntries),
		starts:        []int{0, 0},
		blocks:        [][]block{nil},
		exponentLists: [][]exponent{nil},
		whole:         [][]uint32{nil},
	}
	t.resize(12)
	return t
}

// depth returns the number of levels.
func (t *levels) depth() int { return len(t.starts) - 2 }

// calculators returns a calculator for each of some workers. The calculators know what they met
// before.
func (t *levels) calculators(workers int) []*calculator {
	for len(t.calcs) < workers {
		t.calcs = append(t.calcs, new(calculator))
	}
	return t.calcs[:workers]
}

// A span is a range of entries: from the entry from, up to but not including the entry to.
type span struct{ from, to int }

// A block is the entries of one base in a level.
type block struct {
	base base
	span
}

// span returns the entries of a level.
func (t *levels) span(level int) span { return span{t.starts[level], t.starts[level+1]} }

func (t *levels) at(i uint32) number { return t.keys[i].number() }

// read copies the entries of a span to the beginning of a list, and returns them.
func (t *levels) read(s span, to []number) []number {
	for i, k := range t.keys[s.from:s.to] {
		to[i] = k.number()
	}
	return to[:s.to-s.from]
}

// level returns the number of digits of entry i.
func (t *levels) level(i uint32) int {
	return sort.SearchInts(t.starts, int(i)+1) - 1
}

// mostFilled is the largest share of the slots that may be filled.
const mostFilled = 0.7

// resize makes 2^logSlots slots, and room for as many entries as may fill them.
func (t *levels) resize(logSlots uint) {
	t.shift = 64 - logSlots
	n := min(t.max, int(mostFilled*float64(int(1)<<logSlots))+2)
	t.keys = copyColumn(t.keys, n)
	t.op = copyColumn(t.op, n)
	t.left = copyColumn(t.left, n)
	t.right = copyColumn(t.right, n)
	t.index()
}

// index rebuilds the slots.
func (t *levels) index() {
	t.slots = make([]uint32, 1<<(64-t.shift))
	mask := uint64(len(t.slots) - 1)
	for i, k := range t.keys {
		h := hash(k)
		s := h >> t.shift
		for t.slots[s] != 0 {
			s = (s + 1) & mask
		}
		t.slots[s] = slot(h, i)
	}
}

// slot packs entry i with six bits of its hash; 0 is an empty slot.
func slot(h uint64, i int) uint32 {
	return uint32(h)<<entryBits | uint32(i+1)
}

// find looks a number up.
func (t *levels) find(n number) (uint32, bool) {
	if !n.holdable() {
		return 0, false
	}
	k := n.key()
	return t.findHashed(k, hash(k))
}

// findHashed returns the entry with a key and true, or the slot that is free for it and false.
func (t *levels) findHashed(k key, h uint64) (uint32, bool) {
	s := h >> t.shift
	mask := uint64(len(t.slots) - 1)
	tag := uint32(h) << entryBits
	for {
		v := t.slots[s]
		if v == 0 {
			return uint32(s), false
		}
		if v&^(1<<entryBits-1) == tag {
			i := v&(1<<entryBits-1) - 1
			if t.keys[i] == k {
				return i, true
			}
		}
		s = (s + 1) & mask
	}
}

// A candidate is a number that may become an entry.
type candidate struct {
	key         key
	left, right uint32
	op          operation
}

// enter adds a candidate if it is new, then its square roots and factorials,
// which cost no digit.
func (t *levels) enter(c *candidate, h uint64) {
	s, found := t.findHashed(c.key, h)
	if found {
		if !t.full && t.isPlainer(c, s) {
			t.op[s] = c.op
			t.left[s] = c.left
			t.right[s] = c.right
		}
		return
	}
	if len(t.keys) == t.max {
		t.full = true
		return
	}
	i := len(t.keys)
	t.keys = append(t.keys, c.key)
	t.op = append(t.op, c.op)
	t.left = append(t.left, c.left)
	t.right = append(t.right, c.right)
	t.slots[s] = slot(h, i)
	if float64(i) > mostFilled*float64(len(t.slots)) {
		t.resize(64 - t.shift + 1)
	}
	eachUnary(c.key.number(), t.limit, func(n number, op operation) {
		k := n.key()
		t.enter(&candidate{k, uint32(i), uint32(i), op}, hash(k))
	})
}

// copyColumn returns a copy of a column with room for n entries. It copies in pieces and lets
// other goroutines run after each: the garbage collector cannot interrupt a copy, and
// everything waits for the collector to begin.
func copyColumn[T any](column []T, n int) []T {
	out := make([]T, 0, n)
	for piece := range slices.Chunk(column, 1<<14) {
		out = append(out, piece...)
		runtime.Gosched()
	}
	return out
}

// isPlainer reports whether a candidate is a less awkward way to make the number of entry i.
// Only integers of the level being made are made plainer, and only by operations on entries of
// earlier levels, so that no entry rests on itself.
func (t *levels) isPlainer(c *candidate, i uint32) bool {
	if !c.key.isInteger() || int(i) < t.starts[len(t.starts)-1] || c.op.isUnary() {
		return false
	}
	return t.awkwardness(c.op, c.left, c.right) < t.awkwardness(t.op[i], t.left[i], t.right[i])
}

// awkwardness measures how far an operation on two entries is from the habits of people.
func (t *levels) awkwardness(op operation, left, right uint32) int {
	if op == concatenate {
		return 0
	}
	n := 0
	if !t.keys[left].isInteger() {
		n++
	}
	if !t.keys[right].isInteger() && !op.isUnary() {
		n++
	}
	if op.kind() == raiseInverse {
		n += 2
	}
	if op.roots() > 0 {
		n++
	}
	return n
}

// repdigit returns the digit written d times.
func repdigit(digit uint64, d int) (uint64, bool) {
	n := uint64(0)
	for range d {
		if n > maxNum/16 {
			return 0, false
		}
		n = 10*n + digit
	}
	return n, true
}
