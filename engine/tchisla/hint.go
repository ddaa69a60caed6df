package tchisla

import (
	"reckon/engine"
	"reckon/engine/expr"
)

// Hint tells of the best known expression: 1 its number of digits, 2 the
// operation done last, 3 the larger of the two parts it joins.
func (p *Puzzle) Hint(n int, _ []string) engine.Hint {
	best := p.par()
	switch {
	case best.Expr == nil:
		return engine.Hint{}
	case n <= 1:
		return engine.Hint{Code: "digits", Args: engine.Args{"digits": best.Digits}}
	case n == 2:
		return engine.Hint{Code: "last." + best.Expr.Op.Name()}
	}
	part := largerPart(best.Expr)
	args := engine.Args{"text": part.String(), "value": ""}
	if v, err := expr.Eval(part); err == nil {
		args["value"] = v.String()
	}
	return engine.Hint{Code: "part", Args: args}
}

// largerPart is the operand with more digits of the outermost operation that
// has two, or n if there is none.
func largerPart(n *expr.Node) *expr.Node {
	for n.Op.Arity() == 1 {
		n = n.X
	}
	switch {
	case n.Op == expr.Num:
		return n
	case expr.CountDigits(n.Y) > expr.CountDigits(n.X):
		return n.Y
	}
	return n.X
}
