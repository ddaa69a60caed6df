package bot

import (
	"errors"
	"fmt"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// voiceOf speaks in a round's message, whoever makes it change: where what the
// community speaks is not known, in the language of who asked for the puzzle.
func (b *Bot) voiceOf(tx *storage.Tx, r play.Round) (say.Voice, error) {
	asker, err := tx.PlayerLocale(r.AskerID)
	return b.voiceIn(r.Community, asker), err
}

// edit changes the round's own message, if it is known. An edit that waits gives
// way to a newer one.
func (b *Bot) edit(tx *storage.Tx, at time.Time, r play.Round, nonce string, reply chat.Reply) error {
	if r.Message == "" {
		return nil
	}
	return b.post(tx, at, storage.Outgoing{
		Nonce: nonce, CommunityID: r.CommunityID, Channel: r.Channel, Message: r.Message, RoundID: r.ID,
	}, reply)
}

// showEnding tells for all how a round ended, and how the match stands of which it is
// a puzzle. edited tells that the reply to the request edits the puzzle's message.
func (b *Bot) showEnding(tx *storage.Tx, at time.Time, e play.Ending, key string, edited bool) error {
	if err := b.showEnd(tx, at, e, key, edited); err != nil || e.Match == nil {
		return err
	}
	return b.showMatch(tx, at, *e.Match, fmt.Sprintf("%d:%s", e.Round.ID, key), e.Again)
}

// showEnd has the puzzle's own message show how the round ended; where a clock ran, who
// won is told in a message of its own, too. The messages of a match do that.
func (b *Bot) showEnd(tx *storage.Tx, at time.Time, e play.Ending, key string, edited bool) error {
	if e.Reason == play.Unshown {
		return nil
	}
	v, err := b.voiceOf(tx, e.Round)
	if err != nil {
		return err
	}
	reply := b.endingReply(v, e)
	nonce := fmt.Sprintf("end:%d", e.Round.ID)
	if e.Reason == play.TimeUp && e.Round.OnClock() && !(e.Round.Match != nil && e.Round.Shared()) {
		if err := b.tellResult(tx, at, e, nonce, key, b.resultReply(v, e)); err != nil {
			return err
		}
	}
	if edited {
		return nil
	}
	return b.edit(tx, at, e.Round, nonce+":"+key, reply)
}

// resultFor is for how long the result of a round on the clock is of use.
const resultFor = 10 * time.Minute

// tellResult posts how a round on the clock ended, or edits what was posted.
func (b *Bot) tellResult(tx *storage.Tx, at time.Time, e play.Ending, nonce, key string, reply chat.Reply) error {
	out := storage.Outgoing{
		Nonce: nonce, CommunityID: e.Round.CommunityID, Channel: e.Round.Channel, RoundID: e.Round.ID, Expires: at.Add(resultFor),
	}
	if e.Again {
		told, err := tx.PostedAs(nonce)
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		out.Nonce, out.Message = nonce+":again:"+key, told
	}
	return b.post(tx, at, out, reply)
}

// endingReply shows how a round ended, in the puzzle's own message. How its solution
// works can be asked where nobody has found it.
func (b *Bot) endingReply(v say.Voice, e play.Ending) chat.Reply {
	reply := chat.Reply{Face: v.Face(e.Round), Text: v.Ending(e), Buttons: button.Onward(v, e.Round)}
	reply.Face.Note, reply.Face.Over = "", true
	if len(e.Rows) == 0 {
		button.WithExplain(v, &reply, e.Best.Best)
	}
	if !e.Round.OnClock() { // else there is a message that tells the result
		b.withPicture(v, &reply, e)
	}
	return reply
}

// resultReply tells how a round ended in a message of its own.
func (b *Bot) resultReply(v say.Voice, e play.Ending) chat.Reply {
	reply := chat.Reply{Text: v.Result(e), Buttons: button.Onward(v, e.Round)}
	button.WithExplain(v, &reply, e.Best.Best)
	b.withPicture(v, &reply, e)
	return reply
}

// showProgress edits the message of an open round to show who found what; in a hidden
// one, how well and not how.
func (b *Bot) showProgress(tx *storage.Tx, at time.Time, r play.Round, best engine.Solution, key string) error {
	v, err := b.voiceOf(tx, r)
	if err != nil {
		return err
	}
	e, err := b.play.Progress(tx, r, best)
	if err != nil {
		return err
	}
	reply := chat.Reply{
		Face: v.Face(r), Text: append(v.Task(r, r.Community.Private), v.Progress(*e)...), Buttons: button.Play(v, b.seals, r, button.Next(v, r)),
	}
	return b.edit(tx, at, r, fmt.Sprintf("progress:%d:%s", r.ID, key), reply)
}
