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
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/storage"
)

// Shown shows how a round stands in the puzzle's own message, which people see from now on, if
// that has changed since it was written: there are answers that take part, or it has ended.
func (a *Announcer) Shown(tx *storage.Tx, r round.Round, all []storage.Answer, at time.Time) error {
	isAnswered := slices.ContainsFunc(all, func(x storage.Answer) bool { return r.Admits(x.PlayerID) })
	if r.ClosedAt.IsZero() && !isAnswered {
		return nil
	}
	// Stars, and what is left to find, need the solution.
	e, err := a.Play.Progress(tx, r, a.Play.Recall(context.Background(), r.Puzzle))
	if err != nil {
		return err
	}
	return a.showStanding(tx, at, "shown", *e)
}

// showStanding shows in the puzzle's own message how a round stands, or how it ended: who found
// what; in a contest how well, not how, and on a clock who has answered.
func (a *Announcer) showStanding(tx *storage.Tx, at time.Time, change string, e round.Ending) error {
	r := e.Round
	v := a.Voice(r.Community, r.AskerLocale)
	o := storage.Outgoing{
		Nonce:       fmt.Sprintf("round:%d", r.ID),
		CommunityID: r.CommunityID,
		Channel:     r.Channel,
		Message:     r.Message,
		RoundID:     r.ID,
	}
	if !r.ClosedAt.IsZero() {
		return a.Put(tx, at, o, change, a.Ending(v, e, true))
	}
	reply := chat.Reply{
		Face:    v.Face(r),
		Text:    append(v.Task(r, r.Community.Private), v.Progress(e)...),
		Buttons: button.Play(v, a.Seals, r, true),
	}
	if e.Match != nil {
		reply.Text = append(v.Standing(*e.Match), reply.Text...)
	}
	return a.Put(tx, at, o, change, reply)
}

// Ending shows how a round ended: in the puzzle's own message, where everything stands, or in
// one that tells the result. A result, and a solution that nobody found, has a button that
// explains it. One of the two messages has a button that posts a picture, and one that shares a hard
// puzzle.
func (a *Announcer) Ending(v say.Voice, e round.Ending, own bool) chat.Reply {
	r := e.Round
	reply := chat.Reply{Buttons: button.Onward(v, r)}
	if own {
		reply.Face = v.Face(r)
		reply.Face.Note = ""
		reply.Face.Over = true
		reply.Text = v.Ending(e)
	} else {
		reply.Sort = r.Sort
		reply.Text = v.Result(e)
	}
	if !own || len(e.Rows) == 0 {
		button.WithExplain(v, &reply, r.Game, r.Puzzle.Face().Goal, e.Best.Best)
	}
	a.Links.AddSolution(v, &reply, r.Puzzle)
	// Of a timed round the message with the result has them.
	isResult := !own || !r.IsTimed()
	hasPicture := r.Mode.Shared && len(e.Rows) > 0 && isResult
	if !hasPicture {
		return reply
	}
	last := len(reply.Buttons) - 1
	if last >= 0 {
		reply.Buttons[last] = append(reply.Buttons[last], chat.Button{
			Label: v.Phrase("button.picture", nil),
			Icon:  button.IconPicture,
			Data:  button.RoundData(a.Seals, button.ActPicture, r),
		})
	}
	a.Links.AddShare(v, &reply, r)
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
			return tx.DropJob(round.EndJob, strconv.FormatInt(id, 10))
		}
		e, err := a.Play.End(tx, due, now)
		if err != nil || e == nil {
			return err
		}
		return a.Ended(tx, now, *e, "job", false)
	}, nil
}

// Ended shows how a round ended in the puzzle's own message and, where people waited for it, in a
// message of its own, too; and how the match stands that it belongs to or, in a message of its own,
// how that went. The change's name is key. isEdited says that the reply to the request edits the
// puzzle's message.
func (a *Announcer) Ended(tx *storage.Tx, at time.Time, e round.Ending, key string, isEdited bool) error {
	r := e.Round
	isUnseen := r.Reason == round.Replaced && r.Message == ""
	if isUnseen {
		if err := tx.ExpirePost(r.ID, at); err != nil {
			return err
		}
	}
	// What is posted at the end of a round is changed if it is awarded again.
	change := ""
	if e.Again {
		change = "again:" + key
	}
	if waitsForEnd(r) {
		if err := a.postResult(tx, at, e, change); err != nil {
			return err
		}
	}
	if r.Reason != round.Unshown && !isEdited {
		if err := a.showStanding(tx, at, "end:"+key, e); err != nil {
			return err
		}
	}
	if e.Match == nil {
		return nil
	}
	m := *e.Match
	v := a.Voice(m.Community, m.AskerLocale)
	if err := a.editBoard(tx, at, m, fmt.Sprintf("%d:%s", r.ID, key), a.Board(v, m)); err != nil {
		return err
	}
	if !m.IsOver() {
		return nil
	}
	return a.Put(tx, at, storage.Outgoing{
		Nonce:       fmt.Sprintf("match:%d:over", m.ID),
		CommunityID: m.CommunityID,
		Channel:     m.Channel,
		Expires:     at.Add(resultFor),
	}, change, a.MatchResult(v, m))
}

