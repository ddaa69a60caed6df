package announce

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/outbox"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/storage"
)

// Shown shows how a round stands in the puzzle's own message, which people see from now on,
// if that has changed since it was written: there are answers that take part, or it has ended.
func (a *Announcer) Shown(tx *storage.Tx, r play.Round, all []storage.Answer, at time.Time) error {
	if r.ClosedAt.IsZero() && !slices.ContainsFunc(all, func(x storage.Answer) bool { return r.Admits(x.PlayerID) }) {
		return nil
	}
	// Stars, and what is left to find, need the solution.
	e, err := a.Play.Progress(tx, r, a.Play.Recall(context.Background(), r.Puzzle))
	if err != nil {
		return err
	}
	return a.stand(tx, at, "shown", *e)
}

// stand shows in the puzzle's own message how a round stands, or how it ended: who found what; in a
// contest how well, not how, and on a clock who has answered.
func (a *Announcer) stand(tx *storage.Tx, at time.Time, change string, e play.Ending) error {
	r := e.Round
	v := a.Voice(r.Community, r.AskerLocale)
	var reply chat.Reply
	if r.ClosedAt.IsZero() {
		reply = chat.Reply{Face: v.Face(r), Text: append(v.Task(r, r.Community.Private), v.Progress(e)...), Buttons: button.Play(v, a.Seals, r, true)}
		if e.Match != nil {
			reply.Text = append(v.Standing(*e.Match), reply.Text...)
		}
	} else {
		reply = a.Ending(v, e, true)
	}
	return a.Put(tx, at, storage.Outgoing{
		Nonce: fmt.Sprintf("round:%d", r.ID), CommunityID: r.CommunityID, Channel: r.Channel, Message: r.Message, RoundID: r.ID,
	}, change, reply)
}

// Ending shows how a round ended: in the puzzle's own message, where everything stands, or in
// one that tells the result. A result, and a solution that nobody found, has a button that
// explains it. One of the two messages has a button that posts a picture, and one that shares a hard
// puzzle.
func (a *Announcer) Ending(v say.Voice, e play.Ending, own bool) chat.Reply {
	r := e.Round
	reply := chat.Reply{Buttons: button.Onward(v, r)}
	if own {
		reply.Face, reply.Text = v.Face(r), v.Ending(e)
		reply.Face.Note, reply.Face.Over = "", true
	} else {
		reply.Sort, reply.Text = r.Sort, v.Result(e)
	}
	if !own || len(e.Rows) == 0 {
		button.WithExplain(v, &reply, r.Game, r.Puzzle.Face().Goal, e.Best.Best)
	}
	a.Shelf.Link(v, &reply, r.Puzzle)
	pictured := r.Mode.Shared && len(e.Rows) > 0 && (!own || !r.IsTimed()) // else the result has it
	if last := len(reply.Buttons) - 1; last >= 0 && pictured {
		reply.Buttons[last] = append(reply.Buttons[last], chat.Button{
			Label: v.Phrase("button.picture", nil), Icon: button.IconPicture, Data: button.RoundData(a.Seals, button.ActPicture, r),
		})
	}
	if pictured {
		a.Shelf.AddShare(v, &reply, r)
	}
	return reply
}

// End is the job that ends a round whose time has come. The best possible is worked out
// before the transaction.
func (a *Announcer) End(ctx context.Context, id int64, now time.Time) (func(*storage.Tx) error, error) {
	due, ok, err := a.Play.PrepareEnd(ctx, id)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		if !ok {
			return tx.DropJob(play.EndJob, strconv.FormatInt(id, 10))
		}
		e, err := a.Play.End(tx, due, now)
		if err != nil || e == nil {
			return err
		}
		return a.Ended(tx, now, *e, "job", false)
	}, nil
}

