package talk

import (
	"errors"

	"reckon/bot/announce"
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
// is none, or it may not be answered here, the refusal says why.
func (s Rounds) Meant(req *Request, to play.Pointer) (r play.Round, refusal *chat.Reply, err error) {
	if to.Message == "" {
		to.Message = req.Input.Source.ID
	}
	r, err = look(req, s.Store, func(tx *storage.Tx) (play.Round, error) { return s.Play.Meant(tx, req.Act, to) })
	var reply chat.Reply
	switch {
	case errors.Is(err, play.ErrNothingOpen):
		reply = req.Say.Refuse("nothing-open", nil)
		reply.Buttons = button.Games(req.Say, s.Settings.Games(req.Act.Community))
	case errors.Is(err, play.ErrElsewhere):
		reply = req.Say.Refuse("other-chat", nil)
	case errors.Is(err, play.ErrWouldSpoil): // a daily, where others read along
		reply = req.Say.Refuse("would-spoil", say.With{"player": req.Me()})
		reply.Audience = chat.Everyone
		reply.Remove = req.Input.Kind != chat.Press
		reply.Buttons = [][]chat.Button{{{
			Label: req.Say.Phrase("button.answer", nil), Icon: button.IconAnswer, Style: chat.Primary, Personal: true, Data: button.RoundData(s.Seals, button.ActAnswer, r),
		}}}
	default:
		return r, nil, err
	}
	return r, &reply, nil
}

// Show shows an open round.
func (s Rounds) Show(req *Request, r play.Round) chat.Reply {
	return chat.Reply{
		Face: req.Aloud.Face(r), Text: req.Aloud.Task(r, req.Act.Community.Private), Buttons: button.Play(req.Aloud, s.Seals, r, r.CommunityID == req.Act.Community.ID),
	}
}

// cause is the request as announcements know it.
func (req *Request) cause() announce.Cause {
	return announce.Cause{Act: req.Act, Key: req.Request.Key, Aloud: req.Aloud}
}

// About is a Result with a reply about a round.
func About(r play.Round, reply chat.Reply) Result { return Result{Reply: reply, Round: r.ID} }

// refusals are the keys of the sentences for errors.
var refusals = map[error]string{
	play.ErrTooBusy: "deal.busy", play.ErrFull: "deal.full", play.ErrMatchOver: "match.none", play.ErrNotYours: "match.not-yours", play.ErrPlaying: "duel.playing",
	play.ErrHimself: "duel.self", play.ErrNoCode: "link.no-code", play.ErrOwnCode: "link.own-code", play.ErrSameNetwork: "link.same-network",
	play.ErrLinked: "link.linked", play.ErrAsked: "duel.again", play.ErrRefused: "duel.refused",
}

// refuse says why something cannot be done. An error that is no refusal is returned.
func refuse(req *Request, err error) (Result, error) {
	var going *play.MatchError
	var clock *play.RunningError
	key, left := "", req.Act.Delay
	switch {
	case errors.As(err, &going):
		key = "match.running." + going.Match.Kind
	case errors.As(err, &clock):
		key, left = "deal.running", clock.Left
		if clock.Contest {
			key = "deal.contest"
		}
	}
	for is, of := range refusals {
		if errors.Is(err, is) {
			key = of
		}
	}
	if key == "" {
		return Result{}, err
	}
	return Result{Reply: req.Say.Refuse(key, say.With{
		"time": req.Say.Duration(left), "race": say.Slash("race"), "command": say.Slash("link"), "unlink": say.Slash("unlink"),
	})}, nil
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
