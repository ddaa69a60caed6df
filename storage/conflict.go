package storage

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/sethvargo/go-retry"
)

// ErrConflict says that a transaction has got into the way of another, which went
// on: nothing of it is kept, and done again it is likely to succeed.
var ErrConflict = errors.New("another transaction was in the way")

// The codes of PostgreSQL's errors that are conflicts: of locks waited for in
// circles (40P01), of snapshots (40001), of the same row made twice at the same
// moment (23505).
var conflicts = []string{"40P01", "40001", "23505"}

func isConflict(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && slices.Contains(conflicts, e.Code)
}

const (
	// triesOfConflict is how often something is done that is in conflict each time.
	triesOfConflict = 8
	// conflictPause is the pause before the second time; each is about twice as long
	// as the one before.
	conflictPause = 5 * time.Millisecond
)

// Retry calls fn, and again while it returns ErrConflict, eight times at most. The
// last error is returned.
func Retry(ctx context.Context, fn func() error) error {
	pauses := retry.WithMaxRetries(triesOfConflict-1, retry.WithJitterPercent(50, retry.NewExponential(conflictPause)))
	return retry.Do(ctx, pauses, func(context.Context) error {
		err := fn()
		if errors.Is(err, ErrConflict) {
			return retry.RetryableError(err)
		}
		return err
	})
}
