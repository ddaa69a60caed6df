package daily

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/bot/tell"
	"reckon/storage"
)

// postOf returns the post of a day in a community.
func postOf(c storage.Community, number int) tell.Announcement {
	return tell.Announcement{
		Kind: tell.Scheduled,
		To:   tell.Place{Community: c, Channel: c.DailyChannel},
		Key:  fmt.Sprintf("daily:%d:%d", c.ID, number),
	}
}

// askedPostOf returns the last message in a community that shows a day because somebody has asked for
// it.
func askedPostOf(c storage.Community, number int) tell.Announcement {
	asked := postOf(c, number)
	asked.Key = "asked-" + asked.Key
	return asked
}

// A postKind is a kind of message that shows a day: the post of the day, or the reply to somebody who
// asked for it. Its value is the key under which the settings of a community store what the last message
// of that kind shows. People do not see that setting.
type postKind string

const (
	dayPost   postKind = "daily.shown"
	askedPost postKind = "daily.shown-asked"
)

// of returns the message of the kind that shows a day.
func (kind postKind) of(c storage.Community, number int) tell.Announcement {
	if kind == askedPost {
		return askedPostOf(c, number)
	}
	return postOf(c, number)
}

// noteShown stores what the message shows, and reports whether that has changed.
func (kind postKind) noteShown(tx *storage.Tx, c storage.Community, number int, reply chat.Reply) (bool, error) {
	content, err := json.Marshal(reply)
	if err != nil {
		return false, err
	}
	value := fmt.Sprintf("%d:%x", number, sha256.Sum256(content))
	was, err := tx.Setting(c.ID, string(kind))
	if err != nil || was == value {
		return false, err
	}
	return true, tx.SetSetting(c.ID, string(kind), value)
}

// isTodayPosted reports whether the daily of today has been posted in a community.
func (d daily) isTodayPosted(tx *storage.Tx, c storage.Community, now time.Time) (bool, error) {
	days, err := round.CalendarAt(tx, c, now)
	if err != nil {
		return false, err
	}
	_, found, err := storage.Found(tx.PostedAs(postOf(c, days.NumberAt(now)).Nonce()))
	return found, err
}

// post is the job that posts today's daily in a community. It closes the post of the day before, and
// schedules the next one.
func (d daily) post(_ context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		c, _, err := storage.Found(tx.CommunityByID(id))
		if err != nil {
			return err
		}
		// If the community is gone, c has only this ID, so it wants no dailies.
		c.ID = id
		days, err := round.CalendarAt(tx, c, now)
		if err != nil {
			return err
		}
		isWanted, err := scheduleNext(tx, c, postJob, c.Daily, days.NextPost(now))
		if err != nil {
			return err
		}
		today := days.NumberAt(now)
		isEarly := days.PostTime(today).After(now)
		if !isWanted || isEarly {
			return nil
		}
		return d.postDay(tx, c, today, now)
	}, nil
}

// postDay posts a day in a community, and closes the post of the day before.
func (d daily) postDay(tx *storage.Tx, c storage.Community, number int, now time.Time) error {
	first, err := d.Play.DailyRound(tx, number, d.Settings.Games(c)[0], now)
	if err != nil {
		return err
	}
	if err := d.Features.BeginPost(tx, c, number); err != nil {
		return err
	}
	reply, wasSolved, err := d.day(tx, d.Tell.Voice(c), c, number, number)
	if err != nil {
		return err
	}
	if _, err := dayPost.noteShown(tx, c, number, reply); err != nil {
		return err
	}
	reply.Quiet, err = quiet.IsOn(tx, c.ID)
	if err != nil {
		return err
	}
	post := postOf(c, number)
	post.Round = first.ID
	post.Facts.Reply = reply
	if err := d.Tell.Announce(tx, now, post); err != nil {
		return err
	}
	if c.Private {
		return nil
	}
	if err := d.closeDay(tx, c, number-1, first, wasSolved, now); err != nil {
		return err
	}
	// The first puzzle becomes current only if no other round is open. Otherwise an answer to that
	// round would count as an answer to the daily, which all can read.
	open, err := round.OpenRounds(tx, c.ID, c.DailyChannel, 1)
	if err != nil || len(open) > 0 {
		return err
	}
	return tx.SetCurrent(c.ID, c.DailyChannel, 0, first.ID, now)
}

// closeDay closes the post of a day: it edits the post, which then leads to the archive. The post of the
// next day tells how the day went. next is a round of the next day.
func (d daily) closeDay(tx *storage.Tx, c storage.Community, number int, next round.Round, wasSolved bool, now time.Time) error {
	v := d.Tell.Voice(c)
	over := "daily.over.nobody"
	if wasSolved {
		over = "daily.over"
	}
	archive := chat.Button{
		Label:    v.Phrase("button.archive", nil),
		Icon:     "📅",
		Data:     command.Data(actDaily, next.Game.Name(), number),
		Personal: true,
	}
	closed := postOf(c, number)
	closed.Change = "recap"
	closed.Facts.Reply = chat.Reply{
		Text:    []chat.Line{v.Day(number), v.Line(over, nil)},
		Buttons: [][]chat.Button{{archive, solutionsOf(v, number)}},
	}
	return d.Tell.Announce(tx, now, closed)
}

// delivered is called when a message about a round has been delivered. If it is the post of a day, it is
// pinned. If it is the reply to somebody who asked for a day, it is stored as the community's message for
// that day, so that it can be edited.
func (d daily) delivered(tx *storage.Tx, o storage.Outgoing, r round.Round, message string, now time.Time) error {
	// The only bulk message about rounds is the post of a day.
	isPost := o.Bulk
	if isPost {
		return d.pin(tx, o, message, now)
	}
	isReply := o.Event != nil
	showsDaily := o.Shows && r.Daily != 0
	if !isReply || !showsDaily {
		return nil
	}
	// The names of solvers will be added to this message, as to the post of a day.
	c := storage.Community{ID: o.CommunityID}
	return tx.NotePosted(storage.Outgoing{
		Nonce:       askedPostOf(c, r.Daily).Nonce(),
		CommunityID: o.CommunityID,
		Network:     o.Network,
		Channel:     o.Channel,
	}, message, now)
}

// pin pins the post of a day and unpins the one before, if the community wants that.
func (d daily) pin(tx *storage.Tx, o storage.Outgoing, message string, now time.Time) error {
	isWanted, err := pinned.IsOn(tx, o.CommunityID)
	if err != nil || !isWanted {
		return err
	}
	c, err := tx.CommunityByID(o.CommunityID)
	if err != nil {
		return err
	}
	r, err := d.Play.Round(tx, o.RoundID)
	if err != nil {
		return err
	}
	before, isPosted, err := storage.Found(tx.PostedAs(postOf(c, r.Daily-1).Nonce()))
	if err != nil {
		return err
	}
	pin := postOf(c, r.Daily)
	pin.Key += ":pin"
	pin.To.Channel = o.Channel
	pin.Facts.Reply = chat.Reply{Pin: message}
	if err := d.Tell.Announce(tx, now, pin); err != nil || !isPosted {
		return err
	}
	unpin := postOf(c, r.Daily-1)
	unpin.Key += ":unpin"
	unpin.To.Channel = before.Channel
	unpin.Facts.Reply = chat.Reply{Unpin: before.Message}
	return d.Tell.Announce(tx, now, unpin)
}
