package heartbeat

import (
	"context"
	"errors"
	"strconv"
	"time"

	"reckon/storage"
)

// ErrNone says that no bot has ever served from a database.
var ErrNone = errors.New("no bot has served from this database yet")

// Last is when the slowest loop of a bot last made progress: of this process or, where
// the database is open to be read only, of those of this machine; on a file, of the one
// that serves it. The error is ErrNone if there was none.
func Last(ctx context.Context, store *storage.Store) (at time.Time, err error) {
	err = store.Read(ctx, func(tx *storage.Tx) error {
		all, err := tx.OwnMeta(key) // of each that serves already
		if err != nil {
			return err
		}
		for _, text := range all {
			ms, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return err
			}
			if beat := time.UnixMilli(ms); at.IsZero() || beat.Before(at) {
				at = beat
			}
		}
		if at.IsZero() {
			return ErrNone
		}
		return nil
	})
	return at, err
}
