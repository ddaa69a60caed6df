package daily

import (
	"context"
	"fmt"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/tell"
	"reckon/storage"
)

// runReminder runs the job that writes to a person in the evening if their streak would end with the day. It
// also schedules the job for the next evening.
func (d daily) runReminder(_ context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		c, _, err := storage.Found(tx.CommunityByID(id))
		if err != nil {
			return err
		}
		// If the private chat is gone, c is empty: nobody is reminded there, and the job is dropped.
		c.ID = id
		days, err := round.CalendarAt(tx, c, now)
		if err != nil {
			return err
		}
		isOn, err := reminder.IsOn(tx, id)
		if err != nil {
			return err
		}
		wantsReminder := c.Active && isOn
		if err := scheduleNext(tx, c, reminderJob, wantsReminder, nextReminder(days, now)); err != nil {
			return err
		}
		today := days.NumberAt(now)
		isEarly := reminderTime(days, today).After(now)
		if !wantsReminder || isEarly {
			return nil
		}
		streak, err := d.Play.StreakEnds(tx, c.OwnerID, today)
		if err != nil || streak.Days < remindedFrom {
			return err
		}
		v := d.Tell.Voice(c)
		text := v.Line("reminder.text", say.With{"n": streak.Days, "command": say.Slash(nameDaily)})
		return d.Tell.Announce(tx, now, tell.Announcement{
			Kind:  tell.Scheduled,
			To:    tell.Place{Community: c},
			Key:   fmt.Sprintf("reminder:%d:%d", c.ID, today),
			Until: days.End(today),
			Facts: tell.Facts{Reply: chat.Reply{
				Text:    []chat.Line{text},
				Buttons: command.Rows(d.dayButtons(v, c, d.Settings.Games(c), today)),
			}},
		})
	}, nil
}
