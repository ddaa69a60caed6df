package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"reckon/bot/book"
	"reckon/config"
	"reckon/engine/tchisla"
	"reckon/storage"
)

type tchislaCmd struct {
	Export tchislaExport `cmd:"" settings:"" help:"Write the book of Tchisla answers, with what players of the database have found, to a file."`
}

type tchislaExport struct {
	File string `arg:"" help:"The file to write: target, digit, count and answer, separated by tabs."`
}

// mostFinds is how many finds of players are exported at most.
const mostFinds = 100_000

// Run writes the book. If a player found an answer that is shorter than the book's, or as short and
// plainer, Run writes the player's answer.
func (t tchislaExport) Run(ctx context.Context, c console, s *config.Settings) error {
	answers, err := tchisla.BuiltIn()
	if err != nil {
		return err
	}
	finds, err := readFinds(ctx, string(s.DB))
	if err != nil {
		return err
	}
	var better []string
	for _, f := range finds {
		a, ok := tchisla.Read(f.Puzzle, f.Text)
		if !ok {
			// The find is for another game, or its target is not in the book.
			continue
		}
		isBetter, err := answers.Add(a)
		if err != nil {
			return err
		}
		if isBetter {
			better = append(better, fmt.Sprintf("%d#%d  %d: %s\n", a.Target, a.Digit, a.Digits, a.Expr))
		}
	}
	if err := writeWhole(t.File, answers.Table()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "%s%d finds of players\n", strings.Join(better, ""), len(better))
	return err
}

// readFinds returns players' answers that were better than the best known ones.
func readFinds(ctx context.Context, database string) (finds []book.Record, err error) {
	store, err := storage.OpenReadOnly(ctx, database)
	if err != nil {
		return nil, err
	}
	// Nothing was written, so a failure to close loses nothing.
	defer func() { _ = store.Close() }()
	err = store.Read(ctx, func(tx *storage.Tx) error {
		finds, err = book.ListRecords(tx, mostFinds)
		return err
	})
	return finds, err
}

// writeWhole writes a file completely or not at all.
func writeWhole(name string, content []byte) error {
	if err := os.WriteFile(name+".part", content, 0o644); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}
