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
		if _, err := scheduleReminder(tx, c, now); err != nil {
			return err
		}
	}
	_, err := scheduleDaily(tx, c, play.DailyTime(now.In(play.Zone(c.Zone)), c.Hour, c.Minute))
	return err
}

// scheduleDaily schedules the next daily of a community; posts reports whether it gets any.
func scheduleDaily(tx *storage.Tx, c storage.Community, at time.Time) (posts bool, err error) {
	if !c.Daily || !c.Active {
		return false, tx.DropJob(DailyJob, play.JobKey(c.ID))
	}
	return true, tx.SetJob(storage.Job{Kind: DailyJob, Key: play.JobKey(c.ID), At: at})
}

// scheduleReminder schedules the next evening of a private chat; reminds reports whether
// the person is reminded at all.
func scheduleReminder(tx *storage.Tx, c storage.Community, now time.Time) (reminds bool, err error) {
	if !c.Reminder || !c.Active {
		return false, tx.DropJob(ReminderJob, play.JobKey(c.ID))
	}
	return true, tx.SetJob(storage.Job{Kind: ReminderJob, Key: play.JobKey(c.ID), At: play.NextDaily(now.In(play.Zone(c.Zone)), remindAt, 0)})
}
