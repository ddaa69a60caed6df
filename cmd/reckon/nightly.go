package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/config"
	"reckon/storage"
)

const (
	// quietHour is the hour in which copies are made, in UTC.
	quietHour = 3
	// checkEvery is the time between two checks whether today's copy is there. So if a copy fails,
	// another is made, and a bot that did not run at night makes its copy later.
	checkEvery = 10 * time.Minute
)

// A nightly keeps a folder of copies of the database, one a day.
type nightly struct {
	store  *storage.Store
	folder string
	// keep is the number of copies to keep.
	keep int
	now  func() time.Time
}

// keepCopies starts a goroutine that makes copies until ctx ends, if the settings ask for them. The function
// done stops the goroutine sooner, even while it makes a copy, and waits until it has ended.
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
			n.copyAndLog(ctx, log)
			chat.Pause(ctx, checkEvery)
		}
	})
	return func() {
		stop()
		running.Wait()
	}
}

// copyAndLog makes today's copy if it is not there, and logs the result.
func (n nightly) copyAndLog(ctx context.Context, log *slog.Logger) {
	name, err := n.copyToday(ctx)
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

// copyToday makes today's copy, and deletes the oldest copies if there are too many. It returns the name
// of the copy, or "" if the copy existed before. For copies a day begins at the quiet hour.
func (n nightly) copyToday(ctx context.Context) (string, error) {
	now := n.now().UTC()
	day := now.Add(-quietHour * time.Hour).Format(time.DateOnly)
	name := filepath.Join(n.folder, "reckon-"+day+".db")
	_, err := os.Stat(name)
	if err == nil {
		return "", nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.MkdirAll(n.folder, 0o700); err != nil {
		return "", err
	}
	if err := n.store.Backup(ctx, name); err != nil {
		return "", err
	}
	all, err := listCopies(n.folder)
	if err != nil {
		return name, fmt.Errorf("the folder of copies: %w", err)
	}
	for _, old := range all[:max(0, len(all)-n.keep)] {
		if err := os.Remove(old); err != nil {
			return name, err
		}
	}
	return name, nil
}
