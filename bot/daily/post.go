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

// A dayMessage is a kind of message that shows a day to a community. A community has at most one message of each kind
// for a day. The value is also the key of a setting that people do not see. In that setting stands what the latest
// message of the kind shows: see noteShown.
type dayMessage string

const (
	// dayPost is the post of a day. It comes by itself.
	dayPost dayMessage = "daily.shown"
	// dayReply is the latest reply to somebody in the community who asked for the day.
	dayReply dayMessage = "daily.shown-asked"
)

// announcement returns the announcement of the message of this kind for a day, without its content.
func (kind dayMessage) announcement(c storage.Community, number int) tell.Announcement {
	key := fmt.Sprintf("daily:%d:%d", c.ID, number)
	if kind == dayReply {
		key = "asked-" + key
	}
	return tell.Announcement{
		Kind: tell.Scheduled,
		To:   tell.Place{Community: c, Channel: c.DailyChannel},
		Key:  key,
	}
}

// noteShown stores a checksum of what the latest message of this kind shows, and reports whether it has changed.
func (kind dayMessage) noteShown(tx *storage.Tx, c storage.Community, number int, reply chat.Reply) (bool, error) {
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
	post := dayPost.announcement(c, days.NumberAt(now))
	_, isPosted, err := storage.Found(tx.PostedAs(post.Nonce()))
	return isPosted, err
}

// isTodayDone reports whether today's day needs no post any more in a community: it has been posted, or it was being
// played there when the post was switched on for the days after.
func (d daily) isTodayDone(tx *storage.Tx, c storage.Community, now time.Time) (bool, error) {
	isPosted, err := d.isTodayPosted(tx, c, now)
	if err != nil || isPosted {
		return isPosted, err
	}
	days, err := round.CalendarAt(tx, c, now)
	if err != nil {
		return false, err
	}
	return wasPlayed(tx, c, days.NumberAt(now))
}

// runPost runs the job that posts today's daily in a community. It also schedules the next post.
func (d daily) runPost(_ context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		c, _, err := storage.Found(tx.CommunityByID(id))
		if err != nil {
			return err
		}
		// If the community is gone, c is empty: it wants no daily, and its job is dropped.
		c.ID = id
		isWanted := wantsDaily(c)
		days, err := round.CalendarAt(tx, c, now)
		if err != nil {
			return err
		}
		if err := scheduleNext(tx, c, postJob, isWanted, days.NextPost(now)); err != nil {
			return err
		}
		today := days.NumberAt(now)
		isEarly := days.PostTime(today).After(now)
		if !isWanted || isEarly {
			return nil
		}
		return d.postToday(tx, c, today, now)
	}, nil
}

// postToday posts today's daily in a community. In a group it also closes the post of the day before. today is the
// number of the community's date.
func (d daily) postToday(tx *storage.Tx, c storage.Community, today int, now time.Time) error {
	first, err := d.Play.DailyRound(tx, today, d.Settings.Games(c)[0], now)
	if err != nil {
		return err
	}
	if err := d.Features.BeforePost(tx, c, today); err != nil {
		return err
	}
	reply, wasDayBeforeSolved, err := d.day(tx, d.Tell.Voice(c), c, today, today)
	if err != nil {
		return err
	}
	// Edits of the post are compared with what is noted here. An edit is never quiet, so reply.Quiet is set only after
	// that.
	if _, err := dayPost.noteShown(tx, c, today, reply); err != nil {
		return err
	}
	reply.Quiet, err = quiet.IsOn(tx, c.ID)
	if err != nil {
		return err
	}
	post := dayPost.announcement(c, today)
	post.Round = first.ID
	post.Facts.Reply = reply
	if err := d.Tell.Announce(tx, now, post); err != nil {
		return err
	}
	if c.Private {
		return nil
	}
	if err := d.closeDay(tx, c, today-1, wasDayBeforeSolved, now); err != nil {
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

// closeDay closes the post of a day: it edits the post so that it leads to the archive. The post of the next day
// tells how the day went. wasSolved reports whether somebody has solved a puzzle of the day.
func (d daily) closeDay(tx *storage.Tx, c storage.Community, number int, wasSolved bool, now time.Time) error {
	v := d.Tell.Voice(c)
	over := "daily.over.nobody"
	if wasSolved {
		over = "daily.over"
	}
	firstGame := d.Settings.Games(c)[0]
	archive := chat.Button{
		Label:    v.Phrase("button.archive", nil),
		Icon:     "📅",
		Data:     command.Data(actDaily, firstGame.Name(), number),
		Personal: true,
	}
	closed := dayPost.announcement(c, number)
	closed.Change = "recap"
	closed.Facts.Reply = chat.Reply{
		Text:    []chat.Line{v.Day(number), v.Line(over, nil)},
		Buttons: [][]chat.Button{{archive, solutionsOf(v, number)}},
	}
	return d.Tell.Announce(tx, now, closed)
}

// delivered runs when a message about a round has been delivered. The post of a day is pinned. The reply to somebody
// who asked for a day is stored as the community's dayReply for that day, so that it can be edited.
func (d daily) delivered(tx *storage.Tx, o storage.Outgoing, r round.Round, message string, now time.Time) error {
	// Posts of days and reminders are bulk (tell.Scheduled). A reminder is about no round, so this is no reminder.
	isPost := o.Bulk
	if isPost {
		return d.pin(tx, o, message, now)
	}
	showsDaily := o.Shows && r.Daily != 0
	if !o.IsReply() || !showsDaily {
		return nil
	}
	// The names of solvers are added to this reply, as they are added to the post of the day.
	c := storage.Community{ID: o.CommunityID}
	return tx.NotePosted(storage.Outgoing{
		Nonce:       dayReply.announcement(c, r.Daily).Nonce(),
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
	before, hasPostBefore, err := storage.Found(tx.PostedAs(dayPost.announcement(c, r.Daily-1).Nonce()))
	if err != nil {
		return err
	}
	pin := dayPost.announcement(c, r.Daily)
	pin.Key += ":pin"
	pin.To.Channel = o.Channel
	pin.Facts.Reply = chat.Reply{Pin: message}
	if err := d.Tell.Announce(tx, now, pin); err != nil || !hasPostBefore {
		return err
	}
	unpin := dayPost.announcement(c, r.Daily-1)
	unpin.Key += ":unpin"
	unpin.To.Channel = before.Channel
	unpin.Facts.Reply = chat.Reply{Unpin: before.Message}
	return d.Tell.Announce(tx, now, unpin)
}
