package talk

import (
	"errors"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/storage"
)

// Rounds finds the rounds that requests are about, and shows them.
type Rounds struct {
	Store    *storage.Store
	Play     *play.Play
	Settings *settings.Settings
	Seals    command.Sealer
}

// Meant finds the round that a request is about, in a transaction of its own. If there
// is none, the refusal says why.
func (s Rounds) Meant(t *Turn, to play.Pointer) (r play.Round, refusal *chat.Reply, err error) {
	if to.Message == "" {
		to.Message = t.Req.Input.Source.ID
	}
	err = s.Store.Read(t.Ctx, func(tx *storage.Tx) (err error) {
		r, err = s.Play.Meant(tx, t.Act, to)
		return err
	})
	var reply chat.Reply
	switch {
	case errors.Is(err, play.ErrNothingOpen):
		reply = t.Say.Refuse("nothing-open", nil)
		reply.Buttons = button.Games(t.Say, s.Settings.Games(t.Act.Community))
	case errors.Is(err, play.ErrElsewhere):
		reply = t.Say.Refuse("other-chat", nil)
	case errors.Is(err, play.ErrWouldSpoil): // a daily, where others read along
		reply = t.Say.Refuse("would-spoil", say.With{"player": t.Me()})
		reply.Audience = chat.Everyone
		reply.Remove = t.Req.Input.Kind != chat.Press
		reply.Buttons = [][]chat.Button{{{
			Label: t.Say.Phrase("button.answer", nil), Icon: button.IconAnswer, Style: chat.Primary, Personal: true, Data: button.RoundData(s.Seals, button.ActAnswer, r),
		}}}
	default:
		return r, nil, err
	}
	return play.Round{}, &reply, nil
}

// InPrivate sends a person to their private chat, where nobody else reads along.
func (s Rounds) InPrivate(t *Turn, act string, r play.Round) chat.Reply {
	reply := t.Say.Refuse("elsewhere", nil)
	reply.Buttons = [][]chat.Button{{{
		Label: t.Say.Phrase("button.private", nil), Style: chat.Primary, Personal: true, Data: button.RoundData(s.Seals, act, r),
	}}}
	return reply
}

// Show shows an open round.
func (s Rounds) Show(t *Turn, r play.Round) chat.Reply {
	var more []chat.Button
	if r.CommunityID == t.Act.Community.ID {
		more = []chat.Button{button.Next(t.Aloud, r)}
	}
	return chat.Reply{
		Face: t.Aloud.Face(r), Text: t.Aloud.Task(r, t.Act.Community.Private), Buttons: button.Play(t.Aloud, s.Seals, r, more...),
	}
}

// About is a Result with a reply about a round.
func About(r play.Round, reply chat.Reply) Result { return Result{Reply: reply, Round: r.ID} }

// RefuseMatch says why a puzzle or a match cannot begin, or end. An error that is no
// refusal is returned.
func RefuseMatch(t *Turn, err error) (Result, error) {
	var going *play.MatchError
	var clock *play.RunningError
	key, args := "", say.With{}
	switch {
	case errors.As(err, &going):
		key = "match.running." + going.Match.Kind
	case errors.As(err, &clock):
		key, args["time"] = "deal.running", t.Say.Clock(clock.Left)
	case errors.Is(err, play.ErrTooBusy):
		key, args["time"] = "deal.busy", t.Say.Clock(t.Act.Delay)
	case errors.Is(err, play.ErrMatchOver):
		key = "match.none"
	case errors.Is(err, play.ErrNotYours):
		key = "match.not-yours"
	case errors.Is(err, play.ErrPlaying):
		key = "duel.playing"
	case errors.Is(err, play.ErrHimself):
		key, args["race"] = "duel.self", say.Slash("race")
	default:
		return Result{}, err
	}
	return Result{Reply: t.Say.Refuse(key, args)}, nil
}

// Pointer is the round that a button names.
func Pointer(p command.Press) play.Pointer {
	return play.Pointer{RoundID: p.Number(0), Sealed: p.Sealed}
}

// Names of arguments.
const (
	ArgAnswer = "answer"
	ArgCount  = "count"
	ArgPerson = "person"
	ArgStop   = "stop"
)
