package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"

	"reckon/bot"
	"reckon/bot/round"
	"reckon/config"
	"reckon/engine"
	"reckon/storage"
)

type ratingsCmd struct {
	Levels  levelsCmd  `cmd:"" settings:"" help:"Say for each level of each game how long first attempts took, beside what was expected."`
	Rebuild rebuildCmd `cmd:"" settings:"" help:"Learn all ratings anew from the attempts in the database. A bot on the same database waits meanwhile."`
}

type rebuildCmd struct{}

// Run learns all ratings from scratch. A bot may be running on the database.
func (rebuildCmd) Run(ctx context.Context, c console, s *config.Settings) (err error) {
	store, err := openExisting(ctx, s.DB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	attempts, err := round.Relearn(ctx, store)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "learnt from %d attempts\n", attempts)
	return err
}

type levelsCmd struct{}

// Run prints a table with a row for each level at which people have attempted puzzles.
func (levelsCmd) Run(ctx context.Context, c console, s *config.Settings) (err error) {
	store, err := storage.OpenReadOnly(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	all, err := round.LevelTimes(ctx, store)
	if err != nil {
		return err
	}
	t := engine.Table{
		Title: "First attempts",
		Head:  []string{"game", "level", "attempts", "solved", "expected", "needed", "error"},
	}
	for _, l := range all {
		t.Rows = append(t.Rows, []string{
			l.Game,
			strconv.Itoa(int(l.Level)),
			strconv.Itoa(l.Attempts),
			strconv.Itoa(l.Solved),
			fmt.Sprintf("%.1f s", l.Expected),
			fmt.Sprintf("%.1f s", l.Needed),
			fmt.Sprintf("±%.0f %%", 100*(math.Exp(l.Deviation)-1)),
		})
	}
	return writeTables(c.out, []engine.Table{t})
}

// openExisting opens a database to write to it. Unlike bot.Open it creates none.
func openExisting(ctx context.Context, db config.Path) (*storage.Store, error) {
	if !db.IsServer() {
		if _, err := os.Stat(string(db)); err != nil {
			return nil, err
		}
	}
	return bot.Open(ctx, string(db))
}
