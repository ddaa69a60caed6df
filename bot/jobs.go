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
	// pruneRows is how many rows are cleared away in one transaction, and
	// pruneEvery how long the next waits if there are more.
	pruneRows  = 2000
	pruneEvery = time.Second
)

// pruneJob is the kind of the job that clears old rows away; its key is empty.
const pruneJob = "prune"

// kinds are the kinds of jobs: those that people wait for, and those that may wait.
func (b *Bot) kinds() (clocks, bulk map[string]jobs.Kind) {
	clocks = map[string]jobs.Kind{round.EndJob: jobs.ByID(b.tell.End), round.MatchJob: jobs.ByID(b.tell.Next)}
	bulk = map[string]jobs.Kind{
		pruneJob:           prune,
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

// startJobs are the kinds of jobs that are due each time the program starts: old rows are cleared
// away, months and untouched rounds are closed, and after an upgrade the World is summed up. A job
// that was due before keeps its time, so that package jobs notices a clock that is far ahead.
var startJobs = []string{pruneJob, round.MonthJob, round.WorldJob, round.UntouchedJob}

// setStartJobs sets the jobs that are due when the program starts.
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

// prune clears away a few old rows, and more of them soon if there are more.
func prune(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		most, err := tx.Prune(now, pruneRows)
		if err != nil {
			return err
		}
		again := time.Hour
		if most == pruneRows {
			again = pruneEvery
		}
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(again)})
	}, nil
}
