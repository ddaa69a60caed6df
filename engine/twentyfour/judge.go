package twentyfour

import (
	"strconv"

	"reckon/engine"
	"reckon/engine/exact"
	"reckon/engine/expr"
)

// points is what a right answer is worth, by level.
var points = [engine.MaxLevel + 1]int{0, 10, 20, 30, 40, 50}

// Judge reads an answer and says whether it uses every card once and makes the
// goal. A sign before a number or bracket is allowed where the goal is not
// negative, since it can then be moved into a difference; a negative goal would
// be made easier by it.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	n, claim, err := expr.ParseAnswer(answer)
	if err != nil {
		return engine.Verdict{Outcome: engine.Invalid, Fault: engine.AsFault(engine.ExprFault(err))}
	}
	v := engine.Verdict{Outcome: engine.Wrong, Text: n.String(), OnTiles: engine.OnTiles(n, p.tiles())}
	value, err := expr.Eval(n)
	if err != nil {
		v = engine.Verdict{Outcome: engine.Invalid, OnTiles: v.OnTiles}
	} else {
		v.Value = value.String()
	}
	switch f := p.ruleFault(n); {
	case f != nil:
		v.Fault = f
	case err != nil:
		v.Fault = engine.AsFault(engine.ExprFault(err))
	case !value.Is(p.goal):
		v.Fault = &engine.Fault{Code: "value", Args: engine.Args{"value": v.Value, "mixed": value.Mixed(), "goal": p.Face().Goal}}
	default:
		v.Fault = p.claimFault(claim, value)
	}
	if v.Fault == nil {
		v.Outcome = engine.Right
		v.Form = p.form(n)
		v.Points = points[p.Rating().Level]
	}
	return v
}

// form is the normal form of a right answer: the least form of its solution.
func (p *Puzzle) form(n *expr.Node) string {
	s := p.study()
	return s.classes.least(forms(nodeOf(n))[0])
}

// ruleFault is what n does that the rules forbid, or nil.
func (p *Puzzle) ruleFault(n *expr.Node) *engine.Fault {
	if f := engine.OperatorFault(n); f != nil {
		return f
	}
	if f := p.signFault(n); f != nil {
		return f
	}
	return p.numberFault(n)
}

func (p *Puzzle) signFault(n *expr.Node) *engine.Fault {
	if n == nil || p.goal >= 0 {
		return nil
	}
	if n.Op == expr.Neg {
		return &engine.Fault{Code: "sign", At: engine.PlaceOf(n)}
	}
	if f := p.signFault(n.X); f != nil {
		return f
	}
	return p.signFault(n.Y)
}

// numberFault compares the numbers of n with the hand and says what is missing,
// too.
func (p *Puzzle) numberFault(n *expr.Node) *engine.Fault {
	f, left := engine.TileFault(n, p.tiles())
	switch {
	case len(left) == 0:
		return f
	case f == nil:
		return &engine.Fault{Code: "missing", Args: engine.Args{"numbers": left}}
	}
	f.Code += ".missing"
	f.Args["missing"] = left
	return f
}

// number is the card that digits stand for. They are those of a card in the
// hand, perhaps with zeros before them, and so cannot be out of range.
func number(digits string) int {
	v, _ := strconv.Atoi(digits)
	return v
}

// claimFault compares what the player says an answer makes with its value.
func (p *Puzzle) claimFault(claim *expr.Node, value exact.Value) *engine.Fault {
	if claim == nil {
		return nil
	}
	said, err := expr.Eval(claim)
	if err == nil && said.Is(p.goal) {
		return nil
	}
	return &engine.Fault{Code: "claim", Args: engine.Args{"claim": claim.String(), "value": value.String()}, At: engine.PlaceOf(claim)}
}
