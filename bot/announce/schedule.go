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
	if c.Private {
		if err := scheduleReminder(tx, c, now); err != nil {
			return err
		}
	}
	if !c.Daily || !c.Active {
		return tx.DropJob(DailyJob, play.JobKey(c.ID))
	}
	return tx.SetJob(storage.Job{Kind: DailyJob, Key: play.JobKey(c.ID), At: play.DailyTime(now.In(play.Zone(c)), c.Hour, c.Minute)})
}

// scheduleReminder brings the job of a private chat in line with its settings.
func scheduleReminder(tx *storage.Tx, c storage.Community, now time.Time) error {
	if !c.Reminder || !c.Private || !c.Active {
		return tx.DropJob(ReminderJob, play.JobKey(c.ID))
	}
	return tx.SetJob(storage.Job{Kind: ReminderJob, Key: play.JobKey(c.ID), At: play.NextDaily(now.In(play.Zone(c)), remindAt, 0)})
}
