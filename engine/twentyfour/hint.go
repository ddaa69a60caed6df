package twentyfour

import (
	"slices"

	"reckon/engine"
	"reckon/engine/expr"
)

// Hint tells of the most natural solution: 1 the operation done last, 2 the
// two values it joins, 3 the solution with one number hidden (of two cards,
// where the second hint told all, the solution). A last step that changes
// nothing, such as *1, is passed over.
func (p *Puzzle) Hint(n int, found []string) engine.Hint {
	e := p.unfound(found)
	if e == nil {
		return engine.Hint{}
	}
	last := telling(e)
	switch {
	case n <= 1:
		return engine.Hint{Code: "last." + last.Op.Name()}
	case n == 2:
		return engine.Hint{Code: "aim." + last.Op.Name(), Args: engine.Args{"x": valueText(last.X), "y": valueText(last.Y)}}
	case len(p.cards) == MinCards:
		return engine.Hint{Code: "solution", Args: engine.Args{"text": e.String()}}
	}
	return engine.Hint{Code: "nearly", Args: engine.Args{"text": e.Masked().String()}}
}

// unfound is the most natural solution whose form is none of found, or nil.
func (p *Puzzle) unfound(found []string) *expr.Node {
	for _, s := range p.study().solutions {
		if len(found) == 0 || !slices.Contains(found, p.form(s.expr)) {
			return s.expr
		}
	}
	return nil
}

// telling is the last step of e that changes its value, if there is one: of
// 4*3*2*1 the second.
func telling(e *expr.Node) *expr.Node {
	for n := e; n.Op != expr.Num; n = n.X {
		if valueText(n) != valueText(n.X) {
			return n
		}
	}
	return e
}

func valueText(e *expr.Node) string {
	v, err := expr.Eval(e)
	if err != nil { // a solution's parts have values
		return e.String()
	}
	return v.Mixed()
}
