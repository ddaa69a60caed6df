package tchisla

import (
	"math/bits"
	"sort"
)

// An operation is how an entry was made: a kind in the low four bits and, for
// powers, the number of square roots drawn from the result in the high four.
type operation uint8

const (
	concatenate    operation = iota // left is the number of digits
	add                             // left + right
	subtract                        // left - right
	multiply                        // left * right
	divide                          // left / right
	raise                           // left ^ right
	raiseInverse                    // left ^ -right
	factorialRatio                  // left! / right!
	squareRootOf                    // √left
	factorialOf                     // left!
)

// maxRoots is how many roots of a power an operation can count.
const maxRoots = 15

func (o operation) kind() operation           { return o & 15 }
func (o operation) roots() int                { return int(o >> 4) }
func (o operation) withRoots(n int) operation { return o | operation(n)<<4 }

// A table holds every number found with 1, 2, 3 … digits, level by level, each
// once, at the least level that makes it, with the operation that did.
//
// Entries are columns, 25 bytes each; slots is an open-addressing index of
// 4-byte entries: 26 bits of entry number and 6 bits of hash, so that nine of
// ten misses are settled without touching the columns.
type table struct {
	digit  uint64
	calc   *calculator
	limit  limits // of the level being made
	num    []uint64
	low    []uint64
	op     []operation
	left   []uint32
	right  []uint32
	slots  []uint32
	shift  uint // hash >> shift is a slot
	starts []int
	powers [][]exponent // by level: what a number can be raised to
	whole  [][]uint32   // by level: integers in the range of factorial ratios, ascending
	max    int          // most entries
	full   bool
}

const (
	tagBits    = 6
	entryBits  = 32 - tagBits
	maxEntries = 1<<entryBits - 2
)

func newTable(digit, most int) *table {
	t := &table{
		digit:  uint64(digit),
		calc:   newCalculator(),
		max:    min(most, maxEntries),
		starts: []int{0, 0},
		powers: [][]exponent{nil},
		whole:  [][]uint32{nil},
	}
	t.resize(12)
	return t
}

func (t *table) len() int   { return len(t.num) }
func (t *table) depth() int { return len(t.starts) - 2 }

func (t *table) at(i uint32) number { return key{t.num[i], t.low[i]}.number() }

// level is the number of digits of entry i.
func (t *table) level(i uint32) int {
	return sort.SearchInts(t.starts, int(i)+1) - 1
}

func hash(k key) uint64 {
	h := k.num*0x9E3779B97F4A7C15 ^ bits.RotateLeft64(k.low*0xC2B2AE3D27D4EB4F, 31)
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	return h ^ h>>29
}

func (t *table) resize(logSlots uint) {
	t.slots = make([]uint32, 1<<logSlots)
	t.shift = 64 - logSlots
	mask := uint64(len(t.slots) - 1)
	for i := range t.num {
		h := hash(key{t.num[i], t.low[i]})
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
func (t *table) find(n number) (uint32, bool) {
	if !n.holdable() {
		return 0, false
	}
	k := n.key()
	h := hash(k)
	return t.findFrom(k, h, h>>t.shift)
}

func (t *table) findFrom(k key, h, s uint64) (uint32, bool) {
	mask := uint64(len(t.slots) - 1)
	tag := uint32(h) << entryBits
	for {
		v := t.slots[s]
		if v == 0 {
			return uint32(s), false
		}
		if v&^(1<<entryBits-1) == tag {
			i := v&(1<<entryBits-1) - 1
			if t.num[i] == k.num && t.low[i] == k.low {
				return i, true
			}
		}
		s = (s + 1) & mask
	}
}

// enter adds a candidate if it is new, then its square roots and factorials,
// which cost no digit.
func (t *table) enter(k key, h uint64, op operation, left, right uint32) {
	s, found := t.findFrom(k, h, h>>t.shift)
	if found {
		if !t.full && t.plainer(s, k, op, left, right) {
			t.op[s], t.left[s], t.right[s] = op, left, right
		}
		return
	}
	if len(t.num) == t.max {
		t.full = true
		return
	}
	i := len(t.num)
	t.num = append(t.num, k.num)
	t.low = append(t.low, k.low)
	t.op = append(t.op, op)
	t.left = append(t.left, left)
	t.right = append(t.right, right)
	t.slots[s] = slot(h, i)
	if uint64(i)*10 > uint64(len(t.slots))*7 {
		t.resize(64 - t.shift + 1)
	}
	t.unary(k.number(), uint32(i))
}

// plainer says whether a new way to make entry i, of value k, is to replace the
// one held. That is for integers of the level being made: an operation on
// entries of earlier levels, so that no entry comes to rest on itself.
func (t *table) plainer(i uint32, k key, op operation, left, right uint32) bool {
	if k.low != integerLow || int(i) < t.starts[len(t.starts)-1] {
		return false
	}
	if kind := op.kind(); kind == squareRootOf || kind == factorialOf {
		return false
	}
	return t.strain(join{op, left, right}) < t.strain(join{t.op[i], t.left[i], t.right[i]})
}

// strain is how far an operation is from what people would write.
func (t *table) strain(j join) int {
	if j.op == concatenate {
		return 0
	}
	s := 0
	if t.low[j.left] != integerLow {
		s++
	}
	switch j.op.kind() {
	case squareRootOf, factorialOf:
		return s
	case raiseInverse:
		s += 2
	}
	if t.low[j.right] != integerLow {
		s++
	}
	if j.op.roots() > 0 {
		s++
	}
	return s
}

func (t *table) unary(n number, i uint32) {
	if n.isOne() {
		return
	}
	if n.isScaled() {
		if r, ok := sqrtScaled(n); ok && t.limit.fits(r) {
			k := r.key()
			t.enter(k, hash(k), squareRootOf, i, i)
		}
		return
	}
	if n.isInteger() && n.num > 2 {
		// A factorial is worth holding past the limits: ratios need it.
		if f, ok := factorial(n.num); ok && (f.isInteger() || t.limit.fits(f)) {
			k := f.key()
			t.enter(k, hash(k), factorialOf, i, i)
		}
	}
	if r, ok := t.calc.sqrtWithin(n, t.limit); ok {
		k := r.key()
		t.enter(k, hash(k), squareRootOf, i, i)
	}
}

// sqrtWithin is sqrt, without the cost of factoring where the root cannot be
// within the limits.
func (c *calculator) sqrtWithin(n number, s limits) (number, bool) {
	if n.root == 0 {
		p, ok1 := squareRoot(n.num)
		q, ok2 := squareRoot(n.den)
		if ok1 && ok2 {
			return number{num: p, den: q}, true
		}
	}
	if n.root.depth() >= s.depth || bits.Len64(n.num) > 2*bits.Len64(s.coef)+bits.Len64(s.kernel) {
		return number{}, false
	}
	r, ok := c.sqrt(n)
	return r, ok && s.fits(r)
}
