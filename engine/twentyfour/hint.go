package twentyfour

import (
	"slices"

	"reckon/engine"
	"reckon/engine/expr"
)

// Hint gives facts about the most natural solution whose form is not in found: 1
// the last operation, 2 the two values it joins, 3 the solution with one number
// hidden (of two cards, where the second hint says all, the solution). A last step
// that changes nothing, such as *1, is skipped.
func (p *Puzzle) Hint(n int, found []string) engine.Hint {
	solutions := p.study().solutions
	i := slices.IndexFunc(solutions, func(s solution) bool {
		return len(found) == 0 || !slices.Contains(found, p.form(s.expr))
	})
	if i < 0 {
		return engine.Hint{}
	}
	e := solutions[i].expr
	last := e // the last step that changes the value: of 4*3*2*1 the second
	for n := e; n.Op != expr.Num; n = n.X {
		if n.Mixed() != n.X.Mixed() {
			last = n
			break
		}
	}
	return engine.StepHint(n, e, last)
}
