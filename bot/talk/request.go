// Package talk has the handlers of the kernel: what people do with rounds and matches, and what they ask
// about the bot. The handlers of a feature are in the feature's folder.
//
// A handler is given a feature.Request and returns a feature.Plan, which runs in a transaction. What takes
// time, such as judging or solving, happens in the handler itself, before the transaction.
package talk

import (
	"errors"
	"slices"
	"time"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/tell"
	"reckon/engine"
	"reckon/storage"
)

// These types of package feature are used all over the package.
type (
	Request = feature.Request
	Plan    = feature.Plan
	Result  = feature.Result
	Handler = feature.Handler
	Command = feature.Command
)

// read returns what a query reads, in a transaction of its own.
func read[T any](req *Request, s *storage.Store, query func(*storage.Tx) (T, error)) (v T, err error) {
	err = s.Read(req.Ctx, func(tx *storage.Tx) error {
		v, err = query(tx)
		return err
	})
	return v, err
}

// Rounds finds the rounds that requests are about, and shows them. Most types with handlers embed it.
type Rounds struct {
	Features feature.Features
	Store    *storage.Store
	Play     *round.Play
	Settings *settings.Settings
	Seals    command.Sealer
	Solos    *button.Solos
}

// anyGame is given to soloButtons by a person who names no game.
const anyGame = ""

// soloButtons offers what a person can play alone in the game that they name. If they name none, it is
// the first game of the place in which something can be played alone.
func (s Rounds) soloButtons(req *Request, name string, level engine.Level) []chat.Button {
	named := s.Play.Game(name)
	if named != nil {
		return s.Solos.Buttons(req.Say, named, 0, level)
	}
	for _, g := range s.Settings.Games(req.Act.Community) {
		buttons := s.Solos.Buttons(req.Say, g, 0, level)
		if len(buttons) > 0 {
			return buttons
		}
	}
	return nil
}

// gameButtons returns buttons that each deal a puzzle of a game of a place, and one that leads to the
// puzzles of the day. They leave out a game that is the last level of another one of the place.
func (s Rounds) gameButtons(v say.Voice, c storage.Community) [][]chat.Button {
	here := s.Settings.Games(c)
	var games []engine.Game
	for _, g := range here {
		if lastLevelOf(g, here) == "" {
			games = append(games, g)
		}
	}
	return s.buttonsOf(v, games)
}

// lastLevelOf returns the name of the game whose last level another one is, if it is among the games of a place; empty:
// there is none.
func lastLevelOf(g engine.Game, here []engine.Game) string {
	of := g.Rules().LastLevelOf
	if slices.ContainsFunc(here, func(other engine.Game) bool { return other.Name() == of }) {
		return of
	}
	return ""
}

// buttonsOf returns buttons that each deal a puzzle of a game, and one that leads to the puzzles of the day.
func (s Rounds) buttonsOf(v say.Voice, games []engine.Game) [][]chat.Button {
	all := button.Games(v, games)
	day := s.Features.Day()
	if day != nil {
		all = append(all, day.Button(v, games[0]))
	}
	return command.Rows(all)
}

// Meant finds the round that a request is about, in a transaction of its own. If there
// is none, or it may not be answered here, the refusal says why.
func (s Rounds) Meant(req *Request, to round.Pointer) (r round.Round, refusal Plan, err error) {
	r, err = read(req, s.Store, func(tx *storage.Tx) (round.Round, error) {
		return s.Play.Meant(tx, req.Act, to)
	})
	switch {
	case errors.Is(err, round.ErrNothingOpen):
		reply := req.Say.Refuse("nothing-open", nil)
		reply.Buttons = s.gameButtons(req.Say, req.Act.Community)
		return r, feature.Respond(reply), nil
	case errors.Is(err, round.ErrElsewhere):
		return r, feature.Respond(req.Say.Refuse("other-chat", nil)), nil
	case errors.Is(err, round.ErrWouldSpoil):
		return r, feature.Respond(s.wouldSpoil(req, r)), nil
	}
	return r, nil, err
}

// wouldSpoil refuses an answer to a daily where others read along. The button under the refusal leads to
// where the person can answer privately.
func (s Rounds) wouldSpoil(req *Request, r round.Round) chat.Reply {
	answer := button.New(req.Say, "answer", button.RoundData(s.Seals, button.ActAnswer, r))
	answer.Personal = true
	reply := req.Say.Refuse("would-spoil", say.With{"player": req.Me()})
	reply.Audience = chat.Everyone
	// The message with the answer is deleted. A press has no message. In a chat.Sent message the answer is
	// sealed, so that others cannot read it.
	isMessage := req.Input.Kind != chat.Press && req.Input.Kind != chat.Sent
	reply.Remove = isMessage
	reply.Buttons = [][]chat.Button{{answer}}
	return reply
}

// enter makes a round the person's current one. If they play a community's round in their private chat, they
// join the community, so that what they type next may answer the round.
func (s Rounds) enter(tx *storage.Tx, req *Request, r round.Round) error {
	if r.Daily == 0 && r.CommunityID != req.Act.Community.ID {
		if err := tx.Join(r.CommunityID, req.Act.Person.ID, req.Act.At); err != nil {
			return err
		}
	}
	return s.Play.MakeCurrent(tx, req.Act, r)
}