// waitsForEnd reports whether people waited for the end of a round. In a match that all play, the
// match's own message shows it.
func waitsForEnd(r round.Round) bool {
	isOfMatch := r.Match != nil && r.Mode.Shared
	return r.Reason == round.TimeUp && r.IsTimed() && !isOfMatch
}

// postResult tells how a round ended in a message of its own.
func (a *Announcer) postResult(tx *storage.Tx, at time.Time, e round.Ending, change string) error {
	r := e.Round
	v := a.Voice(r.Community, r.AskerLocale)
	return a.Put(tx, at, storage.Outgoing{
		Nonce:       fmt.Sprintf("end:%d", r.ID),
		CommunityID: r.CommunityID,
		Channel:     r.Channel,
		RoundID:     r.ID,
		Priority:    outbox.Play,
		Expires:     at.Add(resultFor),
	}, change, a.Ending(v, e, false))
}

// Stopped shows that a match was stopped, and how the puzzle ended that was open; nil: none was.
// How the match went is returned: it is the reply to the person who stopped it.
func (a *Announcer) Stopped(tx *storage.Tx, act round.Act, aloud say.Voice, m round.Match, e *round.Ending) (chat.Reply, error) {
	if e != nil {
		// The match is shown here.
		e.Match = nil
		if err := a.Ended(tx, act.At, *e, act.Key, false); err != nil {
			return chat.Reply{}, err
		}
	}
	v := a.Voice(m.Community, m.AskerLocale)
	return a.MatchResult(aloud, m), a.editBoard(tx, act.At, m, act.Key, a.Board(v, m))
}

// Answered announces what an answer changed. The message that says who was first is returned
// instead where the person answered at the round's place: it is their reply.
func (a *Announcer) Answered(tx *storage.Tx, act round.Act, aloud say.Voice, o round.Outcome) (*chat.Reply, error) {
	r := o.Round
	isThere := !act.Apart && act.Community.ID == r.CommunityID && act.Channel == r.Channel
	var reply *chat.Reply
	if o.Led {
		v := aloud
		if !isThere {
			v = a.Voice(r.Community, r.AskerLocale)
		}
		first := a.first(v, act, o)
		if isThere {
			reply = &first
		} else if err := a.postFirst(tx, act, o, first); err != nil {
			return nil, err
		}
	}
	isInReply := isThere && !act.Ephemeral
	if o.Record != nil && r.Mode.Shared && !isInReply {
		if err := a.postRecord(tx, act, o); err != nil {
			return nil, err
		}
	}
	return reply, a.showChange(tx, act, o)
}

// showChange shows how a round ended or stands after an answer.
func (a *Announcer) showChange(tx *storage.Tx, act round.Act, o round.Outcome) error {
	switch {
	case o.Ending != nil:
		return a.Ended(tx, act.At, *o.Ending, act.Key, false)
	case o.Round.Daily != 0 && o.Points > 0:
		return a.dailySolved(tx, act, o.Round)
	case o.Standing != nil:
		return a.showStanding(tx, act.At, "progress:"+act.Key, *o.Standing)
	}
	return nil
}

// first tells a place who was first in a race.
func (a *Announcer) first(v say.Voice, act round.Act, o round.Outcome) chat.Reply {
	r := o.Round
	first := v.Verdict(o, say.Reader{Who: v.Mention(act.Person.Name, act.Person.Key), Place: true})
	first.Audience = chat.Everyone
	first.Buttons = [][]chat.Button{{button.Next(v, r)}}
	if o.OpenFor == 0 {
		button.WithExplain(v, &first, r.Game, r.Puzzle.Face().Goal, o.Verdict.Text)
	}
	return first
}

// postFirst posts who was first where the person did not answer at the round's place.
func (a *Announcer) postFirst(tx *storage.Tx, act round.Act, o round.Outcome, first chat.Reply) error {
	r := o.Round
	useful := firstFor
	if r.Lasts > 0 {
		useful = clockFor
	}
	return a.Put(tx, act.At, storage.Outgoing{
		Nonce:       "first:" + act.Key,
		CommunityID: r.CommunityID,
		Channel:     r.Channel,
		RoundID:     r.ID,
		Priority:    outbox.Play,
		Expires:     act.At.Add(useful),
	}, "", first)
}

// postRecord tells a place that somebody beat the best answer known.
func (a *Announcer) postRecord(tx *storage.Tx, act round.Act, o round.Outcome) error {
	r := o.Round
	v := a.Voice(r.Community, r.AskerLocale)
	return a.Put(tx, act.At, storage.Outgoing{
		Nonce:       "record:" + r.Round.Puzzle + ":" + act.Key,
		CommunityID: r.CommunityID,
		Channel:     r.Channel,
	}, "", chat.Reply{Tone: chat.Good, Text: []chat.Line{v.NewRecord(r.Game, *o.Record)}})
}
