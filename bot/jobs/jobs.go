// Package jobs runs what happens later: rows with a kind, a key and a time. It knows kinds
// as functions; it never knows a round, a delivery or a word.
//
// A due job is claimed by one process, which runs it with a few others at a time. There
// are two queues, each with a loop of its own: clocks, which people wait for, and bulk,
// which nobody waits for, so that a thousand dailies hold up no clock. A kind that this
// process does not know is left to one that does.
package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"reckon/bot/chat"
	"reckon/bot/heartbeat"
	"reckon/storage"
)

// A Kind runs a job: it works out beforehand whatever takes time, and returns what is
// written in one transaction. That transaction drops the job or sets it anew.
type Kind func(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error)

// ByID is a Kind whose jobs' keys are numbers; a job with another key is dropped.
func ByID(run func(ctx context.Context, id int64, now time.Time) (func(*storage.Tx) error, error)) Kind {
	return func(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
		id, err := strconv.ParseInt(j.Key, 10, 64)
		if err != nil {
			return func(tx *storage.Tx) error { return tx.DropJob(j.Kind, j.Key) }, nil
		}
		return run(ctx, id, now)
	}
}

// Config is what a Runner is made of. All fields are required.
type Config struct {
	Store  *storage.Store
	Heart  *heartbeat.Heart
	Logger *slog.Logger
	Now    func() time.Time
	Clocks map[string]Kind // the kinds that people wait for
	Bulk   map[string]Kind // those that may wait
}

const (
	// slots is how many jobs of a queue run at a time.
	slots = 8
	// tryAgain is the pause after which a job that failed runs again.
	tryAgain = time.Minute
	// unwritten is the pause after a failure to write that.
	unwritten = 5 * time.Second
	// elsewhere is the pause while another process claims what is due.
	elsewhere = 100 * time.Millisecond
	// idle is a wait longer than that of any loop.
	idle = time.Hour
)

// A Runner runs due jobs.
type Runner struct {
	Config
	queues []*queue
}

// New makes a Runner; Run starts it.
func New(c Config) *Runner {
	r := &Runner{Config: c}
	for name, kinds := range map[string]map[string]Kind{"clocks": c.Clocks, "bulk": c.Bulk} {
		r.queues = append(r.queues, &queue{
			Runner: r, kinds: slices.Sorted(maps.Keys(kinds)), loop: c.Heart.Loop(name), slots: make(chan struct{}, slots),
		})
	}
	return r
}

// Run runs jobs until ctx ends, and waits for those that have begun.
func (r *Runner) Run(ctx context.Context) {
	var all sync.WaitGroup
	for _, q := range r.queues {
		all.Go(func() {
			q.loop.Run(ctx, q.pass)
			q.running.Wait()
		})
	}
	all.Wait()
}

// Committed takes in what a transaction changed: jobs may be due sooner than a queue looks again,
// or the clock was set on since it looked.
func (r *Runner) Committed(c storage.Committed) {
	now := r.Now()
	for _, q := range r.queues {
		next := q.next.Load()
		if c.Jobs || slices.ContainsFunc(c.Set, func(j storage.Job) bool {
			return next == nil || !next.After(now) || slices.Contains(q.kinds, j.Kind) && j.At.Before(*next)
		}) {
			q.loop.Wake()
		}
	}
}

// Do runs a job that this process owns. One that fails runs again later.
func (r *Runner) Do(ctx context.Context, j storage.Job, now time.Time) {
	err := r.try(ctx, j, now)
	for err != nil && ctx.Err() == nil {
		r.Logger.Error("job failed", "kind", j.Kind, "key", j.Key, "error", err)
		j.At = now.Add(tryAgain)
		// Until that is stored, this process owns the job and nobody runs it.
		if err = r.Store.Commit(ctx, func(tx *storage.Tx) error { return tx.SetJob(j) }); err != nil {
			chat.Pause(ctx, unwritten)
		}
	}
}

func (r *Runner) try(ctx context.Context, j storage.Job, now time.Time) (err error) {
	defer heartbeat.Recover(&err)
	kind := r.Clocks[j.Kind]
	if kind == nil {
		kind = r.Bulk[j.Kind]
	}
	return storage.Retry(ctx, func() error {
		do, err := kind(ctx, j, now)
		if err != nil {
			return fmt.Errorf("%s %s: %w", j.Kind, j.Key, err)
		}
		return r.Store.Write(ctx, do)
	})
}

// A queue is the jobs of some kinds.
type queue struct {
	*Runner
	kinds   []string
	loop    *heartbeat.Loop
	slots   chan struct{} // one for each job that runs
	running sync.WaitGroup
	next    atomic.Pointer[time.Time] // when its next job is due, as far as it knows; nil: it does not, or it is about to look
}

// pass starts due jobs, as many as there are slots, and returns how long to wait for more.
// The jobs that a wrong clock has set far ahead are due at once: they find that there is
// nothing to do, and when there will be.
func (q *queue) pass(ctx context.Context) (time.Duration, error) {
	q.next.Store(nil)
	now := q.Now()
	var ahead bool
	var next time.Time
	err := q.Store.Look(ctx, func(tx *storage.Tx) (err error) {
		next, ahead, err = tx.NextJob(q.kinds, now)
		return err
	})
	switch {
	case err != nil:
	case ahead:
		err = q.Store.Commit(ctx, func(tx *storage.Tx) error { return tx.PullJobs(q.kinds, now) })
	case next.IsZero(), next.After(now):
		if next.IsZero() {
			next = now.Add(idle)
		}
		q.next.Store(&next)
		return next.Sub(now), nil
	}
	if err != nil {
		return 0, err
	}
	q.slots <- struct{}{} // where all jobs are stuck, so is the loop, and its heartbeat shows it
	<-q.slots
	var due []storage.Job
	err = q.Store.Commit(ctx, func(tx *storage.Tx) (err error) {
		due, err = tx.ClaimJobs(q.kinds, now, cap(q.slots)-len(q.slots))
		return err
	})
	for _, j := range due {
		q.slots <- struct{}{}
		q.running.Go(func() {
			defer func() { <-q.slots }()
			work, done := heartbeat.Outlast(ctx, heartbeat.LastCall)
			defer done()
			q.Do(work, j, now)
		})
	}
	if len(due) == 0 { // another process is claiming them
		return elsewhere, err
	}
	return 0, err
}
