package countdown

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"reckon/engine"
)

var _ engine.Analyzer = Game{}

// Analyze implements engine.Analyzer.
func (Game) Analyze(ctx context.Context, workers int, progress func(done, total int)) (engine.Analysis, error) {
	a, err := Analyze(ctx, workers, progress)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// Tables implements engine.Analysis.
func (a Analysis) Tables() []engine.Table {
	return []engine.Table{a.factTable(), a.largeTable(), a.targetTable()}
}

func (a Analysis) factTable() engine.Table {
	var barren []string
	for _, tiles := range a.Barren {
		barren = append(barren, strings.Trim(fmt.Sprint(tiles), "[]"))
	}
	return engine.Table{Title: "all numbers games", Head: []string{"what", "number"}, Rows: [][]string{
		{"boards", strconv.Itoa(a.Boards)},
		{"games", strconv.Itoa(a.Games)},
		{"games that can be made exactly", fmt.Sprintf("%d (%.3f %%)", a.Solvable, 100*float64(a.Solvable)/float64(a.Games))},
		{"boards that make every target", strconv.Itoa(a.Complete)},
		{"boards that make none", strings.Join(barren, ", ")},
		{fmt.Sprintf("boards that make the hardest target, %d", a.Hardest.Target), strconv.Itoa(a.Hardest.Boards)},
		{fmt.Sprintf("boards that make the easiest target, %d", a.Easiest.Target), strconv.Itoa(a.Easiest.Boards)},
	}}
}

func (a Analysis) largeTable() engine.Table {
	t := engine.Table{Title: "games by large tiles", Head: []string{"large tiles", "solvable", "games", "boards", "that make every target"}, Chart: true}
	for _, c := range a.ByLarge {
		t.Rows = append(t.Rows, []string{strconv.Itoa(c.Large), strconv.Itoa(c.Solvable), strconv.Itoa(c.Games), strconv.Itoa(c.Boards), strconv.Itoa(c.Complete)})
	}
	return t
}

func (a Analysis) targetTable() engine.Table {
	t := engine.Table{Title: "boards that make a target", Head: []string{"target", "boards"}, Chart: true}
	for _, c := range a.ByTarget {
		t.Rows = append(t.Rows, []string{strconv.Itoa(c.Target), strconv.Itoa(c.Boards)})
	}
	return t
}
