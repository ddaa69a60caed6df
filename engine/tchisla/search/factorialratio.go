package search

import (
	"cmp"
	"slices"
)

// maxRatioArgument bounds what stands under the factorials of a ratio.
const maxRatioArgument = 1 << 31

// integers lists what of a level can stand under a factorial too large to hold,
// ascending.
func (t *levels) integers(level int) []uint32 {
	var is []uint32
	for i := t.span(level).from; i < t.span(level).to; i++ {
		if t.low[i] == integerLow && t.num[i] > 2 && t.num[i] < maxRatioArgument {
			is = append(is, uint32(i))
		}
	}
	slices.SortFunc(is, func(a, b uint32) int { return cmp.Compare(t.num[a], t.num[b]) })
	return is
}

// factorialRatios makes a!/b! and b!/a! for a of one level above b of another,
// as products b+1 … a, where a! itself cannot be held.
func (w *worker) factorialRatios(level1, level2 int) {
	t := w.t
	bs := t.whole[level2]
	next := 0
	for _, i := range t.whole[level1] {
		a := t.num[i]
		if a <= maxWholeFactorial {
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
			w.emitFit(integer(p), factorialRatio, i, j)
			w.emitFit(number{num: 1, den: p}, factorialRatio, j, i)
		}
	}
}
