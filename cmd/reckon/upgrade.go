package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"reckon/bot"
	"reckon/config"
	"reckon/storage"
)

// openAndUpgrade opens the database for a bot. If the schema is older than this program, it is upgraded, and the
// log says from which version to which. If the database is a file, and the settings name a folder for copies, the
// file is copied before; if that fails, nothing is upgraded.
func openAndUpgrade(ctx context.Context, s *config.Settings, log *slog.Logger) (*storage.Store, error) {
	outdated, err := copyOutdated(ctx, s, log)
	if err != nil {
		return nil, fmt.Errorf("the database is not upgraded, because there is no copy of it: %w", err)
	}
	store, err := bot.Open(ctx, string(s.DB))
	if err != nil {
		return nil, err
	}
	if outdated.Newest > 0 {
		log.Info("the database was upgraded", "from", outdated.Version, "to", outdated.Newest)
	}
	return store, nil
}

// copyOutdated copies a file whose schema is older than this program, if the settings name a folder for
// copies. It returns the versions, or zero if nothing is to be upgraded.
func copyOutdated(ctx context.Context, s *config.Settings, log *slog.Logger) (storage.OutdatedError, error) {
	var outdated storage.OutdatedError
	store, err := storage.OpenReadOnly(ctx, string(s.DB))
	if err != nil {
		// There is no database yet, or bot.Open says what is wrong with it.
		return outdated, nil
	}
	defer store.Close()
	isOutdated := errors.As(store.Outdated(), &outdated)
	if !isOutdated || s.BackupDir == "" || s.DB.IsServer() {
		return outdated, nil
	}
	// This name is not among those of the nightly copies, so it is kept until the operator deletes it.
	day := time.Now().UTC().Format(time.DateOnly)
	name := filepath.Join(s.BackupDir, fmt.Sprintf("reckon-schema-%d-%s.db", outdated.Version, day))
	if err := os.MkdirAll(s.BackupDir, 0o700); err != nil {
		return outdated, err
	}
	if err := store.Backup(ctx, name); err != nil {
		return outdated, err
	}
	log.Info("the database was copied before its upgrade", "file", name)
	return outdated, nil
}
