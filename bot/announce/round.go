package announce

import (
	"fmt"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// edit changes the puzzle's own message.
func (a *Announcer) edit(tx *storage.Tx, at time.Time, r play.Round, change string, reply chat.Reply) error {
	return a.Put(tx, at, storage.Outgoing{
		Nonce: fmt.Sprintf("round:%d", r.ID), CommunityID: r.CommunityID, Channel: r.Channel, Message: r.Message, RoundID: r.ID,
	}, change, reply)
}

// progress shows in the puzzle's own message who found what; in a hidden round how well,
// not how.
func (a *Announcer) progress(tx *storage.Tx, c Cause, r play.Round, best engine.Solution) error {
	v, err := a.voiceFor(tx, r.Community, r.AskerID)
	if err != nil {
		return err
	}
	e, err := a.Play.Progress(tx, r, best)
	if err != nil {
		return err
	}
	return a.edit(tx, c.At, r, "progress:"+c.Key, chat.Reply{
		Face: v.Face(r), Text: append(v.Task(r, r.Community.Private), v.Progress(*e)...), Buttons: button.Play(v, a.Seals, r, button.Next(v, r)),
	})
}

// Ending shows how a round ended, in the puzzle's own message. Where nobody found its
// solution, a button explains it.
func (a *Announcer) Ending(v say.Voice, e play.Ending) chat.Reply {
	reply := chat.Reply{Face: v.Face(e.Round), Text: v.Ending(e), Buttons: button.Onward(v, e.Round)}
	reply.Face.Note, reply.Face.Over = "", true
	if len(e.Rows) == 0 {
		button.WithExplain(v, &reply, e.Best.Best)
	}
	if e.Round.Lasts == 0 { // else there is a message that tells the result
		a.withPicture(v, &reply, e)
	}
	return reply
}

// Result tells how a round ended in a message of its own.
func (a *Announcer) Result(v say.Voice, e play.Ending) chat.Reply {
	reply := chat.Reply{Text: v.Result(e), Buttons: button.Onward(v, e.Round)}
	button.WithExplain(v, &reply, e.Best.Best)
	a.withPicture(v, &reply, e)
	return reply
}

// withPicture puts a button under a result that posts a picture of it.
func (a *Announcer) withPicture(v say.Voice, r *chat.Reply, e play.Ending) {
	if !e.Round.Mode().Shared || len(e.Rows) == 0 || len(r.Buttons) == 0 {
		return
	}
	last := len(r.Buttons) - 1
	r.Buttons[last] = append(r.Buttons[last], chat.Button{
		Label: v.Phrase("button.picture", nil), Icon: button.IconPicture, Data: button.RoundData(a.Seals, button.ActPicture, e.Round),
	})
}
