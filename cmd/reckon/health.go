package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"reckon/bot/heartbeat"
	"reckon/config"
	"reckon/storage"
	"reckon/storage/address"
)

type healthCmd struct{}

// Run succeeds if the loops of a bot on the database have made progress lately, and there is room on the
// disk. Loops that make progress show that the process runs, no lock is stuck, and jobs run in time.
func (healthCmd) Run(ctx context.Context, c console, s *config.Settings) (err error) {
	store, err := storage.OpenReadOnly(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	life, err := lifeOf(ctx, store, string(s.DB))
	var ended heartbeat.EndedError
	if errors.As(err, &ended) {
		fmt.Fprintln(c.err, "reckon:", endedText(ended))
		return no
	}
	if errors.Is(err, errStuck) {
		fmt.Fprintln(c.err, "reckon:", err)
		return no
	}
	if err != nil {
		return fmt.Errorf("no heartbeat in %s: %w", s.DB, err)
	}
	_, err = fmt.Fprintln(c.out, life)
	return err
}

// errStuck means that a bot cannot go on: its heartbeat is too old, or the disk is full or
// read-only.
var errStuck = errors.New("stuck")

// errNoRoom means that it is the disk that stops the bot.
var errNoRoom = fmt.Errorf("%w: the disk is full or read-only", errStuck)

// fullDisk is the free space, in bytes, below which a disk is full.
const fullDisk = 1 << 20

// lifeOf returns a text that says when the bot on a database was last alive and, after a semicolon,
// which of its networks have failed since it started. The error is errStuck if the bot cannot go on.
func lifeOf(ctx context.Context, store *storage.Store, path string) (string, error) {
	at, faults, err := heartbeat.Last(ctx, store)
	if err != nil {
		return "", err
	}
	age := max(time.Since(at).Round(time.Second), 0)
	if age > heartbeat.MaxAge {
		return "", fmt.Errorf("%w: last heartbeat %v ago", errStuck, age)
	}
	if !address.IsServer(path) && isFull(filepath.Dir(path)) {
		return "", errNoRoom
	}
	return fmt.Sprintf("alive %v ago%s", age, faults), nil
}

// isAlive reports whether a bot has made progress on a database lately.
func isAlive(ctx context.Context, db config.Path) bool {
	store, err := storage.OpenReadOnly(ctx, string(db))
	if err != nil {
		return false
	}
	defer store.Close()
	_, err = lifeOf(ctx, store, string(db))
	return err == nil
}

// endedText says since when a bot has ended and, after a semicolon, which of its networks had failed.
func endedText(ended heartbeat.EndedError) string {
	ago := max(time.Since(ended.At).Round(time.Second), 0)
	return fmt.Sprintf("ended %v ago%s", ago, ended.Faults)
}

// isFull reports whether the disk of a folder is known to be full or read-only.
func isFull(folder string) bool {
	free, err := diskFree(folder)
	return err == nil && free < fullDisk
}
