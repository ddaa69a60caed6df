package bot

import (
	"errors"
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

// keepPruning makes sure that old rows are cleared away and that winners are kept, at
// once and from time to time, however often the program is started anew.
func keepPruning(tx *storage.Tx, now time.Time) error {
	return errors.Join(tx.SetJob(storage.Job{Kind: pruneJob, At: now}), tx.SetJob(storage.Job{Kind: play.SeasonJob, At: now}))
}

// pruneJob is the kind of the job that clears old rows away; its key is empty.
const pruneJob = "prune"
