package jobs

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"reckon/storage"
)

const (
	// heartbeatEvery is how often a loop shows that it gets on, and so the longest
	// that it waits.
	heartbeatEvery = 20 * time.Second
	// HeartbeatAge is how old the last heartbeat of a bot is that is stuck or has
	// ended. No single step of a loop takes as long: a post ends within 25 s, a
	// search for solutions within 2 s.
	HeartbeatAge = 3 * heartbeatEvery
	// heartbeat begins the names of the facts in the database, in Unix ms.
	heartbeat = "heartbeat:"
)

// heartbeat notes that a loop gets on, and stores it, unless that was done lately:
// of the loop of jobs under its name; of the loops of claims together, while every
// one of them gets on. Nothing else writes it: that the process runs proves little.
func (r *Runner) heartbeat(ctx context.Context, l *loop) error {
	now := r.Now()
	l.turn(now)
	if l == r.jobs {
		return r.store(ctx, "jobs", now)
	}
	for _, o := range r.all() {
		for _, other := range o.loops {
			if last := other.lastTurn(); !last.IsZero() && now.Sub(last) > HeartbeatAge {
				return nil
			}
		}
	}
	return r.store(ctx, "posts", now)
}

func (r *Runner) store(ctx context.Context, name string, now time.Time) error {
	r.mu.Lock()
	since := now.Sub(r.beats[name])
	r.mu.Unlock()
	if since >= 0 && since < heartbeatEvery {
		return nil
	}
	var taken bool
	err := r.again(ctx, func(tx *storage.Tx) (err error) {
		if taken, err = tx.StillHere(now, silent); err != nil {
			return err
		}
		return tx.SetOwnMeta(heartbeat+name, strconv.FormatInt(now.UnixMilli(), 10))
	})
	if err != nil {
		return fmt.Errorf("heartbeat: %w", err)
	}
	r.mu.Lock()
	r.beats[name] = now
	r.mu.Unlock()
	r.isHere(now, taken)
	return nil
}

// Heartbeat stores a first heartbeat of all loops. It fails where the database
// cannot be written.
func (r *Runner) Heartbeat(ctx context.Context) error {
	now := r.Now()
	return errors.Join(r.store(ctx, "jobs", now), r.store(ctx, "posts", now))
}

// ErrNoHeartbeat says that no bot has ever served from a database.
var ErrNoHeartbeat = errors.New("no bot has served from this database yet")

// LastHeartbeat is when the slowest of the loops last got on: of this process or, where
// the database is open to be read only, of those of this machine; on a file, of the one
// that serves it. It is ErrNoHeartbeat if there was none.
func LastHeartbeat(ctx context.Context, store *storage.Store) (at time.Time, err error) {
	err = store.Read(ctx, func(tx *storage.Tx) error {
		all, err := tx.OwnProcesses()
		if err != nil {
			return err
		}
		for _, process := range all {
			for _, name := range []string{"jobs", "posts"} {
				beat, err := beatOf(tx, process, name)
				if errors.Is(err, ErrNoHeartbeat) { // it does not serve, or not yet
					continue
				}
				if err != nil {
					return err
				}
				if at.IsZero() || beat.Before(at) {
					at = beat
				}
			}
		}
		if at.IsZero() {
			return ErrNoHeartbeat
		}
		return nil
	})
	return at, err
}

// beatOf is when a loop of a process last got on.
func beatOf(tx *storage.Tx, process int64, name string) (time.Time, error) {
	text, err := tx.OwnMeta(process, heartbeat+name)
	if errors.Is(err, storage.ErrNotFound) {
		return time.Time{}, ErrNoHeartbeat
	}
	if err != nil {
		return time.Time{}, err
	}
	ms, err := strconv.ParseInt(text, 10, 64)
	return time.UnixMilli(ms), err
}

// until is the time until something is due, at most that to the next heartbeat, so
// that a clock that was set is noticed too. Zero or less: something is.
func (r *Runner) until(ctx context.Context, next func(*storage.Tx) (time.Time, error)) (time.Duration, error) {
	wait := heartbeatEvery
	err := r.Store.Read(ctx, func(tx *storage.Tx) error {
		at, err := next(tx)
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		wait = min(wait, at.Sub(r.Now()))
		return err
	})
	return wait, err
}
