package twentyfour

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine"
	"reckon/engine/expr"
	"reckon/engine/property"
)

// A tree is an expression with its value; every part of it has a value.
type tree struct {
	op    expr.Op
	value ratio
	x, y  *tree
}

func leaf(v int) *tree { return &tree{value: integer(int64(v))} }

// joinTrees returns x op y, or nil for a division by 0.
func joinTrees(op expr.Op, x, y *tree) *tree {
	t := &tree{op: op, x: x, y: y}
	switch op {
	case expr.Add:
		t.value = x.value.add(y.value)
	case expr.Sub:
		t.value = x.value.sub(y.value)
	case expr.Mul:
		t.value = x.value.mul(y.value)
	case expr.Div:
		if y.value.Num == 0 {
			return nil
		}
		t.value = x.value.div(y.value)
	}
	return t
}

func (t *tree) expr() *expr.Node {
	if t.op == expr.Num {
		return expr.Number(t.value.Num)
	}
	return expr.New(t.op, t.x.expr(), t.y.expr())
}

// allTrees visits all expressions of the cards. It joins any two in all ways, and goes on with the rest.
func allTrees(cards []*tree, visit func(*tree)) {
	if len(cards) == 1 {
		visit(cards[0])
		return
	}
	for i, x := range cards {
		for j, y := range cards {
			if i == j {
				continue
			}
			rest := []*tree{nil}
			for k, c := range cards {
				if k != i && k != j {
					rest = append(rest, c)
				}
			}
			for _, op := range []expr.Op{expr.Add, expr.Sub, expr.Mul, expr.Div} {
				rest[0] = joinTrees(op, x, y)
				if rest[0] != nil {
					allTrees(rest, visit)
				}
			}
		}
	}
}

// drawPuzzle draws a hand, mostly of small numbers, since their solutions can be written in
// the most ways.
func drawPuzzle(t *rapid.T, maxCards int) *Puzzle {
	count := rapid.IntRange(2, maxCards).Draw(t, "count")
	largest := rapid.SampledFrom([]int{2, 5, 13, 30}).Draw(t, "largest")
	h := hand{goal: rapid.Int64Range(-30, 30).Draw(t, "goal")}
	for range count {
		h.cards = append(h.cards, rapid.IntRange(0, largest).Draw(t, "card"))
	}
	slices.Sort(h.cards)
	return &Puzzle{hand: h}
}

// TestSolveFindsEveryForm compares the solver with a plain enumeration.
func TestSolveFindsEveryForm(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t, 4)
		var cards []*tree
		for _, c := range p.cards {
			cards = append(cards, leaf(c))
		}
		want := map[string]string{}
		allTrees(cards, func(tr *tree) {
			if tr.value == integer(p.goal) {
				e := tr.expr()
				want[p.form(e)] = e.String()
			}
		})
		s := p.Solve(context.Background())
		for _, text := range s.All {
			v := p.Judge(text)
			if _, ok := want[v.Form]; v.Outcome != engine.Right || !ok {
				t.Fatalf("%s: %s is judged %+v", p.ID(), text, v)
			}
			delete(want, v.Form)
		}
		if len(want) > 0 || !s.Complete {
			t.Fatalf("%s: Solve found %q, not %v", p.ID(), s.All, want)
		}
	})
}
