package league

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/talk"
	"reckon/bot/tell"
	"reckon/storage"
)

// resultJob is the kind of the job that tells a person in their private chat how their week ended. Its key is the
// ID of the player under whom they are in the World.
const resultJob = "league-result"

// A person is told in the daytime: not sooner than wakesAfter after their day begins, and not in its last
// sleepsBefore.
const (
	wakesAfter   = 8 * time.Hour
	sleepsBefore = 3 * time.Hour
)

// setResultJobs sets the jobs that tell people of a closed week how it ended. A person who earned nothing in that
// week is not told.
func setResultJobs(tx *storage.Tx, people []leaguer, now time.Time) error {
	for _, l := range people {
		if l.Points == 0 {
			continue
		}
		err := tx.SetJob(storage.Job{Kind: resultJob, Key: strconv.FormatInt(l.PlayerID, 10), At: now})
		if err != nil {
			return err
		}
	}
	return nil
}

// tellWeek runs the job that tells a person how their week ended. Nobody is told who was told under their day
// already, or who was alone in their division.
func (l league) tellWeek(_ context.Context, playerID int64, now time.Time) (func(*storage.Tx) error, error) {
	key := strconv.FormatInt(playerID, 10)
	return func(tx *storage.Tx) error {
		c, hasChat, err := l.chatOf(tx, playerID)
		if err != nil {
			return err
		}
		if !hasChat {
			return tx.DropJob(resultJob, key)
		}
		days, err := round.CalendarAt(tx, c, now)
		if err != nil {
			return err
		}
		at := daytime(days, now)
		if at.After(now) {
			return tx.SetJob(storage.Job{Kind: resultJob, Key: key, At: at})
		}
		if err := tx.DropJob(resultJob, key); err != nil {
			return err
		}
		// A person who wants to be left alone is told only under the next day that they open.
		isSilent, err := talk.IsSilent(tx, c, playerID)
		if err != nil || isSilent {
			return err
		}
		result, isNew, err := latestResult(tx, playerID)
		if err != nil || !isNew {
			return err
		}
		// The division is closed, so divisionOf needs neither the open week nor the act.
		d, err := l.divisionOf(tx, leagueWeek{}, result, round.Act{})
		if err != nil || len(d.rows) < 2 {
			return err
		}
		if err := markTold(tx, playerID); err != nil {
			return err
		}
		return l.announceResult(tx, c, d, result, now)
	}, nil
}

// announceResult posts the table of a closed division in the private chat of one of its people. own is the result of
// that person.
func (l league) announceResult(tx *storage.Tx, c storage.Community, d *division, own leaguer, now time.Time) error {
	v := l.Tell.Voice(c)
	toMine := button.New(v, "league."+tableMine, command.Data(actLeague, tableMine))
	return l.Tell.Announce(tx, now, tell.Announcement{
		Kind: tell.Scheduled,
		To:   tell.Place{Community: c},
		Key:  fmt.Sprintf("league:%d:%d", c.ID, d.week),
		Facts: tell.Facts{Reply: chat.Reply{
			Text:    []chat.Line{heading(v, d), resultLine(v, own, d.places())},
			Table:   table(v, d),
			Buttons: append(l.Features.DayButton(v, l.Play.Games[0]), []chat.Button{toMine}),
		}},
	})
}

// chatOf returns the private chat in which a person is told something that they have not asked for. If they have linked
// several players, it is the chat of the given player or, if that player has none, of another one. hasChat is false if
// there is no chat in which the bot may write.
func (l league) chatOf(tx *storage.Tx, playerID int64) (c storage.Community, hasChat bool, err error) {
	chats, err := tx.ChatsOf(playerID)
	if err != nil {
		return storage.Community{}, false, err
	}
	cannotWrite := func(c storage.Community) bool { return !c.Active || l.Play.IsOfGuests(c) }
	chats = slices.DeleteFunc(chats, cannotWrite)
	if len(chats) == 0 {
		return storage.Community{}, false, nil
	}
	for _, c := range chats {
		if c.OwnerID == playerID {
			return c, true, nil
		}
	}
	return chats[0], true, nil
}

// daytime returns the next time at which a person with this calendar may be told something. That may be now.
func daytime(days round.Calendar, now time.Time) time.Time {
	today := days.NumberAt(now)
	wakes := days.Begin(today).Add(wakesAfter)
	sleeps := days.End(today).Add(-sleepsBefore)
	switch {
	case now.Before(wakes):
		return wakes
	case now.Before(sleeps):
		return now
	}
	return days.Begin(today + 1).Add(wakesAfter)
}
