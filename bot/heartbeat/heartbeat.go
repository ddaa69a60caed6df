// Package heartbeat runs the loops of a process, stores that all of them make progress,
// and renews the lease on the deliveries and jobs that the process owns. It does not know
// what deliveries and jobs are.
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

	"reckon/bot/chat"
	"reckon/storage"
)

const (
	// beatEvery is how often a heartbeat is stored, and longestWait how long a loop waits
	// at most: together they are less than half of MaxAge.
	beatEvery   = 18 * time.Second
	longestWait = 10 * time.Second
	// If the last heartbeat is older than MaxAge, the bot is stuck or was killed. No single pass of a
	// loop takes that long.
	MaxAge = time.Minute
	// leaseFor is how long a process on another machine may be silent before others claim
	// what it owns. For half of that time a process trusts its lease without asking,
	// however much the clocks of the two machines differ.
	leaseFor = time.Minute
	// afterFailure is how long a loop waits after a failure of the database.
	afterFailure = 5 * time.Second
	// LastCall is how long work that has begun may go on after the end has come.
	LastCall = 5 * time.Second
	// key is the name of the fact in the database: the heartbeat as Unix ms, then the faults and, once
	// the bot has ended, endMark.
	key     = "heartbeat"
	endMark = "; ended"
)

// A Heart stores the heartbeat of a process: when the slowest of its loops last made progress.
// Nothing else writes the heartbeat: that the process runs does not prove that its loops make
// progress.
type Heart struct {
	store  *storage.Store
	now    func() time.Time
	logger *slog.Logger

	// renewing holds a value while somebody renews the lease and learns whether it was lost.
	renewing chan struct{}

	mu    sync.Mutex
	loops []*Loop
	// beaten is when the heartbeat was last stored, and faults what is stored with it.
	beaten time.Time
	faults string
	// renewed is when the lease was last renewed, and term counts how often it may have been lost.
	renewed time.Time
	term    int64
	// lapses is what storage.Store.Lapsed returned last.
	lapses int64
}

// New makes a Heart.
func New(store *storage.Store, now func() time.Time, logger *slog.Logger) *Heart {
	return &Heart{store: store, now: now, logger: logger, renewing: make(chan struct{}, 1)}
}

// Fault adds a fault to each heartbeat: something that does not work, and never will.
func (h *Heart) Fault(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.faults += "; " + text
	// The next heartbeat is stored at once.
	h.beaten = time.Time{}
}

// Beat stores the heartbeat and renews the lease, unless that was done lately. It fails
// if the database cannot be written.
func (h *Heart) Beat(ctx context.Context) error {
	h.renewing <- struct{}{}
	defer func() { <-h.renewing }()
	now := h.now()
	beat, isDue := h.nextBeat(now)
	if !isDue {
		return nil
	}
	return h.renew(ctx, now, beat)
}

// End stores that the process has ended. No loop may run any longer.
func (h *Heart) End(ctx context.Context) error {
	h.renewing <- struct{}{}
	defer func() { <-h.renewing }()
	now := h.now()
	h.mu.Lock()
	beat := strconv.FormatInt(now.UnixMilli(), 10) + h.faults + endMark
	h.mu.Unlock()
	err := h.store.Commit(ctx, func(tx *storage.Tx) error { return tx.SetOwnMeta(key, beat) })
	if err != nil {
		return fmt.Errorf("end of the heartbeat: %w", err)
	}
	return nil
}

// nextBeat returns the heartbeat to store now, and reports whether it is due.
func (h *Heart) nextBeat(now time.Time) (beat string, isDue bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	progress := now
	for _, l := range h.loops {
		if !l.progress.IsZero() && l.progress.Before(progress) {
			progress = l.progress
		}
	}
	age := now.Sub(h.beaten)
	isRecent := age >= 0 && age < beatEvery
	return strconv.FormatInt(progress.UnixMilli(), 10) + h.faults, !isRecent
}

