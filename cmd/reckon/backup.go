package main

import (
	"context"
	"errors"

	"reckon/config"
	"reckon/storage"
)

type backupCmd struct {
	File string `arg:"" help:"Name of the copy. An existing file is replaced once the copy is complete."`
}

// Run copies the database as it is at one moment. A bot may be running on it.
func (b backupCmd) Run(ctx context.Context, s *config.Settings) (err error) {
	store, err := storage.OpenReadOnly(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return store.Backup(ctx, b.File)
}
