package chat_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sethvargo/go-retry"

	"reckon/bot/chat"
)

func TestBackoffGrows(t *testing.T) {
	b := chat.Backoff(time.Second, 10*time.Second)
	for i, want := range []time.Duration{1, 2, 4, 8, 10, 10, 10} {
		want *= time.Second
		if got, end := b.Next(); end || (got-want).Abs() > want/4 {
			t.Errorf("pause %d is %v (end: %v), want %v give or take a quarter", i, got, end, want)
		}
	}
}

func TestRetry(t *testing.T) {
	down, final := errors.New("down"), errors.New("final")
	limited := &chat.RetryError{After: time.Hour, Err: down}
	for _, c := range []struct {
		name string
		// failures are those of the first tries. The next try succeeds.
		failures []error
		tries    int
		want     error
		// atLeast is how long all tries take together, at least.
		atLeast time.Duration
		atMost  time.Duration
	}{
		{"at once", nil, 1, nil, 0, 0},
		{"after failures", []error{down, down, down}, 4, nil, 5 * time.Second, 9 * time.Second},
		{"for good", []error{down, final, down}, 2, final, 750 * time.Millisecond, 1250 * time.Millisecond},
		{"as asked", []error{limited, limited}, 3, nil, 2 * time.Hour, 2 * time.Hour},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun, tries := time.Now(), 0
				again := func(err error, _ time.Duration) bool { return err != final }
				err := chat.Retry(t.Context(), chat.Backoff(time.Second, time.Minute), again, func() error {
					tries++
					if tries <= len(c.failures) {
						return c.failures[tries-1]
					}
					return nil
				})
				if err != c.want || tries != c.tries {
					t.Errorf("%d tries and %v, want %d and %v", tries, err, c.tries, c.want)
				}
				if d := time.Since(begun); d < c.atLeast || d > c.atMost {
					t.Errorf("took %v, want %v to %v", d, c.atLeast, c.atMost)
				}
			})
		})
	}
}

// There is one try more than there are pauses.
func TestRetryEndsWithPauses(t *testing.T) {
	tries, down := 0, errors.New("down")
	err := chat.Retry(t.Context(), retry.WithMaxRetries(3, retry.NewConstant(time.Nanosecond)),
		func(error, time.Duration) bool { return true }, func() error { tries++; return down })
	if err != down || tries != 4 {
		t.Errorf("%d tries and %v", tries, err)
	}
}

// Retry does not wait longer than its context lasts, and returns the error of the last try.
func TestRetryEndsWithContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		begun, down := time.Now(), errors.New("down")
		always := func(error, time.Duration) bool { return true }
		err := chat.Retry(ctx, chat.Backoff(time.Hour, time.Hour), always, func() error { return down })
		if err != down || time.Since(begun) != time.Minute {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		asked := false
		err = chat.Retry(ctx, chat.Backoff(1, 1), func(error, time.Duration) bool { asked = true; return true }, func() error { return down })
		if asked || err == nil {
			t.Errorf("asked for another try with a context that has ended: %v, %v", asked, err)
		}
		if err := chat.Retry(ctx, chat.Backoff(1, 1), always, func() error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with a context that has ended: %v", err)
		}
		if chat.Pause(ctx, time.Hour) || time.Since(begun) != time.Minute {
			t.Error("a pause outlives its context")
		}
		if !chat.Pause(t.Context(), time.Hour) || time.Since(begun) != time.Hour+time.Minute {
			t.Error("a pause is cut short")
		}
	})
}

// A call is tried again, with a line in the log each time, until it succeeds or fails for good.
func TestInsist(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down, final := errors.New("down"), errors.New("final")
		for _, last := range []error{nil, final} {
			tries, logged := 0, 0
			err := chat.Insist(t.Context(), chat.Backoff(time.Second, time.Minute), func(string, ...any) { logged++ }, "down",
				func(err error) bool { return err == final }, func() error {
					tries++
					if tries < 3 {
						return down
					}
					return last
				})
			if err != last || tries != 3 || logged != 2 {
				t.Errorf("%d tries, %d lines and %v, want %v", tries, logged, err, last)
			}
		}
	})
}
