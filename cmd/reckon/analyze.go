package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"github.com/schollz/progressbar/v3"

	"reckon/engine"
)

type analyzeCmd struct {
	Game string `arg:"" help:"Name of the game."`
	JSON bool   `name:"json" help:"Print a JSON object instead of tables."`
	PNG  string `name:"png" placeholder:"FILE" help:"Draw the figures into this picture as well."`
}

// Run studies all puzzles of a game on all cores.
func (a analyzeCmd) Run(ctx context.Context, c console, list []engine.Game) error {
	analyzer, err := analyzerOf(list, a.Game)
	if err != nil {
		return err
	}
	found, err := analyzer.Analyze(ctx, runtime.GOMAXPROCS(0), progress(c.err, a.Game))
	if err != nil {
		return err
	}
	if a.PNG != "" {
		if err := drawFile(a.PNG, a.Game, found.Tables()); err != nil {
			return err
		}
	}
	if a.JSON {
		return encoder(c.out).Encode(found)
	}
	return writeTables(c.out, found.Tables())
}

func analyzerOf(list []engine.Game, name string) (engine.Analyzer, error) {
	var names []string
	for _, g := range list {
		analyzer, ok := g.(engine.Analyzer)
		if !ok {
			continue
		}
		if g.Name() == name {
			return analyzer, nil
		}
		names = append(names, g.Name())
	}
	if len(names) == 0 {
		return nil, errors.New("there is no game that can be analyzed")
	}
	return nil, fmt.Errorf("no game %q can be analyzed, only %s", name, strings.Join(names, ", "))
}

// progress shows a bar to whoever looks at w.
func progress(w io.Writer, name string) func(done, total int) {
	if !isTerminal(w) {
		return nil
	}
	var bar *progressbar.ProgressBar
	return func(done, total int) {
		if bar == nil {
			bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(name),
				progressbar.OptionShowCount(), progressbar.OptionClearOnFinish())
		}
		_ = bar.Set(done) // a bar that cannot be drawn is no reason to stop
	}
}

// writeTables sets columns flush right, two spaces apart.
func writeTables(w io.Writer, tables []engine.Table) error {
	var b strings.Builder
	for i, t := range tables {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(t.Title + "\n")
		rows := append([][]string{t.Head}, t.Rows...)
		widths := make([]int, len(t.Head))
		for _, row := range rows {
			for i, cell := range row {
				widths[i] = max(widths[i], len(cell))
			}
		}
		for _, row := range rows {
			for i, cell := range row {
				fmt.Fprintf(&b, "  %*s", widths[i], cell)
			}
			b.WriteByte('\n')
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
