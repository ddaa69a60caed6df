// Package heartbeat runs the loops of a process, stores that all of them make progress,
// and keeps the lease by which the process owns deliveries and jobs. It knows neither.
package heartbeat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"reckon/storage"
)

const (
	// beatEvery is how often a heartbeat is stored, and longestWait how long a loop waits
	// at most: the two together are less than half of Age.
	beatEvery   = 18 * time.Second
	longestWait = 10 * time.Second
	// Age is how old the last heartbeat is of a bot that is stuck or has ended. No single
	// pass of a loop takes as long.
	Age = time.Minute
	// leaseFor is how long a process on another machine is waited for before others claim
	// what it owns. For half of it a process trusts its lease unasked, whatever the
	// difference of their clocks.
	leaseFor = time.Minute
	// afterFailure is how long a loop waits after a failure of the database.
	afterFailure = 5 * time.Second
	// LastCall is how long work that has begun may go on after the end has come.
	LastCall = 5 * time.Second
	// key is the name of the fact in the database: Unix ms, and faults behind it.
	key = "heartbeat"
)

// A Heart stores the heartbeat of a process: when the slowest of its loops last made
// progress. That the process runs proves little, so nothing else writes it.
type Heart struct {
	store  *storage.Store
	now    func() time.Time
	logger *slog.Logger

	renewing chan struct{} // one renews the lease at a time, and learns whether it was lost

	mu      sync.Mutex
	loops   []*Loop
	beaten  time.Time // when the heartbeat was last stored
	faults  string    // stored with it
	renewed time.Time // when the lease was
	term    int64     // how often the lease may have been lost
	lapses  int64     // see storage.Store.Lapsed
}

// New makes a Heart.
func New(store *storage.Store, now func() time.Time, logger *slog.Logger) *Heart {
	return &Heart{store: store, now: now, logger: logger, renewing: make(chan struct{}, 1)}
}

// Fault has something that does not work and never will stored with each heartbeat.
func (h *Heart) Fault(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.faults += "; " + text
	h.beaten = time.Time{} // the next one is stored at once
}

// Beat stores the heartbeat and renews the lease, unless that was done lately. It fails
// where the database cannot be written.
func (h *Heart) Beat(ctx context.Context) error {
	h.renewing <- struct{}{}
	defer func() { <-h.renewing }()
	now := h.now()
	h.mu.Lock()
	since, progress := now.Sub(h.beaten), now
	for _, l := range h.loops {
		if last := l.progress; !last.IsZero() && last.Before(progress) {
			progress = last
		}
	}
	faults := h.faults
	h.mu.Unlock()
	if since >= 0 && since < beatEvery {
		return nil
	}
	return h.renew(ctx, now, strconv.FormatInt(progress.UnixMilli(), 10)+faults)
}

// renew stores that this process lives, with its heartbeat unless that is empty. It is called
// while renewing is held.
func (h *Heart) renew(ctx context.Context, now time.Time, beat string) error {
	var lost bool
	err := h.store.Commit(ctx, func(tx *storage.Tx) (err error) {
		if lost, err = tx.StillHere(now, leaseFor); err != nil || beat == "" {
			return err
		}
		return tx.SetOwnMeta(key, beat)
	})
	if err != nil {
		return fmt.Errorf("heartbeat: %w", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.renewed = now
	if beat != "" {
		h.beaten = now
	}
	if lost {
		h.term++
	}
	return nil
}

// Term numbers the time for which the lease is held without a break, as far as is known:
// what was claimed in an earlier term may be another process's by now.
func (h *Heart) Term() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.term
}

// Assure is Term, after the lease was renewed if that is long ago. It costs nothing while
// heartbeats are stored.
func (h *Heart) Assure(ctx context.Context) (int64, error) {
	h.renewing <- struct{}{}
	defer func() { <-h.renewing }()
	now := h.now()
	h.mu.Lock()
	fresh := !h.renewed.IsZero() && now.Sub(h.renewed) < leaseFor/2
	h.mu.Unlock()
	if !fresh {
		if err := h.renew(ctx, now, ""); err != nil {
			return 0, err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	lapses, lapsed := h.store.Lapsed(h.lapses)
	h.lapses = lapses
	if lapsed {
		h.term++
	}
	return h.term, nil
}

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

// Wake makes the loop pass at once.
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
		select {
		case <-ctx.Done():
		case <-l.wake:
		case <-time.After(min(wait, longestWait)):
		}
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

// Outlast returns a context that lasts so much longer than ctx, for work that has begun.
// done frees it.
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

// ErrNone says that no bot has ever served from a database.
var ErrNone = errors.New("no bot has served from this database yet")

// Last is when the slowest loop of a bot last made progress: of this process or, where
// the database is open to be read only, of those of this machine; on a file, of the one
// that serves it. faults are those stored with it, each after a semicolon. The error is
// ErrNone if there was none.
func Last(ctx context.Context, store *storage.Store) (at time.Time, faults string, err error) {
	err = store.Read(ctx, func(tx *storage.Tx) error {
		all, err := tx.OwnMeta(key) // of each that serves already
		if err != nil {
			return err
		}
		for _, text := range all {
			number, found, with := strings.Cut(text, "; ")
			ms, err := strconv.ParseInt(number, 10, 64)
			if err != nil {
				return err
			}
			if beat := time.UnixMilli(ms); at.IsZero() || beat.Before(at) {
				at = beat
			}
			if with && !strings.Contains(faults, found) { // several processes have the same
				faults += "; " + found
			}
		}
		if at.IsZero() {
			return ErrNone
		}
		return nil
	})
	return at, faults, err
}
