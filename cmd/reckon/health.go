package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"reckon/bot/jobs"
	"reckon/config"
	"reckon/storage"
)

type healthCmd struct{}

// Run reports well if the loop of a bot on the database has lately got on: then
// the process runs, the disk takes writes, no lock is stuck, and what is due is
// done.
func (healthCmd) Run(ctx context.Context, c console, s *config.Settings) (err error) {
	store, err := storage.OpenReadOnly(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	at, err := jobs.LastHeartbeat(ctx, store)
	if err != nil {
		return fmt.Errorf("no heartbeat in %s: %w", s.DB, err)
	}
	age := time.Since(at).Round(time.Second)
	if age > jobs.HeartbeatAge {
		fmt.Fprintf(c.err, "reckon: last heartbeat %v ago\n", age)
		return no
	}
	_, err = fmt.Fprintf(c.out, "alive %v ago\n", max(age, 0))
	return err
}