// Show shows an open round. Its button for a hint says what the hint costs. In a private chat that is the
// price of the person's next hint. At other places the message is for all, so it is the price of the first
// hint.
func (s Rounds) Show(tx *storage.Tx, req *Request, r round.Round) (chat.Reply, error) {
	if !req.Act.Community.Private {
		return s.showFor(req, r, r.PriceOfFirstHint()), nil
	}
	price, err := s.Play.PriceOfHint(tx, req.Act, r.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	return s.showFor(req, r, price), nil
}

// showFor shows an open round with the price of a hint in percent.
func (s Rounds) showFor(req *Request, r round.Round, price int) chat.Reply {
	isHere := r.CommunityID == req.Act.Community.ID
	return chat.Reply{
		Face:    req.Aloud.Face(r),
		Text:    req.Aloud.Task(r, req.Act.Community.Private),
		Buttons: button.Play(req.Aloud, s.Seals, r, isHere, price),
	}
}

// refusals are the keys of the sentences for errors. If an error wraps several of them, the first in the
// list counts.
var refusals = []struct {
	err error
	key string
}{
	{round.ErrTooBusy, "deal.busy"},
	{round.ErrFull, "deal.full"},
	{round.ErrMatchOver, "match.none"},
	{round.ErrBegun, "match.begun"},
	{round.ErrNotYours, "match.not-yours"},
	{round.ErrNoChoice, "match.choose.made"},
	{round.ErrPlaying, "duel.playing"},
	{round.ErrSelf, "duel.self"},
	{round.ErrDailyPuzzle, "deal.daily"},
	{round.ErrAsked, "duel.again"},
	{round.ErrRefused, "duel.refused"},
}

// refuse says why something cannot be done. If the error is no refusal, it returns the error.
func (s Rounds) refuse(req *Request, err error) (Result, error) {
	var match *round.MatchError
	goesOn := errors.As(err, &match)
	if goesOn && req.Act.Community.Private {
		return Result{Reply: askToStop(req, match.Match, command.Data(button.ActStop, match.Match.ID))}, nil
	}
	key, wait := refusalOf(req, err)
	if key == "" {
		return Result{}, err
	}
	reply := req.Say.Refuse(key, say.With{
		"time": req.Say.Duration(wait),
		"race": say.Slash("race"),
	})
	if errors.Is(err, round.ErrDailyPuzzle) {
		reply.Buttons = s.Features.DayButton(req.Say, s.Play.Games[0])
	}
	result := Result{Reply: reply}
	if wait > 0 && wait < longPause {
		result.Kind = tell.Pause
	}
	return result, nil
}

// longPause is a pause that is so long that people may be told of it a little late.
const longPause = 2 * time.Minute

// refusalOf returns the key of the sentence for an error, and how long the person has to wait. The
// key is empty if the error is no refusal.
func refusalOf(req *Request, err error) (key string, wait time.Duration) {
	for _, r := range refusals {
		if !errors.Is(err, r.err) {
			continue
		}
		if errors.Is(err, round.ErrTooBusy) {
			return r.key, req.Act.Delay()
		}
		return r.key, 0
	}
	var match *round.MatchError
	if errors.As(err, &match) {
		return "match.running." + match.Match.Kind, 0
	}
	var running *round.RunningError
	if errors.As(err, &running) {
		if running.Contest {
			return "deal.contest", running.Left
		}
		return "deal.running", running.Left
	}
	return "", 0
}

// askToStop asks a person whether to end the match that they play alone. What they asked for is not possible
// while the match goes on. data is the data of the button that ends the match.
func askToStop(req *Request, m round.MatchRow, data string) chat.Reply {
	reply := req.Say.Refuse("match.ask."+m.Kind, nil)
	stop := button.New(req.Say, "stop."+m.Kind, data)
	reply.Buttons = [][]chat.Button{{stop, keepPlaying(req, currentOf(req, m))}}
	return reply
}

// AskToStop asks a person whether to end the match that they play alone, if one goes on. A feature calls it
// before it shows something that is not shown during a match. data is the data of the button that ends the
// match.
func (s Rounds) AskToStop(tx *storage.Tx, req *Request, data string) (reply chat.Reply, asks bool, err error) {
	m, isThere, err := round.MatchAt(tx, req.Act)
	if err != nil || !isThere {
		return chat.Reply{}, false, err
	}
	return askToStop(req, m, data), true, nil
}

// Instead returns a Plan that first ends the match which the person plays alone, if one goes on, and then
// runs another Plan.
func (s Rounds) Instead(req *Request, t *tell.Teller, plan Plan) (Plan, error) {
	row, due, err := s.Play.Running(req.Ctx, req.Act)
	isNone := errors.Is(err, storage.ErrNotFound)
	if err != nil && !isNone {
		return nil, err
	}
	if isNone {
		return plan, nil
	}
	return func(tx *storage.Tx) (Result, error) {
		m, e, err := s.Play.Stop(tx, req.Act, row.ID, due)
		if err != nil {
			return s.refuse(req, err)
		}
		if _, err := t.AnnounceStop(tx, req.Act, req.Aloud, m, e); err != nil {
			return Result{}, err
		}
		return plan(tx)
	}, nil
}

// currentOf returns the open round of a match at the place; 0 if there is none.
func currentOf(req *Request, m round.MatchRow) int64 {
	for _, row := range req.Act.Candidates.Rounds {
		if row.MatchID == m.ID && row.ClosedAt.IsZero() {
			return row.ID
		}
	}
	return 0
}

// keepPlaying returns a button that shows the puzzle of a round again. If roundID is 0, the reply to the
// button is that nothing has changed.
func keepPlaying(req *Request, roundID int64) chat.Button {
	return button.New(req.Say, "playing", command.Data(button.ActKeep, roundID))
}
