package tchisla

import (
	"reckon/engine"
	"reckon/engine/expr"
)

// A need is something that the best expression demands of a player. Its weight is
// the number of further digits that would make a puzzle as hard. The weights are
// our choice: nothing is known about how hard people find these things.
type need struct {
	code   string
	weight int
	// isIn reports whether a part of the expression for a target has the need.
	isIn func(part *expr.Node, target int) bool
}

// needs are in the order of a Rating's reasons, the most telling first.
var needs = []need{
	{"irrational", 3, func(n *expr.Node, _ int) bool { return isIrrational(n) }},
	{"large", 2, isLarge},
	{"fraction", 2, func(n *expr.Node, _ int) bool { return isFraction(n) }},
	{"factorial.far", 1, func(n *expr.Node, _ int) bool {
		return n.Op == expr.Fact && n.X.Op != expr.Num && n.X.Op != expr.Sqrt
	}},
	{"root", 1, func(n *expr.Node, _ int) bool { return n.Op == expr.Sqrt && n.X.Op != expr.Num }},
	{"power", 1, func(n *expr.Node, _ int) bool { return isPower(n) }},
}

// isLarge reports whether a part is a whole number that is large and far above the target, or
// is too large to compute.
func isLarge(n *expr.Node, target int) bool {
	v, err := expr.Eval(n)
	if err != nil {
		return true
	}
	if !v.IsInt() {
		return false
	}
	whole, fits := v.Int64()
	return !fits || whole > int64(max(1000, 4*target))
}

func isFraction(n *expr.Node) bool {
	v, err := expr.Eval(n)
	return err == nil && v.IsRat() && !v.IsInt()
}

func isIrrational(n *expr.Node) bool {
	v, err := expr.Eval(n)
	return err == nil && !v.IsRat()
}

// countDigits returns the number of digits of n. A sum of ones counts as two, since
// nobody needs an idea for it.
func countDigits(n *expr.Node) int {
	digits := expr.CountDigits(n)
	if n == nil || n.Op == expr.Num {
		return digits
	}
	if n.Op == expr.Add && isSumOfOnes(n) {
		return min(digits, 2)
	}
	return countDigits(n.X) + countDigits(n.Y)
}

func isSumOfOnes(n *expr.Node) bool {
	return n.Find(func(m *expr.Node) bool { return m.Op != expr.Add && m.Digits != "1" }) == nil
}

// levelBounds are the sums of digits and weights at which the next level begins.
var levelBounds = [...]float64{5, 7, 9, 11}

// Rating rates a puzzle by the number of digits of the best known expression and
// by its needs. A target without a known expression has the highest level.
func (p *Puzzle) Rating() engine.Rating {
	best := p.par()
	if best.Expr == nil {
		return engine.Rating{
			Solvability: engine.NotFound,
			Level:       engine.MaxLevel,
			Reasons:     []string{"digits"},
		}
	}
	effort := countDigits(best.Expr)
	var reasons []string
	for _, need := range needs {
		part := best.Expr.Find(func(n *expr.Node) bool { return need.isIn(n, p.target) })
		if part != nil {
			effort += need.weight
			reasons = append(reasons, need.code)
		}
	}
	if reasons == nil {
		reasons = []string{"digits"}
	}
	return engine.Rating{
		Level:   engine.LevelOf(float64(effort), levelBounds),
		Reasons: reasons,
	}
}