// Ended shows how a round ended in the puzzle's own message and, where people waited for
// it, in a message of its own, too; and how the match stands that it belongs to or, in a message of
// its own, how that went. The change's name is key. edited: the reply to the request edits
// the puzzle's message.
func (a *Announcer) Ended(tx *storage.Tx, at time.Time, e play.Ending, key string, edited bool) error {
	r, change := e.Round, "" // of messages that are posted at the end of a round
	if e.Again {
		change = "again:" + key
	}
	if r.Reason == play.Replaced && r.Message == "" { // nobody has seen it
		if err := tx.ExpirePost(r.ID, at); err != nil {
			return err
		}
	}
	if r.Reason != play.Unshown {
		v := a.Voice(r.Community, r.AskerLocale)
		if r.Reason == play.TimeUp && r.IsTimed() && !(r.Match != nil && r.Mode.Shared) {
			o := storage.Outgoing{
				Nonce: fmt.Sprintf("end:%d", r.ID), CommunityID: r.CommunityID, Channel: r.Channel, RoundID: r.ID, Priority: outbox.Play, Expires: at.Add(resultFor),
			}
			if err := a.Put(tx, at, o, change, a.Ending(v, e, false)); err != nil {
				return err
			}
		}
		if !edited {
			if err := a.stand(tx, at, "end:"+key, e); err != nil {
				return err
			}
		}
	}
	if e.Match == nil {
		return nil
	}
	m := *e.Match
	v := a.Voice(m.Community, m.AskerLocale)
	if err := a.editBoard(tx, at, m, fmt.Sprintf("%d:%s", r.ID, key), a.Board(v, m)); err != nil || !m.IsOver() {
		return err
	}
	return a.Put(tx, at, storage.Outgoing{
		Nonce: fmt.Sprintf("match:%d:over", m.ID), CommunityID: m.CommunityID, Channel: m.Channel, Expires: at.Add(resultFor),
	}, change, a.MatchResult(v, m))
}

// Stopped shows that a match was stopped, and how the puzzle ended that was open (nil:
// none was). How the match went is returned: it is the reply to the person who stopped it.
func (a *Announcer) Stopped(tx *storage.Tx, act play.Act, aloud say.Voice, m play.Match, e *play.Ending) (reply chat.Reply, err error) {
	if e != nil {
		e.Match = nil // it is shown here
		if err := a.Ended(tx, act.At, *e, act.Key, false); err != nil {
			return reply, err
		}
	}
	v := a.Voice(m.Community, m.AskerLocale)
	return a.MatchResult(aloud, m), a.editBoard(tx, act.At, m, act.Key, a.Board(v, m))
}

// Answered announces what an answer changed. The message that says who was first is
// returned instead where the person answered at the round's place: it is their reply.
func (a *Announcer) Answered(tx *storage.Tx, act play.Act, aloud say.Voice, took play.Outcome) (reply *chat.Reply, err error) {
	r, v := took.Round, aloud
	isThere := !act.Apart && act.Community.ID == r.CommunityID && act.Channel == r.Channel
	if !isThere {
		v = a.Voice(r.Community, r.AskerLocale)
	}
	if took.Led {
		first := v.Verdict(took, say.Reader{Who: v.Mention(act.Person.Name, act.Person.Key), Place: true})
		first.Audience, first.Buttons = chat.Everyone, [][]chat.Button{{button.Next(v, r)}}
		if took.OpenFor == 0 {
			button.WithExplain(v, &first, r.Game, r.Puzzle.Face().Goal, took.Verdict.Text)
		}
		useful := firstFor
		if r.Lasts > 0 {
			useful = clockFor
		}
		if isThere {
			reply = &first
		} else if err := a.Put(tx, act.At, storage.Outgoing{
			Nonce: "first:" + act.Key, CommunityID: r.CommunityID, Channel: r.Channel, RoundID: r.ID, Priority: outbox.Play, Expires: act.At.Add(useful),
		}, "", first); err != nil {
			return nil, err
		}
	}
	if took.Record != nil && r.Mode.Shared && (act.Ephemeral || !isThere) { // else the reply says it
		v := a.Voice(r.Community, r.AskerLocale)
		o := storage.Outgoing{Nonce: "record:" + r.Round.Puzzle + ":" + act.Key, CommunityID: r.CommunityID, Channel: r.Channel}
		if err := a.Put(tx, act.At, o, "", chat.Reply{Tone: chat.Good, Text: []chat.Line{v.NewRecord(r.Game, *took.Record)}}); err != nil {
			return nil, err
		}
	}
	switch {
	case took.Ending != nil:
		err = a.Ended(tx, act.At, *took.Ending, act.Key, false)
	case r.Daily != 0 && took.Points > 0:
		err = a.showSolver(tx, act, r)
	case took.Standing != nil:
		err = a.stand(tx, act.At, "progress:"+act.Key, *took.Standing)
	}
	return reply, err
}
