package jobs

import (
	"context"
	"sync"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

// Run runs all loops until ctx ends.
func (r *Runner) Run(ctx context.Context, fronts []chat.FrontEnd) {
	var all sync.WaitGroup
	for _, l := range r.open(fronts) {
		all.Go(func() {
			r.run(ctx, l.loop, func(ctx context.Context) (time.Duration, error) { return r.deliver(ctx, l) })
			l.wait()
		})
	}
	all.Go(func() { r.run(ctx, r.jobs, r.doJobs) })
	all.Wait()
}

// open makes the lanes of front ends.
func (r *Runner) open(fronts []chat.FrontEnd) []*lane {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lanes = nil
	for _, f := range fronts {
		r.lanes = append(r.lanes, newLane(f, false), newLane(f, true))
	}
	return r.lanes
}

// Once does all that is due now, and no more.
func (r *Runner) Once(ctx context.Context, fronts ...chat.FrontEnd) error {
	if _, err := r.doJobs(ctx); err != nil {
		return err
	}
	for _, f := range fronts {
		for _, bulk := range []bool{false, true} {
			if err := r.deliverAll(ctx, newLane(f, bulk)); err != nil {
				return err
			}
		}
	}
	return r.Heartbeat(ctx)
}

// deliverAll delivers until nothing may go out any more.
func (r *Runner) deliverAll(ctx context.Context, l *lane) error {
	for {
		n, err := r.deliverSome(ctx, l)
		l.wait()
		if err != nil || n == 0 {
			return err
		}
	}
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
