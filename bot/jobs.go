package bot

import (
	"context"
	"slices"
	"time"

	"reckon/bot/jobs"
	"reckon/bot/round"
	"reckon/storage"
)

const (
	// prunedLeast and prunedMost bound how many old rows one transaction deletes.
	prunedLeast = 8
	prunedMost  = 500
	// pruneEvery is the pause before the next transaction if there may be more of them.
	pruneEvery = 20 * time.Millisecond

	// mergedLeast and mergedMost bound how many rows one transaction moves to another community.
	mergedLeast = 8
	mergedMost  = 500
	// mergeEvery is the pause before the next such transaction.
	mergeEvery = 10 * time.Millisecond
)

// pruneJob is the kind of the job that clears old rows away; its key is empty.
const pruneJob = "prune"

// kinds returns the function of each kind of job. People wait for the jobs in clocks, and nobody waits for
// those in bulk.
func (b *Bot) kinds() (clocks, bulk map[string]jobs.Kind) {
	clocks = map[string]jobs.Kind{
		round.EndJob:   jobs.ByID(b.tell.End),
		round.MatchJob: jobs.ByID(b.tell.Next),
		round.PastJob:  b.play.RemakePast,

		storage.MergeJob: b.merge,
	}
	bulk = map[string]jobs.Kind{
		pruneJob:           b.prune,
		round.MonthJob:     b.play.CloseMonth,
		round.WorldJob:     b.play.SumWorld,
		round.GuestJob:     jobs.ByID(b.play.ForgetGuest),
		round.UntouchedJob: b.play.CloseUntouched,
		round.WaitJob:      jobs.ByID(b.tell.EndWait),
	}
	for _, f := range b.features {
		for _, j := range f.Jobs {
			if j.Urgent {
				clocks[j.Kind] = j.Run
			} else {
				bulk[j.Kind] = j.Run
			}
		}
	}
	return clocks, bulk
}

// startJobs are the kinds of the kernel's jobs that run each time the program starts. They delete old rows,
// close months and untouched rounds, and after an upgrade sum up the worldwide points. If such a job has an
// earlier time already, it keeps that time, because package jobs notices a wrong clock by jobs that were due long ago.
var startJobs = []string{pruneJob, round.MonthJob, round.WorldJob, round.UntouchedJob}

// setStartJobs sets the jobs that run when the program starts: the kernel's and the features'.
func (b *Bot) setStartJobs(tx *storage.Tx) error {
	kinds := slices.Clone(startJobs)
	for _, f := range b.features {
		for _, j := range f.Jobs {
			if j.AtStart {
				kinds = append(kinds, j.Kind)
			}
		}
	}
	for _, kind := range kinds {
		if err := tx.BringJobForward(storage.Job{Kind: kind, At: b.now()}); err != nil {
			return err
		}
	}
	return nil
}

// merge does a page of what is left to do when a community has moved or has taken over another. If there may be
// more, it runs again soon.
func (b *Bot) merge(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		handled, err := b.merged.Do(func(rows int) (int64, error) { return tx.MergePage(j.Key, now, rows) })
		if err != nil {
			return err
		}
		if handled == 0 {
			return tx.DropJob(j.Kind, j.Key)
		}
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(mergeEvery)})
	}, nil
}

// prune deletes some old rows. If there may be more, it runs again soon.
func (b *Bot) prune(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		deleted, err := b.pruned.Do(func(rows int) (int64, error) { return tx.Prune(now, rows) })
		if err != nil {
			return err
		}
		pause := time.Hour
		if deleted > 0 {
			pause = pruneEvery
		}
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(pause)})
	}, nil
}
