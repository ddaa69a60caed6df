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
	in     func(n *expr.Node) bool
}

// needs, the most telling first.
var needs = []need{
	{"irrational", 3, isIrrational},
	{"fraction", 2, func(n *expr.Node) bool {
		v, err := expr.Eval(n)
		return err == nil && v.IsRat() && !v.IsInt()
	}},
	{"factorial.far", 1, func(n *expr.Node) bool { return n.Op == expr.Fact && n.X.Op != expr.Num && n.X.Op != expr.Sqrt }},
	{"root", 1, func(n *expr.Node) bool { return n.Op == expr.Sqrt && n.X.Op != expr.Num }},
	{"power", 1, func(n *expr.Node) bool { return n.Op == expr.Pow }},
}

func isIrrational(n *expr.Node) bool {
	v, err := expr.Eval(n)
	return err == nil && !v.IsRat()
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
	effort := best.Digits
	var reasons []string
	for _, d := range needs {
		if best.Expr.Find(d.in) != nil {
			effort += d.weight
			reasons = append(reasons, d.code)
		}
	}
	if reasons == nil {
		reasons = []string{"digits"}
	}
	return engine.Rating{Level: engine.LevelOf(float64(effort), levelBounds), Reasons: reasons}
}
