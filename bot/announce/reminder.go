package announce

import (
	"context"
	"errors"
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// Reminder is the job that writes to a person whose streak ends with the day, and schedules
// the next evening.
func (a *Announcer) Reminder(_ context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		c, err := tx.CommunityByID(id)
		if errors.Is(err, storage.ErrNotFound) {
			return tx.DropJob(ReminderJob, play.JobKey(id))
		}
		if err != nil {
			return err
		}
		if c.Reminder && c.Private && c.Active {
			if err := a.remind(tx, c, now); err != nil {
				return err
			}
		}
		return scheduleReminder(tx, c, now)
	}, nil
}

func (a *Announcer) remind(tx *storage.Tx, c storage.Community, now time.Time) error {
	local := now.In(play.Zone(c))
	today := play.Number(local)
	if play.DailyTime(local, remindAt, 0).After(local) { // the evening is over
		return nil
	}
	ends, err := a.Play.StreakEnds(tx, c.OwnerID, today)
	if err != nil || ends.Days == 0 {
		return err
	}
	v := a.Voice(c)
	y, m, d := local.Date()
	return a.Put(tx, now, storage.Outgoing{
		Nonce: "reminder:" + play.JobKey(c.ID) + ":" + strconv.Itoa(today), CommunityID: c.ID, Bulk: true,
		Expires: time.Date(y, m, d+1, 0, 0, 0, 0, local.Location()),
	}, "", chat.Reply{
		Text:    []chat.Line{v.Line("reminder.text", say.With{"n": ends.Days, "command": say.Slash("daily")})},
		Buttons: command.Rows(a.dayButtons(v, c, a.Settings.Games(c), today)),
	})
}
