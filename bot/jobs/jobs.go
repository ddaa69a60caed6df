// Package jobs runs what happens later. A job is a row with a kind, a key and a time. For each kind
// there is a function. This package knows nothing else about a kind: nothing about rounds, deliveries
// or words.
//
// A job is due when its time has come. One process claims the job and runs it; a process runs a few
// jobs at a time. There are two queues: clocks has the jobs that people wait for, such as the end of a
// round, and bulk has the others. Each has a loop of its own, so that a thousand dailies do not delay
// the end of a round. A process leaves jobs of kinds that it does not know to other processes.
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

// A Kind is the function that runs a job. It does everything that takes time, and returns a second function.
// The Runner calls the second one in a transaction, and there it drops the job or sets the job's next time. The
// next time lies after now, and at most storage.Farthest after now. With any other time the job would run
// again and again, so the Runner sets another one.
type Kind func(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error)

// ByID returns a Kind whose jobs have numbers as keys. It drops a job with any other key.
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
	// Clocks are the kinds of jobs that people wait for, and Bulk the others.
	Clocks map[string]Kind
	Bulk   map[string]Kind
}

const (
	// slots is how many jobs of a queue run at a time.
	slots = 8
	// retryAfter is the pause after which a job that failed runs again.
	retryAfter = time.Minute
	// storeAfter is the pause before set tries again to store a job.
	storeAfter = 5 * time.Second
	// farBehind is how late a job may be and still run at once. If a job is later than that, either
	// no process has run for long, or the clock is wrong. So the job is put off once, by lookAgain.
	// If the clock was wrong only for a moment, it is right by then, and no week or month was ended
	// too soon.
	farBehind = 8 * 24 * time.Hour
	lookAgain = 10 * time.Minute
	// claimAfter is the pause while another process claims the jobs that are due.
	claimAfter = 100 * time.Millisecond
	// idle is how long a queue without jobs waits, unless its loop wakes earlier.
	idle = time.Hour
)

// A Runner runs due jobs.
type Runner struct {
	Config
	queues []*queue
}

// New makes a Runner. Run starts it.
func New(c Config) *Runner {
	r := &Runner{Config: c}
	r.addQueue("clocks", c.Clocks)
	r.addQueue("bulk", c.Bulk)
	return r
}

func (r *Runner) addQueue(name string, kinds map[string]Kind) {
	r.queues = append(r.queues, &queue{
		Runner: r,
		kinds:  slices.Sorted(maps.Keys(kinds)),
		loop:   r.Heart.Loop(name),
		slots:  make(chan struct{}, slots),
	})
}

// Run runs jobs until ctx ends, and then waits for those that have begun.
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

// Committed wakes the queues that may have a job to run earlier than they expect. It is called after
// each transaction.
func (r *Runner) Committed(c storage.Committed) {
	now := r.Now()
	for _, q := range r.queues {
		mayWake := func(j storage.Job) bool { return q.isEarlier(j, now) }
		if c.MoreJobs || slices.ContainsFunc(c.SetJobs, mayWake) {
			q.loop.Wake()
		}
	}
}

// Do runs a job that this process owns. If the job fails, Do sets its time, so that it runs again after
// retryAfter.
func (r *Runner) Do(ctx context.Context, j storage.Job, now time.Time) {
	err := r.try(ctx, j, now)
	if err == nil || ctx.Err() != nil {
		return
	}
	r.Logger.Error("job failed", "kind", j.Kind, "key", j.Key, "error", err)
	j.At = now.Add(retryAfter)
	r.set(ctx, j)
}

// try runs a job. If its transaction conflicts with another one, the job runs again at once.
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
		var badTime time.Time
		err = r.Store.Write(ctx, func(tx *storage.Tx) error {
			if err := do(tx); err != nil {
				return err
			}
			badTime, err = moveOn(tx, j, now)
			return err
		})
		if err != nil {
			return err
		}
		if !badTime.IsZero() {
			r.Logger.Error("job has a next time at which it would run again and again",
				"kind", j.Kind, "key", j.Key, "now", now, "next", badTime)
		}
		return nil
	})
}

// moveOn sets another time of a job that has run if the job would run again at once, for ever. Then it returns
// the time that the job had, and otherwise zero.
func moveOn(tx *storage.Tx, j storage.Job, now time.Time) (badTime time.Time, err error) {
	at, isSet, err := storage.Found(tx.JobTime(j.Kind, j.Key))
	if err != nil || !isSet {
		return time.Time{}, err
	}
	farthest := now.Add(storage.Farthest)
	next := now.Add(retryAfter)
	switch {
	case at.After(farthest):
		next = farthest
	case at.After(now):
		return time.Time{}, nil
	}
	return at, tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: next})
}