// renew stores that this process lives, and its heartbeat unless that is empty. It is called
// while renewing is held.
func (h *Heart) renew(ctx context.Context, now time.Time, beat string) error {
	var lost bool
	err := h.store.Commit(ctx, func(tx *storage.Tx) error {
		var err error
		lost, err = tx.StillHere(now, leaseFor)
		if err != nil || beat == "" {
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

// LastPass returns when the slowest loop last ended a pass. If that was long ago, the loop hangs, and the process
// should be restarted. Unlike in the heartbeat, a pass that fails counts, too: if the database cannot be reached, a
// restart does not help.
func (h *Heart) LastPass() time.Time {
	last := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.loops {
		if l.lastPass.Before(last) {
			last = l.lastPass
		}
	}
	return last
}

// Term returns the number of the term: the time for which the lease has been held without a
// break, as far as is known. What was claimed in an earlier term may by now belong to another
// process.
func (h *Heart) Term() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.term
}

// Assure returns the Term. If the lease was last renewed long ago, it first renews the lease. It
// costs nothing while heartbeats are stored.
func (h *Heart) Assure(ctx context.Context) (int64, error) {
	h.renewing <- struct{}{}
	defer func() { <-h.renewing }()
	now := h.now()
	if !h.isFresh(now) {
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

// isFresh reports whether the lease was renewed so lately that it can be trusted.
func (h *Heart) isFresh(now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.renewed.IsZero() && now.Sub(h.renewed) < leaseFor/2
}

// A Loop does what is due, again and again.
type Loop struct {
	heart *Heart
	name  string
	wake  chan struct{}
	// progress is when a pass last succeeded; zero: none has succeeded yet. lastPass is when a pass last ended or,
	// before the first, when the loop was made. The Heart's mu guards both.
	progress time.Time
	lastPass time.Time
}

// Loop adds a loop to those of the heartbeat.
func (h *Heart) Loop(name string) *Loop {
	l := &Loop{heart: h, name: name, wake: make(chan struct{}, 1), lastPass: h.now()}
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

// Run calls pass until ctx ends, but at least once. pass does what is due and returns how long
// to wait for more. A pass that has begun is finished.
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

// pass calls pass once, and notes the progress if it succeeds.
func (l *Loop) pass(
	ctx context.Context,
	pass func(context.Context) (time.Duration, error),
) (wait time.Duration, err error) {
	defer l.notePass()
	defer Recover(&err)
	wait, err = pass(ctx)
	if err != nil {
		return 0, err
	}
	now := l.heart.now()
	l.heart.mu.Lock()
	l.progress = now
	l.heart.mu.Unlock()
	return wait, l.heart.Beat(ctx)
}

// notePass notes that a pass has ended, even if it has failed.
func (l *Loop) notePass() {
	now := l.heart.now()
	l.heart.mu.Lock()
	defer l.heart.mu.Unlock()
	l.lastPass = now
}

// Outlast returns a context that ends d later than ctx, for work that has begun. done frees it.
func Outlast(ctx context.Context, d time.Duration) (longer context.Context, done func()) {
	longer, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(d, cancel) })
	return longer, func() {
		stop()
		cancel()
	}
}

// Recover, when deferred, turns a panic into an error. The first line of its text says why and where.
func Recover(err *error) {
	if p := recover(); p != nil {
		reason, place := chat.DescribePanic(p)
		*err = fmt.Errorf("panic: %s at %s\n%s", reason, place, debug.Stack())
	}
}

// ErrNone says that no bot serves from a database. On a file none ever did: the heartbeat of one that has
// ended stays there.
var ErrNone = errors.New("no bot serves from this database")

// An EndedError says that the bot has ended.
type EndedError struct {
	At time.Time
	// Faults are the bot's faults, each after a semicolon.
	Faults string
}

func (e EndedError) Error() string { return "the bot has ended" + e.Faults }

// Last returns when the slowest loop of a bot last made progress, and the bot's faults, each after
// a semicolon. If this process runs a bot, it is that one. If this process only reads the database, it is the
// bot that serves from the database. Several bots of this machine may do so: then Last returns when the slowest
// of them made progress, and the faults of all, leaving out those that have ended. The error is ErrNone if no
// bot serves, and an EndedError if all have ended.
func Last(ctx context.Context, store *storage.Store) (at time.Time, faults string, err error) {
	var beats []string
	err = store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		beats, err = tx.OwnMeta(key)
		return err
	})
	if err != nil {
		return time.Time{}, "", err
	}
	var ended EndedError
	for _, text := range beats {
		text, hasEnded := strings.CutSuffix(text, endMark)
		number, faultsOfOne, hasFaults := strings.Cut(text, "; ")
		ms, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return time.Time{}, "", err
		}
		beat := time.UnixMilli(ms)
		if hasEnded {
			ended = EndedError{At: beat, Faults: strings.TrimPrefix(text, number)}
			continue
		}
		if at.IsZero() || beat.Before(at) {
			at = beat
		}
		// Several processes may have the same faults.
		if hasFaults && !strings.Contains(faults, faultsOfOne) {
			faults += "; " + faultsOfOne
		}
	}
	if at.IsZero() && !ended.At.IsZero() {
		return time.Time{}, "", ended
	}
	if at.IsZero() {
		return time.Time{}, "", ErrNone
	}
	return at, faults, nil
}
