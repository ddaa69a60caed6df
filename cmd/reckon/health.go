package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"reckon/bot/heartbeat"
	"reckon/config"
	"reckon/storage"
)

type healthCmd struct{}

// Run succeeds if the loops of a bot on the database have made progress lately. That means
// that the process runs, the disk takes writes, no lock is stuck, and due jobs are done.
func (healthCmd) Run(ctx context.Context, c console, s *config.Settings) (err error) {
	store, err := storage.OpenReadOnly(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	age, err := heartbeatAge(ctx, store)
	switch {
	case errors.Is(err, errStuck):
		fmt.Fprintln(c.err, "reckon:", err)
		return no
	case err != nil:
		return fmt.Errorf("no heartbeat in %s: %w", s.DB, err)
	}
	_, err = fmt.Fprintf(c.out, "alive %v ago\n", age)
	return err
}

// errStuck means that a heartbeat is too old.
var errStuck = errors.New("last heartbeat")

// heartbeatAge returns the age of the last heartbeat of the bot on a database, and
// errStuck if that is too long ago.
func heartbeatAge(ctx context.Context, store *storage.Store) (time.Duration, error) {
	at, err := heartbeat.Last(ctx, store)
	if err != nil {
		return 0, err
	}
	age := max(time.Since(at).Round(time.Second), 0)
	if age > heartbeat.Age {
		return age, fmt.Errorf("%w %v ago", errStuck, age)
	}
	return age, nil
}
