package tchisla

import (
	"cmp"
	"slices"
)

// maxRatioArgument bounds what stands under the factorials of a ratio.
const maxRatioArgument = 1 << 31

// integers lists what of level d can stand under a factorial too large to
// hold, ascending.
func (t *table) integers(d int) []uint32 {
	var is []uint32
	for i := t.starts[d]; i < t.starts[d+1]; i++ {
		if t.low[i] == integerLow && t.num[i] > 2 && t.num[i] < maxRatioArgument {
			is = append(is, uint32(i))
		}
	}
	slices.SortFunc(is, func(a, b uint32) int { return cmp.Compare(t.num[a], t.num[b]) })
	return is
}

// ratios makes a!/b! and b!/a! for a of the task's level above b of the other, as
// products b+1 … a, where a! itself cannot be held.
func (w *worker) ratios(k task) {
	t := w.t
	bs := t.whole[k.level]
	next := 0
	for _, i := range t.whole[t.level(uint32(k.of.from))] {
		a := t.num[i]
		if a <= maxHeldFactorial {
			continue
		}
		// Past 12 factors no product of numbers above 20 fits.
		for next < len(bs) && t.num[bs[next]]+14 < a {
			next++
		}
		for _, j := range bs[next:] {
			b := t.num[j]
			if b+1 >= a {
				break
			}
			p, ok := fallingProduct(a, b)
			if !ok {
				continue
			}
			w.emitRational(p, 1, factorialRatio, i, j)
			w.emitRational(1, p, factorialRatio, j, i)
		}
	}
}
