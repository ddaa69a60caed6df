package jobs

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

// Run runs all loops until ctx ends, and then says for a moment what nothing holds
// back. Open comes before it.
func (r *Runner) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, o := range r.all() {
		o.begin(ctx)
		for bulk, l := range o.loops {
			all.Go(func() {
				r.run(ctx, l, func(ctx context.Context) (time.Duration, error) { return r.claim(ctx, o, bulk) })
			})
		}
	}
	all.Go(func() { r.run(ctx, r.jobs, r.doJobs) })
	noting, stop := context.WithCancel(context.WithoutCancel(ctx))
	noted := make(chan struct{})
	go func() {
		defer close(noted)
		r.keepNotes(noting)
	}()
	<-ctx.Done()
	r.ended.Store(time.Now().UnixMilli())
	all.Wait()
	for _, o := range r.all() {
		o.end()
	}
	stop()
	<-noted
}

// all are the outlets, by network.
func (r *Runner) all() (all []*outlet) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range r.outlets {
		all = append(all, o)
	}
	slices.SortFunc(all, func(a, b *outlet) int { return cmp.Compare(a.front.Network(), b.front.Network()) })
	return all
}

// Once does all that is due now, and no more.
func (r *Runner) Once(ctx context.Context, fronts ...chat.FrontEnd) error {
	if _, err := r.doJobs(ctx); err != nil {
		return err
	}
	for _, f := range fronts {
		o := r.open(f)
		for _, bulk := range []bool{false, true} {
			if err := r.sayAll(ctx, o, bulk); err != nil {
				return err
			}
		}
	}
	return r.Heartbeat(ctx)
}

// sayAll says what can be said now, one after the other.
func (r *Runner) sayAll(ctx context.Context, o *outlet, bulk bool) error {
	for {
		n, err := r.claimSome(ctx, o, bulk)
		if err != nil {
			return err
		}
		said := o.once(ctx, bulk)
		r.writeNotes()
		if n == 0 && said == 0 {
			return nil
		}
	}
}

// once says what each queue of a class has to say now, and tells how much that was.
func (o *outlet) once(ctx context.Context, bulk bool) (said int) {
	for {
		q, items := o.pick(bulk)
		if q == nil {
			return said
		}
		said++
		o.try(ctx, q, items)
	}
}

// pick takes the oldest that can be said.
func (o *outlet) pick(bulk bool) (*queue, []*Item) {
	o.mu.Lock()
	var all []*queue
	for _, q := range o.queues {
		if q.bulk() == bulk && len(q.items) > 0 {
			all = append(all, q)
		}
	}
	slices.SortFunc(all, func(a, b *queue) int { return cmp.Compare(a.items[0].Row.ID, b.items[0].Row.ID) })
	o.mu.Unlock()
	for _, q := range all {
		if items, _, _ := o.next(q); len(items) > 0 {
			return q, items
		}
	}
	return nil, nil
}

// Wait is how long the loop of jobs would wait.
func (r *Runner) Wait(ctx context.Context) (time.Duration, error) {
	return r.until(ctx, (*storage.Tx).NextJob)
}

// pauseAfterFailure is how long a loop waits after a failure of the database.
const pauseAfterFailure = 5 * time.Second

// run has due do what is due, and waits as long as it says.
func (r *Runner) run(ctx context.Context, l *loop, due func(context.Context) (time.Duration, error)) {
	for ctx.Err() == nil {
		wait, err := r.turn(ctx, l, due)
		if err != nil && ctx.Err() == nil {
			r.Logger.Error("loop failed", "loop", l.name, "error", err)
			wait = pauseAfterFailure
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-l.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

func (r *Runner) turn(ctx context.Context, l *loop, due func(context.Context) (time.Duration, error)) (wait time.Duration, err error) {
	defer recovered(&err)
	if wait, err = due(ctx); err != nil {
		return 0, err
	}
	return wait, r.heartbeat(ctx, l)
}
