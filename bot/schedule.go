package bot

import (
	"context"
	"time"

	"reckon/bot/play"
	"reckon/storage"
)

// schedule brings a community's jobs in line with its settings. When today's
// hour is over already, today's daily is still to come at once, if it has not
// been posted.
func schedule(tx *storage.Tx, c storage.Community, now time.Time) error {
	if c.Private {
		if err := scheduleReminder(tx, c, now); err != nil {
			return err
		}
	}
	if !c.Daily || !c.Active {
		return tx.DropJob(dailyJob, play.JobKey(c.ID))
	}
	return tx.SetJob(storage.Job{Kind: dailyJob, Key: play.JobKey(c.ID), At: play.DailyTime(now.In(play.Zone(c)), c.Hour, c.Minute)})
}

// dailyJob is the kind of the job that posts the daily; its key is the
// community's number.
const dailyJob = "daily"

// lookAtClock is how often a clock is noticed that was wrong.
const lookAtClock = time.Minute

// watchClock has jobs set anew, until ctx ends, that a wrong clock has set far
// ahead. All of them may be done too soon: they find that nothing is due, and when
// it will be.
func (b *Bot) watchClock(ctx context.Context) {
	ticker := time.NewTicker(lookAtClock)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := b.mendJobs(ctx); err != nil && ctx.Err() == nil {
			b.log.Error("clock not looked at", "error", err)
		}
	}
}

// mendJobs has the jobs that are implausibly far ahead done with those due now.
func (b *Bot) mendJobs(ctx context.Context) error {
	var ahead bool
	err := b.store.Read(ctx, func(tx *storage.Tx) (err error) {
		ahead, err = tx.HasJobAhead(b.now())
		return err
	})
	if err != nil || !ahead {
		return err
	}
	err = b.store.Write(ctx, func(tx *storage.Tx) error { return keepPruning(tx, b.now()) })
	b.jobs.Wake()
	return err
}

// keepPruning makes sure that old rows are cleared away, at once and from time to
// time, however often the program is started anew.
func keepPruning(tx *storage.Tx, now time.Time) error {
	return tx.SetJob(storage.Job{Kind: pruneJob, At: now})
}

// pruneJob is the kind of the job that clears old rows away; its key is empty.
const pruneJob = "prune"
