package jobs

import (
	"context"
	"fmt"
	"time"

	"reckon/storage"
)

const (
	// batch is how many rows are taken at a time.
	batch = 64
	// jobAgain is when a job that failed is tried again.
	jobAgain = time.Minute
)

// doJobs carries out the jobs that are due, each in a transaction of its own with
// the row it leaves behind, and tells how long nothing more is due. One that fails
// holds up no other: it is tried again later.
func (r *Runner) doJobs(ctx context.Context) (time.Duration, error) {
	for {
		wait, err := r.until(ctx, (*storage.Tx).NextJob)
		if err != nil || wait > 0 {
			return wait, err
		}
		var rows []storage.Job
		now := r.Now()
		err = r.Store.Read(ctx, func(tx *storage.Tx) (err error) {
			rows, err = tx.JobsBy(now, batch)
			return err
		})
		if err != nil {
			return 0, err
		}
		for _, j := range rows {
			if err := r.doJob(ctx, j, now); err != nil {
				return 0, err
			}
		}
	}
}

// doJob carries out one job. The error is that of the database.
func (r *Runner) doJob(ctx context.Context, j storage.Job, now time.Time) error {
	err := r.try(ctx, j, now)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		r.Logger.Error("job failed", "kind", j.Kind, "key", j.Key, "error", err)
		j.At = now.Add(jobAgain)
		if err := r.again(ctx, func(tx *storage.Tx) error { return tx.SetJob(j) }); err != nil {
			return err
		}
	}
	return r.heartbeat(ctx, r.jobs)
}

func (r *Runner) try(ctx context.Context, j storage.Job, now time.Time) (err error) {
	defer recovered(&err)
	kind := r.Kinds[j.Kind]
	if kind == nil {
		r.Logger.Error("job of no kind there is", "kind", j.Kind, "key", j.Key)
		return r.again(ctx, func(tx *storage.Tx) error { return tx.DropJob(j.Kind, j.Key) })
	}
	return storage.Retry(ctx, func() error {
		do, err := kind(ctx, j, now)
		if err != nil {
			return fmt.Errorf("%s %s: %w", j.Kind, j.Key, err)
		}
		return r.Store.Write(ctx, do)
	})
}

// again writes what can be done again if another transaction was in the way.
func (r *Runner) again(ctx context.Context, fn func(tx *storage.Tx) error) error {
	return storage.Retry(ctx, func() error { return r.Store.Write(ctx, fn) })
}

// Committed takes what a transaction changed: it is the hook of the Store. Replies are
// left to Say, which knows more of them.
func (r *Runner) Committed(c storage.Committed) {
	for _, row := range c.Deliveries {
		if row.Event == nil {
			r.Say(stored(row))
		}
	}
	if c.Jobs {
		r.jobs.wakeUp()
	}
	if c.Unclaimed {
		r.wakeClaims()
	}
}
