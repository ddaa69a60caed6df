package daily

import (
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/settings"
	"reckon/storage"
)

// The settings of the daily, except whether, when and where it is posted. Those are the kernel's, as fields of
// storage.Community: when a person solves a daily, one query reads them for all communities of the person.
const (
	// pinned says that each post is pinned, and the one before it unpinned.
	pinned settings.Toggle = "daily.pin"
	// quiet says that the post makes no sound.
	quiet settings.Toggle = "daily.quiet"
	// reminder says that a person is reminded of a streak that would end.
	reminder settings.Toggle = "daily.reminder"
)

// settingRows returns these settings as the settings panel shows them. The field After of a setting names the one that
// stands above it in the panel.
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
	// remindBefore is how long before the end of a day a person is reminded. It is the last day on which they can save
	// their streak.
	remindBefore = time.Hour
	// remindedFrom is how many days a streak must have to be worth a reminder.
	remindedFrom = 2
)

// schedule sets or drops a community's jobs, as its settings ask. If the time of today's daily is past, the job runs at
// once. A daily that has been posted already is not posted again. If people were already playing today's daily when the
// post was switched on, the posts begin tomorrow.
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
	beginsTomorrow, err := wasPlayed(tx, c, next)
	if err != nil {
		return err
	}
	if beginsTomorrow {
		next++
	}
	return scheduleNext(tx, c, postJob, wantsDaily(c), days.PostTime(next))
}

// playedDay is the key of a setting that people do not see. Its value is the number of the day that people were already
// playing at a place when its daily post was switched on. That day is not posted.
const playedDay = "daily.played"

// wasPlayed reports whether people were already playing a day at a place when the daily post was switched on there.
func wasPlayed(tx *storage.Tx, c storage.Community, number int) (bool, error) {
	played, err := tx.Setting(c.ID, playedDay)
	return played == strconv.Itoa(number), err
}

// reminderTime returns when a person is reminded of a day.
func reminderTime(days round.Calendar, number int) time.Time {
	return days.End(number).Add(-remindBefore)
}

// nextReminder returns the first time after a given one at which a person is reminded.
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

// scheduleNext sets the job of a kind of a community, so that it runs at a time. If isWanted is false, it drops the job.
func scheduleNext(tx *storage.Tx, c storage.Community, kind string, isWanted bool, at time.Time) error {
	key := strconv.FormatInt(c.ID, 10)
	if !isWanted {
		return tx.DropJob(kind, key)
	}
	return tx.SetJob(storage.Job{Kind: kind, Key: key, At: at})
}
