package chat

import (
	"context"
	"errors"
	"time"

	"github.com/sethvargo/go-retry"
)

// Backoff returns the pauses between tries: first the shortest, then each twice as long
// as the one before, up to the longest. Each is at random up to a quarter longer or
// shorter, so that many waiting callers do not come back together.
func Backoff(shortest, longest time.Duration) retry.Backoff {
	return retry.WithJitterPercent(25, retry.WithCappedDuration(longest, retry.NewExponential(shortest)))
}

// Retry calls try until it succeeds, ctx ends, the pauses end, or again returns false;
// then it returns the error of the last try. A pause comes from b, or is as long as a
// *RetryError asks for.
func Retry(
	ctx context.Context, b retry.Backoff, again func(err error, pause time.Duration) bool, try func() error,
) error {
	var failure error
	pauses := retry.BackoffFunc(func() (time.Duration, bool) {
		pause, end := b.Next()
		var wanted *RetryError
		if errors.As(failure, &wanted) {
			pause = wanted.After
		}
		return pause, end || ctx.Err() != nil || !again(failure, pause)
	})
	ended := retry.Do(ctx, pauses, func(context.Context) error {
		if failure = try(); failure == nil {
			return nil
		}
		return retry.RetryableError(failure)
	})
	if failure != nil {
		return failure
	}
	return ended
}

// Insist is Retry until a failure is final (nil: none is). It logs all before.
func Insist(
	ctx context.Context, b retry.Backoff, log func(string, ...any), message string, final func(error) bool, try func() error,
) error {
	return Retry(ctx, b, func(err error, pause time.Duration) bool {
		if final != nil && final(err) {
			return false
		}
		log(message, "err", err, "pause", pause)
		return true
	}, try)
}

// Pause waits, and reports whether ctx lasted as long.
func Pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
