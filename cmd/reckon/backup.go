package main

import (
	"context"
	"errors"
	"os"

	"reckon/config"
	"reckon/storage"
)

type backupCmd struct {
	File string `arg:"" help:"Where the copy is written. What is there is replaced once the copy is complete."`
}

// Run copies the database, also while a bot plays on it.
func (b backupCmd) Run(ctx context.Context, s *config.Settings) (err error) {
	// Opening would make a database where there is none.
	if _, err := os.Stat(s.DB); err != nil {
		return err
	}
	store, err := storage.Open(ctx, s.DB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return store.Backup(ctx, b.File)
}
