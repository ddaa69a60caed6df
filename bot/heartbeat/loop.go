package heartbeat

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// afterFailure is how long a loop waits after a failure of the database.
const afterFailure = 5 * time.Second

// LastCall is how long work that has begun may go on after the end has come.
const LastCall = 5 * time.Second

// A Loop does what is due, again and again.
type Loop struct {
	heart    *Heart
	name     string
	wake     chan struct{}
	progress time.Time // when its last pass ended; zero: it has not begun. Under the Heart's mu
}

// Loop adds a loop to those of the heartbeat.
func (h *Heart) Loop(name string) *Loop {
	l := &Loop{heart: h, name: name, wake: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.loops = append(h.loops, l)
	return l
}

// Wake has the loop look at once.
func (l *Loop) Wake() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Run calls pass, which does what is due and returns how long to wait for more, until ctx
// ends; at least once, and a pass that has begun is finished.
func (l *Loop) Run(ctx context.Context, pass func(context.Context) (time.Duration, error)) {
	work, done := Outlast(ctx, LastCall)
	defer done()
	for {
		wait, err := l.pass(work, pass)
		if err != nil && ctx.Err() == nil {
			l.heart.logger.Error("loop failed", "loop", l.name, "error", err)
			wait = afterFailure
		}
		timer := time.NewTimer(min(wait, longestWait))
		select {
		case <-ctx.Done():
		case <-l.wake:
		case <-timer.C:
		}
		timer.Stop()
		if ctx.Err() != nil {
			return
		}
	}
}

func (l *Loop) pass(ctx context.Context, pass func(context.Context) (time.Duration, error)) (wait time.Duration, err error) {
	defer Recover(&err)
	if wait, err = pass(ctx); err != nil {
		return 0, err
	}
	now := l.heart.now()
	l.heart.mu.Lock()
	l.progress = now
	l.heart.mu.Unlock()
	return wait, l.heart.Beat(ctx)
}

// Outlast is a context that lasts so much longer than ctx, for work that has begun. done
// frees it.
func Outlast(ctx context.Context, d time.Duration) (longer context.Context, done func()) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d, cancel) })
	return longer, func() { stop(); cancel() }
}

// Recover, when deferred, turns a panic into an error.
func Recover(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	}
}
