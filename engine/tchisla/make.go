package tchisla

import (
	"context"
	"fmt"

	"reckon/engine/expr"
)

// Progress tells how far the making of a table is.
type Progress struct {
	Digit   int
	Level   int // of digits: all up to here are done
	Numbers int // held
	Left    int // targets without an expression
}

// MakeTable finds the best of every target 1..most in one digit. Rows proven
// are so up to one level past o.Depth. It fails if ctx ends or the memory does
// not hold o.Depth levels; targets may lack a row if it fails.
func MakeTable(ctx context.Context, digit, most int, o Options, progress func(Progress)) ([]Row, error) {
	m := &maker{t: newTable(digit, o.entries()), rows: make([]Row, most+1), left: most, o: o, progress: progress}
	for {
		s, ok := o.limitsFor(m.t)
		if !ok {
			break
		}
		if !m.t.grow(ctx, s, o.workers()) {
			return m.found(), fmt.Errorf("tchisla: table of %d ends at %d digits: %w", digit, m.t.depth(), context.Cause(ctx))
		}
		m.takeHeld()
	}
	for d := m.t.depth() + 1; m.left > 0 && d <= 2*m.t.depth(); d++ {
		if ctx.Err() != nil {
			return m.found(), ctx.Err()
		}
		m.takePast(ctx, d)
	}
	return m.found(), nil
}

type maker struct {
	t        *table
	rows     []Row // by target
	left     int
	o        Options
	progress func(Progress)
}

func (m *maker) found() []Row {
	var rows []Row
	for _, r := range m.rows {
		if r.Expr != nil {
			rows = append(rows, r)
		}
	}
	return rows
}

func (m *maker) missing() []int {
	var ns []int
	for n := 1; n < len(m.rows); n++ {
		if m.rows[n].Expr == nil {
			ns = append(ns, n)
		}
	}
	return ns
}

// take counts the digits anew: two steps back may find fewer than were asked.
// What the judge cannot check, such as a sum of roots of 5041!, is no answer.
func (m *maker) take(target int, e *expr.Node) {
	digits := expr.CountDigits(e)
	r := Row{
		Target: target, Digit: int(m.t.digit), Digits: digits,
		Proven: digits <= m.o.Depth+1, Expr: e,
	}
	if r.Check() == nil {
		m.rows[target] = r
		m.left--
	}
}

func (m *maker) takeHeld() {
	for _, n := range m.missing() {
		if i, ok := m.t.find(integer(uint64(n))); ok {
			m.take(n, m.t.express(i))
		}
	}
	m.report(m.t.depth())
}

// twoStepsBack is up to how many pairs of a goal and a number held two steps
// back from each target are worth their time, some minutes.
const twoStepsBack = 4_000_000_000

func (m *maker) takePast(ctx context.Context, digits int) {
	missing := m.missing()
	goals := m.t.goalsOf(missing, digits)
	if digits > m.t.depth()+1 {
		further := m.t.below(goals, 1)
		if len(further)*m.t.starts[min(digits/2, m.t.depth())+1] <= twoStepsBack {
			goals = append(goals, further...)
		}
	}
	found := m.t.peel(ctx, goals, m.o.workers())
	for _, n := range missing {
		if f, ok := found[n]; ok {
			m.take(n, m.t.expressGoal(f))
		}
	}
	m.report(digits)
}

func (m *maker) report(level int) {
	if m.progress != nil {
		m.progress(Progress{Digit: int(m.t.digit), Level: level, Numbers: m.t.len(), Left: m.left})
	}
}
