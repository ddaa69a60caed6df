package bot

import (
	"errors"
	"fmt"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/talk"
	"reckon/storage"
)

// meant finds the round that a request is about, in a transaction of its own. If
// there is none, the Reply says why.
func (t *turn) meant(to play.Pointer) (r play.Round, refusal *chat.Reply, err error) {
	if to.Message == "" {
		to.Message = t.Req.Input.Source.ID
	}
	err = t.bot.store.Read(t.Ctx, func(tx *storage.Tx) (err error) {
		r, err = t.bot.play.Meant(tx, t.Act, to)
		return err
	})
	refused := func(reply chat.Reply) (play.Round, *chat.Reply, error) { return play.Round{}, &reply, nil }
	switch {
	case errors.Is(err, play.ErrNothingOpen):
		return refused(t.nothingOpen())
	case errors.Is(err, play.ErrElsewhere):
		return refused(t.Say.Refuse("other-chat", nil))
	case errors.Is(err, play.ErrWouldSpoil):
		return refused(t.wouldSpoil(r))
	}
	return r, nil, err
}

func (t *turn) nothingOpen() chat.Reply {
	reply := t.Say.Refuse("nothing-open", nil)
	reply.Buttons = t.gameButtons(t.Say)
	return reply
}

// wouldSpoil refuses to talk about a daily where others read along, and shows the
// way to where they do not.
func (t *turn) wouldSpoil(r play.Round) chat.Reply {
	reply := t.Say.Refuse("would-spoil", say.With{"player": t.Me()})
	reply.Audience = chat.Everyone
	reply.Remove = t.Req.Input.Kind != chat.Press
	reply.Buttons = [][]chat.Button{{{
		Label: t.Say.Phrase("button.answer", nil), Icon: iconAnswer, Style: chat.Primary, Personal: true, Data: talk.RoundData(t.bot.seals, talk.ActAnswer, r),
	}}}
	return reply
}

// inPrivate shows the way to where nobody else reads along.
func (t *turn) inPrivate(act string, r play.Round) chat.Reply {
	reply := t.Say.Refuse("elsewhere", nil)
	reply.Buttons = [][]chat.Button{{{
		Label: t.Say.Phrase("button.private", nil), Style: chat.Primary, Personal: true, Data: talk.RoundData(t.bot.seals, act, r),
	}}}
	return reply
}

// aboutRound is a response that speaks of a round.
func aboutRound(r play.Round, reply chat.Reply) talk.Result {
	return talk.Result{Reply: reply, Round: r.ID}
}

// puzzleReply shows a round that is open.
func (t *turn) puzzleReply(r play.Round) chat.Reply {
	reply := chat.Reply{Face: t.Aloud.Face(r), Text: t.Aloud.Task(r, t.Act.Community.Private)}
	if r.CommunityID == t.Act.Community.ID {
		reply.Buttons = t.bot.playButtons(t.Aloud, r, nextOf(t.Aloud, r))
	} else {
		reply.Buttons = t.bot.playButtons(t.Aloud, r)
	}
	return reply
}

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
		Nonce: nonce, CommunityID: e.Round.CommunityID, Channel: e.Round.Channel, RoundID: e.Round.ID, BestBefore: at.Add(resultFor),
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
	reply := chat.Reply{Face: v.Face(e.Round), Text: v.Ending(e), Buttons: onward(v, e.Round)}
	reply.Face.Note, reply.Face.Over = "", true
	if len(e.Rows) == 0 {
		withExplain(v, &reply, e.Best.Best)
	}
	if !e.Round.OnClock() { // else there is a message that tells the result
		b.withPicture(v, &reply, e)
	}
	return reply
}

// resultReply tells how a round ended in a message of its own.
func (b *Bot) resultReply(v say.Voice, e play.Ending) chat.Reply {
	reply := chat.Reply{Text: v.Result(e), Buttons: onward(v, e.Round)}
	withExplain(v, &reply, e.Best.Best)
	b.withPicture(v, &reply, e)
	return reply
}

// showProgress has the message of an open round show who has found what; of a
// hidden one, how well and not how.
func (b *Bot) showProgress(tx *storage.Tx, at time.Time, r play.Round, lines []chat.Line, v say.Voice, key string) error {
	reply := chat.Reply{Face: v.Face(r), Text: append(v.Task(r, r.Community.Private), lines...), Buttons: b.playButtons(v, r, nextOf(v, r))}
	return b.edit(tx, at, r, fmt.Sprintf("progress:%d:%s", r.ID, key), reply)
}
