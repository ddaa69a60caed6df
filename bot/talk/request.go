// Package talk holds the handlers of requests, a file for each feature.
//
// A feature is a struct with the few things it needs, set once when the bot is made;
// its methods are handlers of commands and buttons. A handler is given a Request, which
// adds to a chat.Request the rows of the person and the place and their languages. It
// returns a Plan, which changes the database in the one transaction of the request and
// returns the reply. Whatever takes time (judging, solving, drawing) happens in the
// handler, before the Plan.
package talk

import (
	"context"
	"errors"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/storage"
)

// A Request is a chat.Request on its way through the bot.
type Request struct {
	chat.Request
	Ctx context.Context
	Act play.Act // who, where and when; rows of the database once the Plan runs
	Who string   // identifies the person in memory and in sealed data

	Visit storage.Visit // as the request was read

	Say   say.Voice // to the person
	Aloud say.Voice // to everyone at the place

	Args   command.Values // of a command
	Button command.Press  // that was pressed, or whose form or offer this is

	Edited []int64 // deliveries whose rows the request has changed
}

// A Plan carries a request out in one transaction and returns the reply.
type Plan func(tx *storage.Tx) (Result, error)

// A Handler is what a command or a button does.
type Handler func(*Request) (Plan, error)

// A Command is a Handler, and what is offered while its command is typed.
type Command struct {
	Run Handler
	// Complete offers values for the argument that a person types, as far as it is typed.
	Complete func(req *Request, typed string) []chat.MenuChoice
}

// A Result is a Reply with facts that are noted when it is delivered.
type Result struct {
	chat.Reply
	Round int64 // the round it speaks of; 0: none
	Shows bool  // it is the round's own message
	Hint  int   // the number of a hint in it, to be charged; 0: none
	Match int64 // the match whose own message it is; 0: none
}

// Respond is the Plan of a request that changes nothing.
func Respond(r chat.Reply) Plan {
	return func(*storage.Tx) (Result, error) { return Result{Reply: r}, nil }
}

// look reads something in a transaction of its own.
func look[T any](req *Request, s *storage.Store, read func(*storage.Tx) (T, error)) (v T, err error) {
	err = s.Read(req.Ctx, func(tx *storage.Tx) (err error) {
		v, err = read(tx)
		return err
	})
	return v, err
}

// Silent is the reply that says nothing.
var Silent = chat.Reply{Silent: true}

// Me names the person.
func (req *Request) Me() chat.Span { return req.Say.Mention(req.Person.Name, req.Person.ID) }

// OldButton refuses a button that has become useless.
func (req *Request) OldButton() chat.Reply { return req.Say.Refuse("old-button", nil) }

// InPrivate sends a person where nobody else reads along, by a button of some data.
func (req *Request) InPrivate(data string) chat.Reply {
	reply := req.Say.Refuse("elsewhere", nil)
	reply.Buttons = [][]chat.Button{{button.New(req.Say, "private", data)}}
	return reply
}

// BadChoice refuses a value of an argument, and lists the choices as people type them.
func BadChoice(req *Request, name string, a command.Argument, value string) chat.Reply {
	var choices []chat.Span
	for _, choice := range a.Choices {
		choices = append(choices, say.Code(a.Label(req.Say.Printer, choice)))
	}
	key := "bad-choice." + a.Name
	if !req.Say.Has(key) {
		key = "bad-choice"
	}
	return req.Say.Refuse(key, say.With{
		"value": say.Code(chat.Clip(value, 40)), "choices": say.List(req.Say, "list.or", choices), "command": command.UsageOf(req.Say.Printer, name, a, a.Choices[0]),
	})
}

// Rounds finds the rounds that requests are about, and shows them.
type Rounds struct {
	Store    *storage.Store
	Play     *play.Play
	Settings *settings.Settings
	Seals    command.Sealer
}

// Meant finds the round that a request is about, in a transaction of its own. If there
// is none, or it may not be answered here, the refusal says why.
func (s Rounds) Meant(req *Request, to play.Pointer) (r play.Round, refusal Plan, err error) {
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
		answer := button.New(req.Say, "answer", button.RoundData(s.Seals, button.ActAnswer, r))
		answer.Personal = true
		reply.Buttons = [][]chat.Button{{answer}}
	default:
		return r, nil, err
	}
	return r, Respond(reply), nil
}

// enter makes a round the one that the person is at. Who was let into a community's round in their
// own conversation belongs to the community from then on, so that what they type next may answer it.
func (s Rounds) enter(tx *storage.Tx, req *Request, r play.Round) error {
	if r.Daily == 0 && r.CommunityID != req.Act.Community.ID {
		if err := tx.Join(r.CommunityID, req.Act.Person.ID, req.Act.At); err != nil {
			return err
		}
	}
	return s.Play.LookAt(tx, req.Act, r)
}

// Show shows an open round.
func (s Rounds) Show(req *Request, r play.Round) chat.Reply {
	return chat.Reply{
		Face: req.Aloud.Face(r), Text: req.Aloud.Task(r, req.Act.Community.Private), Buttons: button.Play(req.Aloud, s.Seals, r, r.CommunityID == req.Act.Community.ID),
	}
}

// refusals are the keys of the sentences for errors.
var refusals = map[error]string{
	play.ErrTooBusy: "deal.busy", play.ErrFull: "deal.full", play.ErrMatchOver: "match.none", play.ErrNotYours: "match.not-yours", play.ErrPlaying: "duel.playing",
	play.ErrHimself: "duel.self", play.ErrNoCode: "link.no-code", play.ErrOwnCode: "link.own-code", play.ErrSameNetwork: "link.same-network",
	play.ErrDailyPuzzle: "deal.daily", play.ErrOpenPuzzle: "solve.open", play.ErrLinked: "link.linked", play.ErrAsked: "duel.again", play.ErrRefused: "duel.refused",
}

// refuse says why something cannot be done. An error that is no refusal is returned.
func refuse(req *Request, err error) (Result, error) {
	var going *play.MatchError
	var clock *play.RunningError
	key, left := "", time.Duration(0)
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
	switch {
	case key == "":
		return Result{}, err
	case errors.Is(err, play.ErrTooBusy):
		left = req.Act.Delay()
	}
	return Result{Reply: req.Say.Refuse(key, say.With{
		"time": req.Say.Duration(left), "race": say.Slash("race"), "command": say.Slash("link"), "unlink": say.Slash("unlink"), "daily": say.Slash("daily"),
	})}, nil
}

// pointer is the round that a button names, or an answer after a command. On the page a seal
// proves nothing, since links are sent on.
func (req *Request) pointer() play.Pointer {
	return play.Pointer{RoundID: req.Button.Number(0), Sealed: req.Button.Sealed && req.Via == "", Text: req.Args[ArgAnswer]}
}

// Names of arguments.
const (
	ArgAnswer = "answer"
	ArgCount  = "count"
	ArgPerson = "person"
	ArgStop   = "stop"
)
