package announce

import (
	"context"
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
		c, _, err := storage.Found(tx.CommunityByID(id))
		if err != nil {
			return err
		}
		c.ID = id // of a conversation that is gone: nobody is reminded there
		local := now.In(play.Zone(c.Zone))
		reminds, err := schedule(tx, c, ReminderJob, c.Reminder, play.NextDaily(local, remindAt, 0))
		if err != nil || !reminds || play.DailyTime(local, remindAt, 0).After(local) {
			return err
		}
		today, _, err := a.Play.Live(tx, play.Act{Person: storage.Player{ID: c.OwnerID}, Community: c, At: now})
		if err != nil {
			return err
		}
		ends, err := a.Play.StreakEnds(tx, c.OwnerID, today)
		if err != nil || ends.Days == 0 {
			return err
		}
		v := a.Voice(c)
		y, m, d := local.Date()
		return a.Put(tx, now, storage.Outgoing{
			Nonce: fmt.Sprintf("reminder:%d:%d", c.ID, today), CommunityID: c.ID, Bulk: true, Expires: time.Date(y, m, d+1, 0, 0, 0, 0, local.Location()),
		}, "", chat.Reply{
			Text:    []chat.Line{v.Line("reminder.text", say.With{"n": ends.Days, "command": say.Slash("daily")})},
			Buttons: command.Rows(a.dayButtons(v, c, a.Settings.Games(c), today)),
		})
	}, nil
}
