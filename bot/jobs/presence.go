package jobs

import (
	"context"
	"fmt"
	"sync"
	"time"

	"reckon/storage"
)

// sureFor is how long after it was stored that this process lives no other takes it
// for gone, whatever the difference of their clocks.
const sureFor = silent / 2

// presence is what is known of whether others take this process to be here.
type presence struct {
	checking sync.Mutex // one makes sure at a time

	mu     sync.Mutex
	stored time.Time // when it was last stored that this process lives
	lapses int64     // see storage.Store.Lapsed
}

func (p *presence) sure(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.stored.IsZero() && now.Sub(p.stored) < sureFor
}

// assure has what this process has in hand read again before it is said, if others may
// have it in hand meanwhile. It costs nothing while heartbeats are stored.
func (r *Runner) assure(ctx context.Context) error {
	p := &r.presence
	p.checking.Lock()
	defer p.checking.Unlock()
	now := r.Now()
	if !p.sure(now) {
		var taken bool
		err := r.again(ctx, func(tx *storage.Tx) (err error) {
			taken, err = tx.StillHere(now, silent)
			return err
		})
		if err != nil {
			return fmt.Errorf("still here: %w", err)
		}
		r.isHere(now, taken)
	}
	p.mu.Lock()
	lapses, lapsed := r.Store.Lapsed(p.lapses)
	p.lapses = lapses
	p.mu.Unlock()
	if lapsed {
		r.doubt()
	}
	return nil
}

// isHere notes that it was stored that this process lives, and whether it was taken for
// gone until then.
func (r *Runner) isHere(now time.Time, taken bool) {
	r.presence.mu.Lock()
	r.presence.stored = now
	r.presence.mu.Unlock()
	if taken {
		r.doubt()
	}
}

// doubt has all that is held read again before it is said.
func (r *Runner) doubt() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range r.outlets {
		o.mu.Lock()
		for _, it := range o.rows {
			it.changed.Store(true)
		}
		o.mu.Unlock()
	}
}
