package tchisla

import (
	"slices"

	"reckon/engine/exact"
	"reckon/engine/expr"
)

// isPlainer reports whether an answer is plainer than another of as many digits: it has
// fewer irrational values on the way. If both have as many, fewer roots are plainer, then
// fewer operations, and then a smaller largest value on the way.
func isPlainer(n, other *expr.Node) bool {
	a, largest, errA := plainness(n)
	b, largestOther, errB := plainness(other)
	if errA != nil || errB != nil {
		// An answer that cannot be followed step by step is the less plain one.
		return errA == nil && errB != nil
	}
	if c := slices.Compare(a, b); c != 0 {
		return c < 0
	}
	budget := exact.NewBudget()
	return budget.Cmp(largest, largestOther) < 0 && budget.Err() == nil
}

// plainness returns how much of each thing that people dislike an answer has, the worst first, and
// its largest value on the way.
func plainness(n *expr.Node) (dislikes []int, largest exact.Value, err error) {
	steps, err := expr.Steps(n)
	if err != nil {
		return nil, largest, err
	}
	b := exact.NewBudget()
	irrational := 0
	roots := 0
	for _, s := range steps {
		if !s.Value.IsRat() {
			irrational++
		}
		if isLargeRoot(s.Node) {
			roots++
		}
		if v := s.Value; b.Cmp(b.Mul(v, v), b.Mul(largest, largest)) > 0 {
			largest = v
		}
	}
	if b.Sign(largest) < 0 {
		largest = b.Neg(largest)
	}
	return []int{irrational, roots, len(steps)}, b.Settle(largest), b.Err()
}
