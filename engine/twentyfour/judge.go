package twentyfour

import (
	"slices"
	"strconv"
	"strings"

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
	v := engine.Verdict{Outcome: engine.Wrong, Text: n.String()}
	value, err := expr.Eval(n)
	if err != nil {
		v = engine.Verdict{Outcome: engine.Invalid}
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

func place(s expr.Span) *engine.Span {
	if s == (expr.Span{}) {
		return nil
	}
	return &engine.Span{Pos: s.Pos, End: s.End}
}

// ruleFault is what n does that the rules forbid, or nil.
func (p *Puzzle) ruleFault(n *expr.Node) *engine.Fault {
	if f := p.operatorFault(n); f != nil {
		return f
	}
	return p.numberFault(n)
}

// foreign are the operations that the 24 game does not know.
var foreign = map[expr.Op]string{expr.Pow: "^", expr.Sqrt: "√", expr.Fact: "!"}

func (p *Puzzle) operatorFault(n *expr.Node) *engine.Fault {
	if n == nil {
		return nil
	}
	if sign, ok := foreign[n.Op]; ok {
		return &engine.Fault{Code: "operator", Args: engine.Args{"operator": sign}, At: place(n.At)}
	}
	if n.Op == expr.Neg && p.goal < 0 {
		return &engine.Fault{Code: "sign", At: place(n.At)}
	}
	if f := p.operatorFault(n.X); f != nil {
		return f
	}
	return p.operatorFault(n.Y)
}

// numberFault compares the numbers of n with the hand. Numbers that are not in
// it come before those used too often, and either says what is missing too.
func (p *Puzzle) numberFault(n *expr.Node) *engine.Fault {
	left := p.tiles()
	var extra, repeated []*expr.Node
	for _, num := range n.Numbers() {
		digits := trimZeros(num.Digits)
		if i := slices.Index(left, digits); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else if slices.Contains(p.tiles(), digits) {
			repeated = append(repeated, num)
		} else {
			extra = append(extra, num)
		}
	}
	code, wrong := "extra", extra
	if len(extra) == 0 {
		code, wrong = "repeated", repeated
	}
	switch {
	case len(wrong) == 0 && len(left) == 0:
		return nil
	case len(wrong) == 0:
		return &engine.Fault{Code: "missing", Args: engine.Args{"numbers": left}}
	}
	f := &engine.Fault{Code: code, Args: engine.Args{"numbers": written(wrong)}, At: place(wrong[0].At)}
	if len(left) > 0 {
		f.Code += ".missing"
		f.Args["missing"] = left
	}
	return f
}

// written are the distinct numbers of list in order.
func written(list []*expr.Node) []string {
	var texts []string
	for _, n := range list {
		if d := trimZeros(n.Digits); !slices.Contains(texts, d) {
			texts = append(texts, d)
		}
	}
	return texts
}

func trimZeros(digits string) string {
	if d := strings.TrimLeft(digits, "0"); d != "" {
		return d
	}
	return "0"
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
	return &engine.Fault{Code: "claim", Args: engine.Args{"claim": claim.String(), "value": value.String()}, At: place(claim.At)}
}
