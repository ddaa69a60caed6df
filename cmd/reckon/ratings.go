package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"reckon/bot/play"
	"reckon/config"
	"reckon/storage"
)

type ratingsCmd struct {
	Rebuild  rebuildCmd  `cmd:"" settings:"" help:"Learn all ratings anew from the attempts in the database."`
	Simulate simulateCmd `cmd:"" help:"Learn ratings from simulated players, whose true abilities are known, and print how close they come."`
}

type rebuildCmd struct{}

// Run learns all ratings anew. A bot may be running on the database.
func (rebuildCmd) Run(ctx context.Context, c console, s *config.Settings) (err error) {
	if _, err := os.Stat(string(s.DB)); err != nil && !storage.IsServer(string(s.DB)) { // storage.Open would make one
		return err
	}
	store, err := storage.Open(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	n, err := play.Relearn(ctx, store)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "learnt from %d attempts\n", n)
	return err
}
