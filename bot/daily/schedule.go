package daily

import (
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/settings"
	"reckon/storage"
)

// The kinds of jobs are stored with the jobs, so they keep the names that they were given first.
// Settings of the daily. Whether it is posted, when and where, are fields of a community: the
// kernel changes them, and each solved daily reads them of all communities of a person.
const (
	// pinned says that a post is pinned instead of the one before, and quiet that it makes no sound.
	pinned settings.Toggle = "daily.pin"
	quiet  settings.Toggle = "daily.quiet"
	// reminder says that a person is reminded of a streak that ends.
	reminder settings.Toggle = "daily.reminder"
)

// settingRows are these settings as the panel has them.
func settingRows() []settings.Setting {
	pin := pinned.Setting(settings.Together)
	pin.After = "hour"
	pin.Clears = chat.GonePin
	sound := quiet.Setting(settings.Everywhere)
	sound.After = pinned.Name()
	remind := reminder.Setting(settings.Private)
	remind.After = "language"
	return []settings.Setting{pin, sound, remind}
}

const (
	// postJob is the kind of the job that posts the daily; its key is the community's number.
	postJob = "daily"
	// reminderJob is the kind of the job that reminds a person of a streak that ends; its key is the
	// number of their own conversation.
	reminderJob = "reminder"
	// remindAt is the hour, by the person's clock, at which they are reminded: the date, and with it
	// the streak, ends an hour later.
	remindAt = 23
)

// schedule brings a community's jobs in line with its settings. When today's hour is over already,
// the daily comes at once if it has not been posted.
func schedule(tx *storage.Tx, c storage.Community, now time.Time) error {
	local := now.In(round.Zone(c.Zone))
	if c.Private {
		isReminded, err := reminder.IsOn(tx, c.ID)
		if err != nil {
			return err
		}
		_, err = scheduleNext(tx, c, reminderJob, isReminded, round.NextDaily(local, remindAt, 0))
		if err != nil {
			return err
		}
	}
	_, err := scheduleNext(tx, c, postJob, c.Daily, round.DailyTime(local, c.Hour, c.Minute))
	return err
}

// scheduleNext schedules the next job of a kind of a community, and reports whether it gets any.
func scheduleNext(tx *storage.Tx, c storage.Community, kind string, isWanted bool, at time.Time) (bool, error) {
	key := strconv.FormatInt(c.ID, 10)
	if !isWanted || !c.Active {
		return false, tx.DropJob(kind, key)
	}
	return true, tx.SetJob(storage.Job{Kind: kind, Key: key, At: at})
}
