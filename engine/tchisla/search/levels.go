package search

import "sort"

// Levels hold every number found with 1, 2, 3 … digits, level by level, each
// once, at the least level that makes it, with the operation that did. The last
// level may be a set of fingerprints: it is large, and the origins of most of its
// numbers are never needed. Each level is in the order in which it is joined (order).
//
// Entries are columns, 25 bytes each; slots is an open-addressing index of
// 4-byte entries: 26 bits of entry number and 6 bits of hash, so that nine of
// ten misses are settled without touching the columns.
type levels struct {
	digit   uint64
	limit   *limits // of the level being made
	keys    []key
	op      []operation
	left    []uint32
	right   []uint32
	slots   []uint32
	shift   uint // hash >> shift is a slot
	starts  []int
	blocks  [][]block    // by level: its entries, cut by their bases
	powers  [][]exponent // by level: what a number can be raised to, by odd part
	whole   [][]uint32   // by level: integers in the range of factorial ratios, ascending
	max     int          // most entries
	full    bool
	last    *fingerprints // of the level after those in the columns; nil: there is none
	lastLen int
	calcs   []*calculator // by worker
}

const (
	tagBits    = 6
	entryBits  = 32 - tagBits
	maxEntries = 1<<entryBits - 2
)

func newLevels(digit, most int) *levels {
	t := &levels{
		digit:  uint64(digit),
		max:    min(most, maxEntries),
		starts: []int{0, 0},
		blocks: [][]block{nil},
		powers: [][]exponent{nil},
		whole:  [][]uint32{nil},
	}
	t.resize(12)
	return t
}

// calculator returns the calculator of a worker. It is called before the workers
// begin.
func (t *levels) calculator(worker int) *calculator {
	for len(t.calcs) <= worker {
		t.calcs = append(t.calcs, new(calculator))
	}
	return t.calcs[worker]
}

// numbers returns the number of numbers held.
func (t *levels) numbers() int { return len(t.keys) + t.lastLen }

// columns returns the number of levels whose numbers are entries, depth the number
// of all levels.
func (t *levels) columns() int { return len(t.starts) - 2 }

func (t *levels) depth() int {
	if t.last != nil {
		return t.columns() + 1
	}
	return t.columns()
}

// A span is the entries from from up to to, without to.
type span struct{ from, to int }

// A block is the entries of one base in a level.
type block struct {
	base base
	span
}

// span returns the entries of a level.
func (t *levels) span(level int) span { return span{t.starts[level], t.starts[level+1]} }

func (t *levels) at(i uint32) number { return t.keys[i].number() }

// level returns the number of digits of entry i.
func (t *levels) level(i uint32) int {
	return sort.SearchInts(t.starts, int(i)+1) - 1
}

func (t *levels) resize(logSlots uint) {
	t.slots = make([]uint32, 1<<logSlots)
	t.shift = 64 - logSlots
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

// find looks a number up in the columns.
func (t *levels) find(n number) (uint32, bool) {
	if !n.holdable() {
		return 0, false
	}
	k := n.key()
	return t.findHashed(k, hash(k))
}

// findHashed returns the entry, or the slot that is free for it.
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
			if i := v&(1<<entryBits-1) - 1; t.keys[i] == k {
				return i, true
			}
		}
		s = (s + 1) & mask
	}
}

// A candidate is a number with how it was made.
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
		if !t.full && t.plainer(s, c) {
			t.op[s], t.left[s], t.right[s] = c.op, c.left, c.right
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
	if uint64(i)*10 > uint64(len(t.slots))*7 {
		t.resize(64 - t.shift + 1)
	}
	eachUnary(c.key.number(), t.limit, func(n number, op operation) {
		k := n.key()
		t.enter(&candidate{k, uint32(i), uint32(i), op}, hash(k))
	})
}

// plainer reports whether a new way to make entry i replaces the one held: if it is
// less awkward, for an integer of the level being made, and an operation on entries
// of earlier levels, so that no entry rests on itself.
func (t *levels) plainer(i uint32, c *candidate) bool {
	if !c.key.isInteger() || int(i) < t.starts[len(t.starts)-1] || c.op.isUnary() {
		return false
	}
	return t.awkwardness(c.op, c.left, c.right) < t.awkwardness(t.op[i], t.left[i], t.right[i])
}

func (t *levels) awkwardness(op operation, left, right uint32) int {
	if op == concatenate {
		return 0
	}
	return op.awkwardness(t.keys[left].isInteger(), t.keys[right].isInteger())
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
