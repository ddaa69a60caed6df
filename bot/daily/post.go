package daily

import (
	"context"
	"fmt"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/round"
	"reckon/storage"
)

// usefulFor is for how long the post of a daily is of use.
const usefulFor = 24 * time.Hour

// postOf is the post of a day in a community.
func postOf(c storage.Community, number int, now time.Time) storage.Outgoing {
	return storage.Outgoing{
		Nonce:       fmt.Sprintf("daily:%d:%d", c.ID, number),
		CommunityID: c.ID,
		Channel:     c.DailyChannel,
		Bulk:        true,
		Expires:     now.Add(usefulFor),
	}
}

// askedPostOf is the message that shows a day because somebody has asked for it, the last one in the
// community.
func askedPostOf(c storage.Community, number int, now time.Time) storage.Outgoing {
	o := postOf(c, number, now)
	o.Nonce = "asked-" + o.Nonce
	return o
}

// post is the job that posts the daily of a community's date, once, closes the post of the day
// before, and schedules the next one.
func (d daily) post(_ context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		c, _, err := storage.Found(tx.CommunityByID(id))
		if err != nil {
			return err
		}
		// A community that is gone has no other field: it gets no dailies.
		c.ID = id
		local := now.In(round.Zone(c.Zone))
		isWanted, err := scheduleNext(tx, c, postJob, c.Daily, round.NextDaily(local, c.Hour, c.Minute))
		if err != nil {
			return err
		}
		isEarly := round.DailyTime(local, c.Hour, c.Minute).After(local)
		if !isWanted || isEarly {
			return nil
		}
		return d.postDay(tx, c, round.NumberIn(c, now), now)
	}, nil
}

// postDay posts a day in a community, and closes the post of the day before.
func (d daily) postDay(tx *storage.Tx, c storage.Community, number int, now time.Time) error {
	first, err := d.Play.DailyRound(tx, number, d.Settings.Games(c)[0], now)
	if err != nil {
		return err
	}
	if err := d.Announce.BeginPost(tx, c, number); err != nil {
		return err
	}
	reply, wasSolved, err := d.day(tx, d.Announce.Voice(c), c, number, number)
	if err != nil {
		return err
	}
	reply.Quiet = c.Quiet
	post := postOf(c, number, now)
	post.RoundID = first.ID
	if err := d.Announce.Put(tx, now, post, "", reply); err != nil {
		return err
	}
	if c.Private {
		return nil
	}
	if err := d.closeDay(tx, c, number-1, first, wasSolved, now); err != nil {
		return err
	}
	// A reply to the post names no puzzle, so it would count as a public answer to the first one.
	// That one becomes current only where nothing else is open.
	open, err := tx.OpenRounds(c.ID, c.DailyChannel, 1)
	if err != nil || len(open) > 0 {
		return err
	}
	return tx.SetCurrent(c.ID, c.DailyChannel, 0, first.ID, now)
}

// closeDay closes the post of a day: the post of the next one says how the day went.
func (d daily) closeDay(tx *storage.Tx, c storage.Community, number int, next round.Round, wasSolved bool, now time.Time) error {
	v := d.Announce.Voice(c)
	over := "daily.over.nobody"
	if wasSolved {
		over = "daily.over"
	}
	archive := chat.Button{
		Label:    v.Phrase("button.archive", nil),
		Icon:     "📅",
		Data:     command.Data(button.ActDaily, next.Game.Name(), number),
		Personal: true,
	}
	return d.Announce.Put(tx, now, postOf(c, number, now), "recap", chat.Reply{
		Text:    []chat.Line{v.Day(number), v.Line(over, nil)},
		Buttons: [][]chat.Button{{archive}},
	})
}

// delivered notes the message that has become of a post of a day, or of a reply that shows one.
func (d daily) delivered(tx *storage.Tx, o storage.Outgoing, r round.Round, message string, now time.Time) error {
	// Of all that shows a round only the post of a day is bulk.
	isPost := o.Bulk
	if isPost {
		return d.pin(tx, o, message, now)
	}
	isReply := o.Event != nil
	if !o.Shows || !isReply || r.Daily == 0 {
		return nil
	}
	// Somebody has asked for the day: the message fills with names like the post of a daily.
	c := storage.Community{ID: o.CommunityID, DailyChannel: o.Channel}
	asked := askedPostOf(c, r.Daily, now)
	asked.Network = o.Network
	return tx.NotePosted(asked, message, now)
}

// pin pins the post of a day instead of the one before, if the community wants that.
func (d daily) pin(tx *storage.Tx, o storage.Outgoing, message string, now time.Time) error {
	c, err := tx.CommunityByID(o.CommunityID)
	if err != nil || !c.Pin {
		return err
	}
	r, err := d.Play.Round(tx, o.RoundID)
	if err != nil {
		return err
	}
	before, isPosted, err := storage.Found(tx.PostedAs(postOf(c, r.Daily-1, now).Nonce))
	if err != nil {
		return err
	}
	pin := postOf(c, r.Daily, now)
	pin.Nonce += ":pin"
	pin.Channel = o.Channel
	if err := d.Announce.Put(tx, now, pin, "", chat.Reply{Pin: message}); err != nil || !isPosted {
		return err
	}
	unpin := postOf(c, r.Daily-1, now)
	unpin.Nonce += ":unpin"
	unpin.Channel = before.Channel
	return d.Announce.Put(tx, now, unpin, "", chat.Reply{Unpin: before.Message})
}
