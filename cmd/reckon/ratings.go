package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"reckon/bot"
	"reckon/bot/round"
	"reckon/config"
	"reckon/storage"
)

type ratingsCmd struct {
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

// openExisting opens a database to write to it. Unlike bot.Open it creates none.
func openExisting(ctx context.Context, db config.Path) (*storage.Store, error) {
	if !db.IsServer() {
		if _, err := os.Stat(string(db)); err != nil {
			return nil, err
		}
	}
	return bot.Open(ctx, string(db))
}