// A queue runs the jobs of some kinds.
type queue struct {
	*Runner
	kinds []string
	loop  *heartbeat.Loop
	// slots holds a value for each job that runs.
	slots   chan struct{}
	running sync.WaitGroup
	// next is when the next job is due, as the last pass found. It is nil during a pass, and if the last
	// pass did not find out.
	next atomic.Pointer[time.Time]
}

// isEarlier reports whether a job that was set may be due before the queue's next pass. If the time of
// that pass is over already, somebody has changed the clock, and any job may be due.
func (q *queue) isEarlier(j storage.Job, now time.Time) bool {
	next := q.next.Load()
	if next == nil || !next.After(now) {
		return true
	}
	return slices.Contains(q.kinds, j.Kind) && j.At.Before(*next)
}

// pass starts due jobs, as many as there are slots, and returns how long to wait for more.
func (q *queue) pass(ctx context.Context) (time.Duration, error) {
	q.next.Store(nil)
	now := q.Now()
	next, areTooFar, err := q.findNext(ctx, now)
	if err != nil {
		return 0, err
	}
	if next.After(now) && !areTooFar {
		q.next.Store(&next)
		return next.Sub(now), nil
	}
	if areTooFar {
		// These jobs were set by a wrong clock. They run at once, find nothing to do, and set their
		// next time.
		err := q.Store.Commit(ctx, func(tx *storage.Tx) error { return tx.PullJobs(q.kinds, now) })
		if err != nil {
			return 0, err
		}
	}
	// Wait for a free slot. If all jobs are stuck, this loop is stuck, too, and its heartbeat shows
	// that.
	q.slots <- struct{}{}
	<-q.slots
	due, err := q.claim(ctx, now)
	for _, j := range due {
		q.start(ctx, j, now)
	}
	if len(due) == 0 {
		// Another process is claiming them.
		return claimAfter, err
	}
	return 0, err
}

// findNext returns when the next job is due, or a time in an hour if there is none. It also reports whether
// jobs are farther ahead than any job may be set.
func (q *queue) findNext(ctx context.Context, now time.Time) (next time.Time, areTooFar bool, err error) {
	err = q.Store.Look(ctx, func(tx *storage.Tx) error {
		var err error
		next, areTooFar, err = tx.NextJob(q.kinds, now)
		return err
	})
	if next.IsZero() {
		next = now.Add(idle)
	}
	return next, areTooFar, err
}

// claim claims due jobs for this process, at most as many as there are free slots.
func (q *queue) claim(ctx context.Context, now time.Time) ([]storage.Job, error) {
	var due []storage.Job
	free := cap(q.slots) - len(q.slots)
	err := q.Store.Commit(ctx, func(tx *storage.Tx) error {
		var err error
		due, err = tx.ClaimJobs(q.kinds, now, free)
		return err
	})
	return due, err
}

// start runs a job in a slot, or puts it off. After ctx ends, a job that has begun may go on for a
// moment.
func (q *queue) start(ctx context.Context, j storage.Job, now time.Time) {
	q.slots <- struct{}{}
	q.running.Go(func() {
		defer func() { <-q.slots }()
		work, done := heartbeat.Outlast(ctx, heartbeat.LastCall)
		defer done()
		if now.Sub(j.At) > farBehind {
			q.putOff(work, j, now)
			return
		}
		q.Do(work, j, now)
	})
}

// putOff sets the time of a job a little later, since the clock may be wrong.
func (q *queue) putOff(ctx context.Context, j storage.Job, now time.Time) {
	q.Logger.Warn("a job was due long ago; if the clock is right, it runs soon", "kind", j.Kind, "key", j.Key, "due", j.At)
	j.At = now.Add(lookAgain)
	q.set(ctx, j)
}

// set sets the time of a job that this process owns. Until that is stored, no process runs the job.
func (r *Runner) set(ctx context.Context, j storage.Job) {
	for ctx.Err() == nil {
		err := r.Store.Commit(ctx, func(tx *storage.Tx) error { return tx.SetJob(j) })
		if err == nil {
			return
		}
		r.Logger.Error("job is not set", "kind", j.Kind, "key", j.Key, "error", err)
		chat.Pause(ctx, storeAfter)
	}
}
