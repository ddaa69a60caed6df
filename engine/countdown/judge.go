package countdown

import (
	"strconv"

	"reckon/engine"
	"reckon/engine/exact"
	"reckon/engine/expr"
)

// pointsFor returns the points of the television game.
func pointsFor(distance int) int {
	switch {
	case distance == 0:
		return 10
	case distance <= 5:
		return 7
	case distance <= 10:
		return 5
	}
	return 0
}

// Judge returns Right for an answer that makes the target. An answer that keeps the
// rules but misses the target is Wrong with the Fault "near" or "far". It still has
// a Measure and Points. An answer that breaks a rule has no Points, and its Measure
// is the target, so that it cannot win a round.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	return engine.JudgeText(p, answer, false, p.judge)
}

// judge judges an answer that JudgeText has read as a calculation.
func (p *Puzzle) judge(answer string) engine.Verdict {
	n, value, err := engine.Evaluate(answer)
	fault := engine.AsFault(err)
	v := engine.Verdict{
		Outcome: engine.Invalid,
		Fault:   fault,
		Measure: p.target,
		Meant:   expr.IsCalculation(answer),
	}
	if n == nil {
		return v
	}
	tiles := engine.Tiles(p.tiles)
	v.Outcome = engine.Wrong
	v.Text = n.String()
	v.OnTiles = engine.OnTiles(n, tiles)
	claimsOther := fault != nil && (fault.Code == "claim" || fault.Code == "claim.rounded")
	if fault == nil || claimsOther {
		v.Value = value.String()
	}
	var a arena
	form, broken := a.readByRules(n, tiles)
	if broken != nil {
		v.Fault = broken
		return v
	}
	// An answer with another fault is not measured. A false claim of the target is no such fault:
	// it only says what the player aimed at.
	if fault != nil && fault.Args["claim"] != strconv.Itoa(p.target) {
		return v
	}
	made := a[form].value
	distance := max(made-p.target, p.target-made)
	v.Measure = distance
	v.Points = pointsFor(distance)
	v.Form = a.node(form).String()
	if distance == 0 {
		v.Outcome = engine.Right
		return v
	}
	v.Near = true
	v.Fault = &engine.Fault{
		Code: "near",
		Args: engine.Args{
			"value":    strconv.Itoa(made),
			"goal":     strconv.Itoa(p.target),
			"distance": distance,
		},
	}
	if v.Points == 0 {
		v.Fault.Code = "far"
	}
	return v
}

// readByRules returns n in normal form, or a fault for the first rule of the game that it
// breaks.
func (a *arena) readByRules(n *expr.Node, tiles []string) (int32, *engine.Fault) {
	fault := engine.OperatorFault(n)
	if fault != nil {
		return 0, fault
	}
	fault, _ = engine.TileFault(n, tiles)
	if fault != nil {
		return 0, fault
	}
	return a.read(n)
}

// read returns n, which uses only tiles and operations of the game, in normal form,
// or a fault for the first step, in the order in which people work it out, that is
// not a whole number above zero.
func (a *arena) read(n *expr.Node) (int32, *engine.Fault) {
	if n.Op == expr.Num {
		v, err := strconv.Atoi(engine.PlainDigits(n))
		if err != nil {
			// The number is too large for a tile.
			return 0, &engine.Fault{
				Code: "extra",
				Args: engine.Args{"numbers": []string{engine.PlainDigits(n)}},
				At:   n.Place(),
			}
		}
		return a.add(form{value: v}), nil
	}
	l, f := a.read(n.X)
	if f != nil {
		return 0, f
	}
	if n.Op == expr.Neg {
		return 0, stepFault("step.not-positive", n, exact.Int(-int64((*a)[l].value)))
	}
	r, f := a.read(n.Y)
	if f != nil {
		return 0, f
	}
	x := (*a)[l].value
	y := (*a)[r].value
	if n.Op == expr.Sub && x <= y {
		return 0, stepFault("step.not-positive", n, exact.Int(int64(x-y)))
	}
	if n.Op == expr.Div && x%y != 0 {
		return 0, stepFault("step.not-whole", n, exact.Ratio(int64(x), int64(y)))
	}
	return a.join(n.Op.Sign()[0], l, r), nil
}

func stepFault(code string, n *expr.Node, v exact.Value) *engine.Fault {
	return &engine.Fault{
		Code: code,
		Args: engine.Args{"step": n.String(), "value": v.Mixed()},
		At:   n.Place(),
	}
}
