package tchisla

import (
	"reckon/engine"
	"reckon/engine/expr"
)

// A need is something that the best expression demands of a player. Its weight is
// the number of further digits that would make a puzzle as hard. The weights are
// judgement: there is no record of how people fare.
type need struct {
	code   string
	weight int
	in     func(n *expr.Node, target int) bool // a part of it, for that target
}

// needs, the most telling first.
var needs = []need{
	{"irrational", 3, func(n *expr.Node, _ int) bool { return isIrrational(n) }},
	{"large", 2, func(n *expr.Node, target int) bool {
		v, err := expr.Eval(n)
		if err != nil {
			return true
		}
		whole, fits := v.Int64()
		return v.IsInt() && (!fits || whole > int64(max(1000, 4*target)))
	}},
	{"fraction", 2, func(n *expr.Node, _ int) bool {
		v, err := expr.Eval(n)
		return err == nil && v.IsRat() && !v.IsInt()
	}},
	{"factorial.far", 1, func(n *expr.Node, _ int) bool { return n.Op == expr.Fact && n.X.Op != expr.Num && n.X.Op != expr.Sqrt }},
	{"root", 1, func(n *expr.Node, _ int) bool { return n.Op == expr.Sqrt && n.X.Op != expr.Num }},
	{"power", 1, func(n *expr.Node, _ int) bool { return n.Op == expr.Pow }},
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
	if n.Op == expr.Add && n.Find(func(m *expr.Node) bool { return m.Op != expr.Add && m.Digits != "1" }) == nil {
		return min(digits, 2)
	}
	return countDigits(n.X) + countDigits(n.Y)
}

// levelBounds are the sums of digits and weights at which the next level begins.
var levelBounds = [...]float64{5, 7, 9, 11}

// Rating goes by the number of digits of the best known expression and by its
// needs. A target without a known expression has the highest level.
func (p *Puzzle) Rating() engine.Rating {
	best := p.par()
	if best.Expr == nil {
		return engine.Rating{Solvability: engine.NotFound, Level: engine.MaxLevel, Reasons: []string{"digits"}}
	}
	effort := countDigits(best.Expr)
	var reasons []string
	for _, d := range needs {
		if best.Expr.Find(func(n *expr.Node) bool { return d.in(n, p.target) }) != nil {
			effort += d.weight
			reasons = append(reasons, d.code)
		}
	}
	if reasons == nil {
		reasons = []string{"digits"}
	}
	return engine.Rating{Level: engine.LevelOf(float64(effort), levelBounds), Reasons: reasons}
}
