package games

import (
	"math/rand/v2"
	"slices"
	"testing"

	"reckon/engine"
	"reckon/engine/expr"
	"reckon/engine/property"
)

// No part of a calculation in an idea has four numbers or more. A value that is too long to name is written as
// a calculation.
func TestIdeasAreShort(t *testing.T) {
	facts := 0
	for _, name := range []string{"countdown", "tchisla", "24"} {
		g, _ := ByName(name)
		for seed := range uint64(property.Cases(40, 400)) {
			p, err := g.New(rand.New(rand.NewPCG(seed, 40)), engine.Wish{})
			if err != nil {
				t.Fatal(err)
			}
			answer := p.Solve(t.Context()).Best
			for _, f := range g.Idea(answer, p.Face().Goal) {
				for _, arg := range []string{"made", "a", "b"} {
					text, ok := f.Args[arg].(string)
					if !ok {
						continue
					}
					facts++
					n, err := expr.Parse(text)
					if err != nil {
						t.Errorf("%s: %q: %v", answer, text, err)
						continue
					}
					isLong := func(m *expr.Node) bool { return len(m.Numbers()) >= 4 }
					if slices.ContainsFunc(termsOf(n, n.Op), isLong) && !namesLong(t, n) {
						t.Errorf("%s: a part of the idea of %s is %s", p.ID(), answer, text)
					}
				}
			}
		}
	}
	if facts < 100 {
		t.Errorf("only %d facts", facts)
	}
}

// termsOf returns the terms of a sum or a product, whose last operation is op; other calculations are no terms.
func termsOf(n *expr.Node, op expr.Op) []*expr.Node {
	families := [][]expr.Op{{expr.Add, expr.Sub}, {expr.Mul, expr.Div}}
	for _, family := range families {
		if slices.Contains(family, op) && slices.Contains(family, n.Op) {
			return append(termsOf(n.X, op), termsOf(n.Y, op)...)
		}
	}
	return []*expr.Node{n}
}

// namesLong reports whether a part of n has a value of more than ten characters.
func namesLong(t *testing.T, n *expr.Node) bool {
	t.Helper()
	steps, err := expr.Steps(n)
	if err != nil {
		return true
	}
	for _, s := range steps {
		if len(expr.Text(s.Value, expr.Typographic)) > 10 {
			return true
		}
	}
	return false
}
