package countdown

import (
	"slices"
	"strconv"
	"strings"

	"reckon/engine"
	"reckon/engine/exact"
	"reckon/engine/expr"
)

// Points of an answer, by its distance: those of the television game.
const (
	exactPoints = 10
	nearPoints  = 7
	nearBy      = 5
	farPoints   = 5
	farBy       = 10
)

func pointsFor(distance int) int {
	switch {
	case distance == 0:
		return exactPoints
	case distance <= nearBy:
		return nearPoints
	case distance <= farBy:
		return farPoints
	}
	return 0
}

// Judge is Right for an answer that makes the target. One that keeps the rules
// and misses is Wrong, its Fault is "near" or "far", and it has a Measure and
// its Points all the same. One that breaks a rule has no points and, lest it
// win a round, no less than the target for its Measure.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	n, value, err := engine.ReadAnswer(answer)
	fault := engine.AsFault(err)
	v := engine.Verdict{Outcome: engine.Invalid, Fault: fault, Measure: p.target}
	if n == nil {
		return v
	}
	v.Outcome, v.Text = engine.Wrong, n.String()
	if fault == nil || fault.Code == "claim" {
		v.Value = value.String()
	}
	var a arena
	form, broken := p.read(&a, n)
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
		v.Measure, v.Points = distance, pointsFor(distance)
		v.Fault = missed(made, p.target, distance)
	default:
		v.Outcome, v.Measure, v.Points = engine.Right, 0, exactPoints
		v.Form = a.node(form).String()
	}
	return v
}

// read puts n in normal form. The fault is the first rule n breaks.
func (p *Puzzle) read(a *arena, n *expr.Node) (int32, *engine.Fault) {
	if f := operatorFault(n); f != nil {
		return 0, f
	}
	if f := p.tileFault(n); f != nil {
		return 0, f
	}
	return a.read(n)
}

func missed(value, goal, distance int) *engine.Fault {
	code := "far"
	if pointsFor(distance) > 0 {
		code = "near"
	}
	return &engine.Fault{Code: code, Args: engine.Args{
		"value": strconv.Itoa(value), "goal": strconv.Itoa(goal), "distance": distance,
	}}
}

// foreign are the operations of expr that the game does not have.
var foreign = map[expr.Op]string{expr.Pow: "^", expr.Sqrt: "√", expr.Fact: "!"}

func operatorFault(n *expr.Node) *engine.Fault {
	if n == nil {
		return nil
	}
	if sign, ok := foreign[n.Op]; ok {
		return &engine.Fault{Code: "operator", Args: engine.Args{"operator": sign}, At: place(n)}
	}
	if f := operatorFault(n.X); f != nil {
		return f
	}
	return operatorFault(n.Y)
}

// tileFault compares the numbers of n with the tiles. Numbers that are not on
// the board come before those used too often.
func (p *Puzzle) tileFault(n *expr.Node) *engine.Fault {
	left := p.Face().Tiles
	var extra, repeated []*expr.Node
	for _, num := range n.Numbers() {
		digits := plain(num)
		if i := slices.Index(left, digits); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else if slices.Contains(p.Face().Tiles, digits) {
			repeated = append(repeated, num)
		} else {
			extra = append(extra, num)
		}
	}
	code, nums := "extra", extra
	if len(extra) == 0 {
		code, nums = "repeated", repeated
	}
	if len(nums) == 0 {
		return nil
	}
	var texts []string
	for _, num := range nums {
		if d := plain(num); !slices.Contains(texts, d) {
			texts = append(texts, d)
		}
	}
	return &engine.Fault{Code: code, Args: engine.Args{"numbers": texts}, At: place(nums[0])}
}

// plain is a number without leading zeros.
func plain(n *expr.Node) string {
	if d := strings.TrimLeft(n.Digits, "0"); d != "" {
		return d
	}
	return "0"
}

func place(n *expr.Node) *engine.Span {
	return &engine.Span{Pos: n.At.Pos, End: n.At.End}
}

// read puts n, which uses only tiles and operations of the game, in normal
// form. The fault is the first step, in the order in which people work it out,
// that is not a whole number above zero.
func (a *arena) read(n *expr.Node) (int32, *engine.Fault) {
	if n.Op == expr.Num {
		v, err := strconv.Atoi(plain(n))
		if err != nil { // not a tile
			return 0, &engine.Fault{Code: "extra", Args: engine.Args{"numbers": []string{plain(n)}}, At: place(n)}
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
	return a.join(signs[n.Op], l, r), nil
}

func stepFault(code string, n *expr.Node, v exact.Value) *engine.Fault {
	return &engine.Fault{Code: code, Args: engine.Args{"step": n.String(), "value": v.Mixed()}, At: place(n)}
}
