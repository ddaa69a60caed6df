package announce

import (
	"context"
	"errors"
	"fmt"
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
		local := now.In(play.Zone(c))
		isEvening := !play.DailyTime(local, remindAt, 0).After(local)
		if !c.Reminder || !c.Private || !c.Active || !isEvening {
			return scheduleReminder(tx, c, now)
		}
		today, _, err := a.Play.Live(tx, play.Act{Person: storage.Player{ID: c.OwnerID}, Community: c, At: now})
		if err != nil {
			return err
		}
		ends, err := a.Play.StreakEnds(tx, c.OwnerID, today)
		if err != nil {
			return err
		}
		if ends.Days > 0 {
			v := a.Voice(c)
			y, m, d := local.Date()
			err = a.Put(tx, now, storage.Outgoing{
				Nonce: fmt.Sprintf("reminder:%d:%d", c.ID, today), CommunityID: c.ID, Bulk: true, Expires: time.Date(y, m, d+1, 0, 0, 0, 0, local.Location()),
			}, "", chat.Reply{
				Text:    []chat.Line{v.Line("reminder.text", say.With{"n": ends.Days, "command": say.Slash("daily")})},
				Buttons: command.Rows(a.dayButtons(v, c, a.Settings.Games(c), today)),
			})
			if err != nil {
				return err
			}
		}
		return scheduleReminder(tx, c, now)
	}, nil
}
