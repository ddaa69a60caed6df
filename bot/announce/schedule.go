package announce

import (
	"time"

	"reckon/bot/play"
	"reckon/storage"
)

const (
	// DailyJob is the kind of the job that posts the daily; its key is the community's
	// number.
	DailyJob = "daily"
	// ReminderJob is the kind of the job that reminds a person of a streak that ends; its key
	// is the number of their own conversation.
	ReminderJob = "reminder"
	// remindAt is the hour, by the person's clock, at which they are reminded: the date, and
	// with it the streak, ends an hour later.
	remindAt = 23
)

// Schedule brings a community's jobs in line with its settings. When today's hour is over
// already, the daily comes at once if it has not been posted.
func Schedule(tx *storage.Tx, c storage.Community, now time.Time) error {
	local := now.In(play.Zone(c.Zone))
	if c.Private {
		if _, err := schedule(tx, c, ReminderJob, c.Reminder, play.NextDaily(local, remindAt, 0)); err != nil {
			return err
		}
	}
	_, err := schedule(tx, c, DailyJob, c.Daily, play.DailyTime(local, c.Hour, c.Minute))
	return err
}

// schedule schedules the next job of a kind of a community, and reports whether it gets any.
func schedule(tx *storage.Tx, c storage.Community, kind string, wanted bool, at time.Time) (is bool, err error) {
	if !wanted || !c.Active {
		return false, tx.DropJob(kind, play.JobKey(c.ID))
	}
	return true, tx.SetJob(storage.Job{Kind: kind, Key: play.JobKey(c.ID), At: at})
}
