package storage

import (
	"context"
	"errors"
	"time"

	"github.com/sethvargo/go-retry"
)

// ErrConflict says that a transaction gave way to another: nothing of it is kept, and it
// will probably succeed if it is done again.
var ErrConflict = errors.New("another transaction was in the way")

// The codes of PostgreSQL's errors that are conflicts: deadlocks (40P01), snapshots
// (40001), and two transactions that insert the same row (23505).
var conflicts = []string{"40P01", "40001", "23505"}

const (
	// triesOfConflict is how often something is tried that conflicts each time.
	triesOfConflict = 8
	// conflictPause is the pause before the second try; each further one is about twice
	// as long.
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
