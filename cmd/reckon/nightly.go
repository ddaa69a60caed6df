package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/config"
	"reckon/storage"
)

const (
	// quietHour is the hour in which copies are made, in UTC.
	quietHour = 3
	// lookEvery is the time between checks whether a copy is due. So a copy that failed is
	// tried again, and a bot that was down makes up for it.
	lookEvery = 10 * time.Minute
)

// A nightly keeps a folder of copies of the database, one a day.
type nightly struct {
	store  *storage.Store
	folder string
	// keep is the number of copies to keep.
	keep int
	now  func() time.Time
}

// keepCopies makes copies until ctx ends, if the settings ask for them. The function done
// stops it, and returns when an unfinished copy is abandoned.
func keepCopies(ctx context.Context, s *config.Settings, store *storage.Store, log *slog.Logger) (done func()) {
	if s.BackupDir == "" {
		return func() {}
	}
	if s.DB.IsServer() {
		log.Warn("no copies are made", "error", storage.ErrServer)
		return func() {}
	}
	n := nightly{store, s.BackupDir, s.BackupKeep, time.Now}
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() {
		for ctx.Err() == nil {
			n.logOnce(ctx, log)
			chat.Pause(ctx, lookEvery)
		}
	})
	return func() {
		stop()
		running.Wait()
	}
}

// logOnce makes the copy that is due, and logs what came of it.
func (n nightly) logOnce(ctx context.Context, log *slog.Logger) {
	name, err := n.once(ctx)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		log.Error("no copy of the database was made", "error", err)
		return
	}
	if name != "" {
		log.Info("a copy of the database was made", "file", name)
	}
}

// once makes the copy that is due, deletes all copies but the newest, and returns the
// name of the copy, empty if none is due.
func (n nightly) once(ctx context.Context) (string, error) {
	now := n.now().UTC()
	day := now.Add(-quietHour * time.Hour).Format(time.DateOnly)
	name := filepath.Join(n.folder, "reckon-"+day+".db")
	if _, err := os.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.MkdirAll(n.folder, 0o700); err != nil {
		return "", err
	}
	if err := n.store.Backup(ctx, name); err != nil {
		return "", err
	}
	all, err := filepath.Glob(filepath.Join(n.folder, "reckon-[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].db"))
	if err != nil {
		return name, fmt.Errorf("the folder of copies: %w", err)
	}
	// The names are in the order of their days.
	slices.Sort(all)
	for _, old := range all[:max(0, len(all)-n.keep)] {
		if err := os.Remove(old); err != nil {
			return name, err
		}
	}
	return name, nil
}
