package twentyfour

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"reckon/engine"
)

var _ engine.Analyzer = Game{}

// Analyze implements engine.Analyzer. It takes too little time for a second
// goroutine to help.
func (Game) Analyze(ctx context.Context, _ int, progress func(done, total int)) (engine.Analysis, error) {
	a, err := Analyze(ctx, progress)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Tables implements engine.Analysis.
func (a Analysis) Tables() []engine.Table {
	return []engine.Table{a.factTable(), a.targetTable(), a.solutionTable(), a.classicTable(), a.levelTable()}
}

func (a Analysis) factTable() engine.Table {
	return engine.Table{Title: "hands of four cards 1..13", Head: []string{"what", "number"}, Rows: [][]string{
		{"hands", strconv.Itoa(a.Hands)},
		{"that make 24", strconv.Itoa(a.Solvable)},
		{"of these, only with a fraction", strconv.Itoa(len(a.Fraction))},
		{"distinct solutions for 24", strconv.Itoa(a.Solutions)},
		{fmt.Sprintf("targets 0..100 of the strongest hand, %s", joined(a.Strongest.Cards)), strconv.Itoa(a.Strongest.Targets)},
	}}
}

func (a Analysis) targetTable() engine.Table {
	t := engine.Table{Title: "hands that make a target", Head: []string{"target", "hands"}, Chart: true}
	for _, c := range a.Targets {
		t.Rows = append(t.Rows, []string{strconv.Itoa(c.Target), strconv.Itoa(c.Solvable)})
	}
	return t
}

func (a Analysis) solutionTable() engine.Table {
	t := engine.Table{Title: "hands by distinct solutions for 24", Head: []string{"solutions", "hands"}, Chart: true}
	for n, hands := range a.HandsBySolutions {
		t.Rows = append(t.Rows, []string{strconv.Itoa(n), strconv.Itoa(hands)})
	}
	return t
}

// classicTable goes by the last step of a hand's easiest solution.
func (a Analysis) classicTable() engine.Table {
	t := engine.Table{Title: "classic levels, by the easiest last step", Head: []string{"last step", "hands", "level"}, Chart: true}
	for n, name := range []string{"none", "×", "+", "-", "/", "× fraction"} {
		t.Rows = append(t.Rows, []string{name, strconv.Itoa(a.ClassicLevels[n]), strconv.Itoa(n)})
	}
	return t
}

func (a Analysis) levelTable() engine.Table {
	t := engine.Table{
		Title: "levels, by the predicted mean seconds to solve",
		Head:  []string{"level", "hands", "seconds", "examples"},
	}
	for _, c := range a.Levels {
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(int(c.Level)), strconv.Itoa(c.Hands), fmt.Sprintf("%.1f to %.1f", c.Easiest, c.Hardest),
			strings.Join(c.Examples, "  "),
		})
	}
	return t
}

func joined(cards []int) string {
	return strings.Trim(fmt.Sprint(cards), "[]")
}
