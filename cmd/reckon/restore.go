package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"reckon/config"
	"reckon/storage"
)

type restoreCmd struct {
	File string `arg:"" help:"The copy, made by reckon backup. It is kept."`
}

// Run replaces the database by a copy, and keeps the database beside it under another
// name. No bot may be running.
func (r restoreCmd) Run(ctx context.Context, c console, s *config.Settings) error {
	path := string(s.DB)
	if storage.IsServer(path) {
		return storage.ErrServer
	}
	aside := path + ".replaced-" + time.Now().UTC().Format("20060102T150405.000Z")
	_, err := os.Stat(path)
	replaces := !errors.Is(err, fs.ErrNotExist)
	if err := storage.Restore(ctx, r.File, path, aside); err != nil {
		return err
	}
	if replaces {
		_, err = fmt.Fprintf(c.out, "%s is %s again; what was there is %s\n", path, r.File, aside)
	} else {
		_, err = fmt.Fprintf(c.out, "%s is %s\n", path, r.File)
	}
	return err
}
