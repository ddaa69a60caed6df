package twentyfour

import (
	"reckon/engine"
	"reckon/engine/expr"
)

// points is what a right answer is worth, by level.
var points = [engine.MaxLevel + 1]int{0, 10, 20, 30, 40, 50}

// Judge reads an answer and decides whether it uses every card once and makes the
// goal. A sign before a number or bracket is allowed, because it can be moved into a
// difference. But if the goal is negative, or if the cards have to be used in their
// order, a sign would make the hand easier, so there it is not allowed.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	return engine.JudgeText(p, answer, false, p.judge)
}

// judge judges an answer that JudgeText has read as a calculation.
func (p *Puzzle) judge(answer string) engine.Verdict {
	a := engine.JudgeAnswer(answer, p.goal)
	v := engine.Verdict{
		Outcome: a.Outcome,
		Fault:   a.Fault,
		Meant:   expr.IsCalculation(answer),
	}
	if a.Node == nil {
		return v
	}
	v.OnTiles = engine.OnTiles(a.Node, engine.Tiles(p.cards))
	if a.Outcome != engine.Invalid {
		v.Text = a.Node.String()
		if a.Valued {
			v.Value = a.Value.String()
		}
	}
	broken := p.ruleFault(a.Node)
	if broken != nil {
		v.Fault = broken
		if v.Outcome == engine.Right {
			v.Outcome = engine.Wrong
		}
	}
	if v.Outcome == engine.Right {
		v.Form = p.form(a.Node)
		v.Points = points[p.Rating().Level]
	}
	return v
}

// ruleFault returns the first rule that n breaks, or nil: its operations, its signs,
// its numbers, and the order of these if it matters.
func (p *Puzzle) ruleFault(n *expr.Node) *engine.Fault {
	f := engine.OperatorFault(n)
	if f != nil {
		return f
	}
	sign := n.Find(func(m *expr.Node) bool { return m.Op == expr.Neg })
	if sign != nil && (p.goal < 0 || p.inOrder) {
		return &engine.Fault{Code: "sign", At: sign.Place()}
	}
	f, unused := engine.TileFault(n, engine.Tiles(p.cards))
	if len(unused) == 0 && f == nil && p.inOrder {
		return p.orderFault(n)
	}
	if len(unused) == 0 {
		return f
	}
	if f == nil {
		return &engine.Fault{Code: "missing", Args: engine.Args{"numbers": unused}}
	}
	f.Code += ".missing"
	f.Args["missing"] = unused
	return f
}
