package search

import (
	"cmp"
	"slices"
)

// order puts the entries from the given one on into the order of base,
// denominator and numerator, and returns the blocks. So the work that depends on the
// bases alone is done once for a block, and a gcd of denominators serves a run.
func (t *levels) order(from int) []block {
	type entry struct {
		number
		at int
	}
	sorted := make([]entry, 0, t.len()-from)
	for i := from; i < t.len(); i++ {
		sorted = append(sorted, entry{t.at(uint32(i)), i})
	}
	slices.SortFunc(sorted, func(a, b entry) int {
		switch {
		case a.base != b.base:
			return cmp.Compare(a.base, b.base)
		case a.den != b.den:
			return cmp.Compare(a.den, b.den)
		}
		return cmp.Compare(a.num, b.num)
	})
	moved := make([]uint32, len(sorted))
	var blocks []block
	for i, e := range sorted {
		moved[e.at-from] = uint32(from + i)
		if i == 0 || e.base != blocks[len(blocks)-1].base {
			blocks = append(blocks, block{e.base, span{from + i, from + i}})
		}
		blocks[len(blocks)-1].to = from + i + 1
	}
	permute(t.num[from:], moved, from)
	permute(t.low[from:], moved, from)
	permute(t.op[from:], moved, from)
	permute(t.left[from:], moved, from)
	permute(t.right[from:], moved, from)
	for i := from; i < t.len(); i++ {
		if t.op[i].isUnary() { // on an entry of the same level; the others are on earlier ones
			t.left[i] = moved[int(t.left[i])-from]
			t.right[i] = t.left[i]
		}
	}
	t.resize(64 - t.shift)
	return blocks
}

// permute moves element i to moved[i].
func permute[T any](column []T, moved []uint32, from int) {
	old := slices.Clone(column)
	for i, to := range moved {
		column[int(to)-from] = old[i]
	}
}
