package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/schollz/progressbar/v3"

	"reckon/bot/card"
	"reckon/bot/chat"
	"reckon/engine"
)

type analyzeCmd struct {
	Game string `arg:"" help:"24 or countdown."`
	JSON bool   `name:"json" help:"Print a JSON object instead of tables."`
	PNG  string `name:"png" placeholder:"FILE" help:"Also draw charts of the figures into this file."`
}

// Run studies all puzzles of a game on all cores.
func (a analyzeCmd) Run(ctx context.Context, c console, list []engine.Game) error {
	analyzers := map[string]engine.Analyzer{}
	for _, g := range list {
		if analyzer, ok := g.(engine.Analyzer); ok {
			analyzers[g.Name()] = analyzer
		}
	}
	analyzer := analyzers[a.Game]
	if analyzer == nil {
		names := strings.Join(slices.Sorted(maps.Keys(analyzers)), " and ")
		return fmt.Errorf("no game %q can be analyzed, only %s", a.Game, names)
	}
	var progress func(done, total int)
	if isTerminal(c.err) {
		progress = showProgress(c.err, a.Game)
	}
	found, err := analyzer.Analyze(ctx, runtime.GOMAXPROCS(0), progress)
	if err != nil {
		return err
	}
	if a.PNG != "" {
		if err := drawCharts(a.PNG, a.Game, found.Tables()); err != nil {
			return err
		}
	}
	if a.JSON {
		return encoder(c.out).Encode(found)
	}
	return writeTables(c.out, found.Tables())
}

// drawCharts draws those tables that have a chart.
func drawCharts(file, game string, tables []engine.Table) error {
	var charts card.Charts
	for _, t := range tables {
		if !t.Chart {
			continue
		}
		c := card.Chart{Title: game + ": " + t.Title, XName: t.Head[0], YName: t.Head[1]}
		for _, row := range t.Rows {
			v, err := strconv.Atoi(row[1])
			if err != nil {
				return fmt.Errorf("chart %q: %w", t.Title, err)
			}
			c.Names = append(c.Names, row[0])
			c.Values = append(c.Values, v)
		}
		charts = append(charts, c)
	}
	painter, err := card.NewPainter()
	if err != nil {
		return err
	}
	picture, err := painter.Draw(card.Light, charts)
	if err != nil {
		return err
	}
	return os.WriteFile(file, picture.PNG, 0o644)
}

// showProgress returns a function that draws how much of a total is done.
func showProgress(w io.Writer, name string) func(done, total int) {
	var bar *progressbar.ProgressBar
	return func(done, total int) {
		if bar == nil {
			bar = newBar(w, name, int64(total))
		}
		// A bar that cannot be drawn is no reason to stop.
		_ = bar.Set(done)
	}
}

// newBar returns a bar that shows how much of a total is done.
func newBar(w io.Writer, name string, total int64) *progressbar.ProgressBar {
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(name),
		progressbar.OptionShowCount(),
		progressbar.OptionClearOnFinish(),
	)
}

// writeTables prints tables, and cuts nothing however wide they are.
func writeTables(w io.Writer, tables []engine.Table) error {
	var texts []string
	for _, t := range tables {
		lines := chat.Table{Head: t.Head, Rows: t.Rows}.Lines(0, chat.OneLine)
		texts = append(texts, t.Title+"\n"+strings.Join(lines, "\n")+"\n")
	}
	_, err := io.WriteString(w, strings.Join(texts, "\n"))
	return err
}
