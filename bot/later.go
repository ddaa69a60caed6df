package bot

import (
	"context"
	"strconv"
	"time"

	"reckon/bot/jobs"
	"reckon/bot/play"
	"reckon/storage"
)

const (
	// keepRequests is how long a request's key is remembered: a network
	// delivers an event again for a day at most.
	keepRequests = 48 * time.Hour
	// keepMessages is how long a reply to a message finds its round.
	keepMessages = 30 * 24 * time.Hour
	// pruneRows is how many rows are cleared away in one transaction, and
	// pruneEvery how long the next waits if there are more.
	pruneRows  = 2000
	pruneEvery = time.Second
)

// clocks are the kinds of jobs that people wait for.
func (b *Bot) clocks() map[string]jobs.Kind {
	return map[string]jobs.Kind{play.EndJob: b.endRoundJob, play.MatchJob: b.matchJob}
}

// bulk are the kinds of jobs that may wait.
func (b *Bot) bulk() map[string]jobs.Kind {
	return map[string]jobs.Kind{
		dailyJob:       b.postDailyJob,
		postJob:        b.changePostJob,
		reminderJob:    b.remindJob,
		pruneJob:       b.prune,
		play.SeasonJob: b.play.KeepSeason,
	}
}

// endRoundJob ends a round whose time has come. The best possible is worked out
// before the transaction.
func (b *Bot) endRoundJob(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	id, err := strconv.ParseInt(j.Key, 10, 64)
	if err != nil {
		return func(tx *storage.Tx) error { return tx.DropJob(j.Kind, j.Key) }, nil
	}
	due, ok, err := b.play.PrepareEnd(ctx, id)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		if !ok || j.Kind != play.EndJob {
			if err := tx.DropJob(j.Kind, j.Key); err != nil || !ok {
				return err
			}
		}
		e, err := b.play.End(tx, due, now)
		if err != nil || e == nil {
			return err
		}
		return b.showEnding(tx, now, *e, "job", false)
	}, nil
}

// prune clears away a few old rows, and more of them soon if there are more.
func (b *Bot) prune(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		most, err := tx.Prune(now, now.Add(-keepRequests), now.Add(-keepMessages), pruneRows)
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
