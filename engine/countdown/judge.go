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

// Judge is Right for an answer that makes the target. An answer that keeps the
// rules and misses the target is Wrong, its Fault is "near" or "far", and it has
// its Measure and Points all the same. An answer that breaks a rule has no points;
// its Measure is the target, so that it cannot win a round.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	return engine.JudgeText(p, answer, false, p.judge)
}

// judge judges an answer as it stands.
func (p *Puzzle) judge(answer string) engine.Verdict {
	n, value, err := engine.Evaluate(answer)
	fault := engine.AsFault(err)
	v := engine.Verdict{Outcome: engine.Invalid, Fault: fault, Measure: p.target, Meant: expr.IsCalculation(answer)}
	if n == nil {
		return v
	}
	v.Outcome, v.Text, v.OnTiles = engine.Wrong, n.String(), engine.OnTiles(n, engine.Tiles(p.tiles))
	if fault == nil || fault.Code == "claim" {
		v.Value = value.String()
	}
	var a arena
	var form int32
	broken := engine.OperatorFault(n)
	if broken == nil {
		broken, _ = engine.TileFault(n, engine.Tiles(p.tiles))
	}
	if broken == nil {
		form, broken = a.read(n)
	}
	if broken != nil {
		v.Fault = broken
		return v
	}
	made := a[form].value
	distance := max(made-p.target, p.target-made)
	claimed := fault == nil || fault.Args["claim"] == strconv.Itoa(p.target)
	switch {
	case !claimed:
	case distance > 0:
		v.Measure, v.Points, v.Near, v.Form = distance, pointsFor(distance), true, a.node(form).String()
		v.Fault = &engine.Fault{Code: "near", Args: engine.Args{
			"value": strconv.Itoa(made), "goal": strconv.Itoa(p.target), "distance": distance,
		}}
		if v.Points == 0 {
			v.Fault.Code = "far"
		}
	default:
		v.Outcome, v.Measure, v.Points = engine.Right, 0, pointsFor(0)
		v.Form = a.node(form).String()
	}
	return v
}

// read returns n, which uses only tiles and operations of the game, in normal form,
// or a fault for the first step, in the order in which people work it out, that is
// not a whole number above zero.
func (a *arena) read(n *expr.Node) (int32, *engine.Fault) {
	if n.Op == expr.Num {
		v, err := strconv.Atoi(engine.PlainDigits(n))
		if err != nil { // not a tile
			return 0, &engine.Fault{Code: "extra", Args: engine.Args{"numbers": []string{engine.PlainDigits(n)}}, At: n.Place()}
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
	x, y := (*a)[l].value, (*a)[r].value
	if n.Op == expr.Sub && x <= y {
		return 0, stepFault("step.not-positive", n, exact.Int(int64(x-y)))
	}
	if n.Op == expr.Div && x%y != 0 {
		return 0, stepFault("step.not-whole", n, exact.Ratio(int64(x), int64(y)))
	}
	return a.join(n.Op.Sign()[0], l, r), nil
}

func stepFault(code string, n *expr.Node, v exact.Value) *engine.Fault {
	return &engine.Fault{Code: code, Args: engine.Args{"step": n.String(), "value": v.Mixed()}, At: n.Place()}
}
