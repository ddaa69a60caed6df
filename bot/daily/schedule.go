package daily

import (
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/settings"
	"reckon/storage"
)

// The settings of the daily. Whether, when and where it is posted are settings of the kernel, and fields of
// storage.Community. So when a person solves a daily, one query reads them for all communities of the person.
const (
	// pinned says that each post is pinned, and the one before it unpinned.
	pinned settings.Toggle = "daily.pin"
	// quiet says that the post makes no sound.
	quiet settings.Toggle = "daily.quiet"
	// reminder says that a person is reminded of a streak that would end.
	reminder settings.Toggle = "daily.reminder"
)

// settingRows returns these settings as the settings panel shows them. After names the setting that stands above in the
// panel.
func settingRows() []settings.Setting {
	pin := pinned.Setting(settings.Together)
	pin.After = "hour"
	pin.Clears = chat.GonePin
	sound := quiet.Setting(settings.Everywhere)
	sound.After = pinned.Name()
	sound.NoGuests = true
	remind := reminder.Setting(settings.Private)
	remind.After = "language"
	remind.NoGuests = true
	return []settings.Setting{pin, sound, remind}
}

// The kinds of jobs are stored with the jobs, so they keep the names that they were given first.
const (
	// postJob is the kind of the job that posts the daily. Its key is the community's ID.
	postJob = "daily"
	// reminderJob is the kind of the job that reminds a person of a streak that would end. Its key is
	// the ID of their private chat.
	reminderJob = "reminder"
)

const (
	// remindBefore is how long before the end of a day a person is reminded. The streak ends with that day.
	remindBefore = time.Hour
	// remindedFrom is how many days a streak must have to be worth a reminder.
	remindedFrom = 2
)

// schedule sets or drops a community's jobs, as its settings ask. If the time of today's daily is past, the job runs at
// once. A daily that has been posted already is not posted again, and neither is one that was being played when the
// post was switched on for the days after.
func (d daily) schedule(tx *storage.Tx, c storage.Community, now time.Time) error {
	days, err := round.CalendarAt(tx, c, now)
	if err != nil {
		return err
	}
	if c.Private {
		isReminded, err := reminder.IsOn(tx, c.ID)
		if err != nil {
			return err
		}
		if err := scheduleNext(tx, c, reminderJob, c.Active && isReminded, nextReminder(days, now)); err != nil {
			return err
		}
	}
	next := days.NumberAt(now)
	isPlayed, err := wasPlayed(tx, c, next)
	if err != nil {
		return err
	}
	if isPlayed {
		next++
	}
	return scheduleNext(tx, c, postJob, wantsDaily(c), days.PostTime(next))
}

// playedDay is the key of a setting that people do not see. Its value is the number of the day that was being played at
// a place when its daily post was switched on for the days after. That day is not posted.
const playedDay = "daily.played"

// wasPlayed reports whether a day was being played at a place when the daily post was switched on there.
func wasPlayed(tx *storage.Tx, c storage.Community, number int) (bool, error) {
	played, err := tx.Setting(c.ID, playedDay)
	return played == strconv.Itoa(number), err
}

// reminderTime returns when a person is reminded of a day.
func reminderTime(days round.Calendar, number int) time.Time {
	return days.End(number).Add(-remindBefore)
}

// nextReminder returns when a person is reminded next after a time.
func nextReminder(days round.Calendar, after time.Time) time.Time {
	today := days.NumberAt(after)
	at := reminderTime(days, today)
	if at.After(after) {
		return at
	}
	return reminderTime(days, today+1)
}

// wantsDaily reports whether the daily is posted in a community.
func wantsDaily(c storage.Community) bool { return c.Active && c.Daily }

// scheduleNext sets a community's job of a kind to a time if it is wanted. Otherwise it drops the job.
func scheduleNext(tx *storage.Tx, c storage.Community, kind string, isWanted bool, at time.Time) error {
	key := strconv.FormatInt(c.ID, 10)
	if !isWanted {
		return tx.DropJob(kind, key)
	}
	return tx.SetJob(storage.Job{Kind: kind, Key: key, At: at})
}
