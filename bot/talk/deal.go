package talk

import (
	"slices"
	"strings"
	"unicode"

	"reckon/bot/announce"
	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/engine"
	"reckon/storage"
)

// Deals deal puzzles.
type Deals struct {
	Rounds
	Commands *command.Table[Command]
	Announce *announce.Announcer
	Dealers  *feature.Dealers
}

// NextButton deals the next puzzle. What was pressed ends, where the person may end it.
func (x Deals) NextButton(req *Request) (Plan, error) {
	p := req.Button
	g := x.Play.Game(p.Text(0))
	if g == nil {
		return feature.Respond(req.OldButton()), nil
	}
	level := engine.Level(p.Number(1))
	if level < engine.AnyLevel || level > engine.MaxLevel {
		level = engine.AnyLevel
	}
	option := p.Text(2)
	if option != "" {
		if _, err := g.Parse(option); err == nil { // a puzzle of one's own is typed
			option = ""
		}
	}
	left, ok, err := storage.Found(look(req, x.Store, func(tx *storage.Tx) (play.Round, error) {
		id, err := req.Act.Near.Current, error(nil)
		if req.Via == "" {
			id, err = tx.RoundOfMessage(req.Act.Community.ID, req.Input.Source.ID)
		}
		if err != nil {
			return play.Round{}, err
		}
		return x.Play.Round(tx, id)
	}))
	if err != nil {
		return nil, err
	}
	var solved engine.Solution
	if ok && left.Mode.Shared && left.ClosedAt.IsZero() {
		solved = x.Play.Solve(req.Ctx, left.Puzzle)
	} else { // it was no round, or nothing is left to be ended
		left = play.Round{}
	}
	do, err := x.Deal(req, g, level, option, left.ID)
	if err != nil || left.ID == 0 {
		return do, err
	}
	return func(tx *storage.Tx) (Result, error) {
		out, err := do(tx)
		if err != nil || !out.Shows || out.Round == left.ID {
			return out, err
		}
		e, err := x.Play.Leave(tx, req.Act, left.ID, solved)
		if err != nil || e == nil {
			return out, err
		}
		return out, x.Announce.Ended(tx, req.Act.At, *e, req.Request.Key, false)
	}, nil
}

// NextCommand deals a puzzle like the person's current one, or the first game's.
func (x Deals) NextCommand(req *Request) (Plan, error) {
	r, refusal, err := x.Meant(req, play.Pointer{})
	if err != nil {
		return nil, err
	}
	if refusal != nil {
		return x.Deal(req, x.Settings.Games(req.Act.Community)[0], engine.AnyLevel, "", 0)
	}
	req.Input.Source.ID = r.Message
	if req.Button, err = x.Seals.Read(button.Next(req.Say, r).Data); err != nil {
		return nil, err
	}
	return x.NextButton(req)
}

// Deal deals a puzzle as wished. The person leaves the round left for it; 0: none.
func (x Deals) Deal(req *Request, g engine.Game, level engine.Level, text string, left int64) (Plan, error) {
	dealer := x.Dealers.Of(text, g)
	if dealer != nil && !req.Act.Community.Private {
		return feature.Respond(req.Say.Refuse(dealer.Refusal, say.With{"command": say.Slash(dealer.Option)})), nil
	}
	if refusal := x.refuseDeal(req, g); refusal != nil {
		return refusal, nil
	}
	d, err := x.draw(req, dealer, g, level, text)
	if f := engine.AsFault(err); f != nil {
		if cmd := x.Commands.Find(g.Name()); f.At != nil && !strings.ContainsFunc(text, unicode.IsDigit) { // no puzzle's text: a level, or an option
			return feature.Respond(feature.BadChoice(req, g.Name(), *cmd.Args.Find("level"), text)), nil
		}
		return feature.Respond(chat.Reply{Audience: chat.Asker, Text: req.Say.Explain(g.Name(), text, f)}), nil
	}
	if err != nil {
		return nil, err
	}
	if !d.Solvable {
		return feature.Respond(Unsolvable(req, g, d.Puzzle, d.Proven)), nil
	}
	return func(tx *storage.Tx) (Result, error) {
		dealt, err := x.Play.Deal(tx, req.Act, d, left)
		if err != nil {
			return refuse(req, err)
		}
		reply := x.Show(req, dealt.Round)
		if dealer != nil && !dealt.Again {
			reply.Audience = chat.Asker
			reply.Text = slices.Insert(reply.Text, 0, dealer.Note(req.Say, d, req.Act))
		}
		return Result{Reply: reply, Round: dealt.Round.ID, Shows: true}, nil
	}, nil
}

// draw draws a puzzle as wished, or as a feature's dealer does.
func (x Deals) draw(req *Request, dealer *feature.Dealer, g engine.Game, level engine.Level, text string) (play.Drawn, error) {
	if dealer != nil {
		return dealer.Draw(req.Ctx, req.Act, g)
	}
	return x.Play.Draw(req.Ctx, req.Act, g, level, text)
}

// PoseButton deals the very puzzle that was offered. What was sent for it gives way
// to the puzzle where the network lets it.
func (x Deals) PoseButton(req *Request) (Plan, error) {
	name, desc, _ := strings.Cut(req.Button.Text(0), ":")
	g := x.Play.Game(name)
	if g == nil || desc == "" {
		return feature.Respond(req.OldButton()), nil
	}
	do, err := x.Deal(req, g, engine.AnyLevel, desc, 0)
	if err != nil || req.Input.Kind != chat.Sent {
		return do, err
	}
	return func(tx *storage.Tx) (Result, error) {
		out, err := do(tx)
		out.Remove = out.Round != 0
		return out, err
	}, nil
}

// GamesOf are the games of which a text with a number in it is a puzzle.
func (x Deals) GamesOf(text string) (all []engine.Game) {
	if !strings.ContainsFunc(text, unicode.IsDigit) {
		return nil
	}
	for _, g := range x.Play.Games {
		if _, err := g.Parse(text); err == nil {
			all = append(all, g)
		}
	}
	return all
}

// refuseDeal says why a person may not deal a game, nil if they may: a community
// chooses which games, and who.
func (x Deals) refuseDeal(req *Request, g engine.Game) Plan {
	switch c := req.Act.Community; {
	case !settings.IsDealt(c, g):
		var names []chat.Span
		for _, g := range x.Settings.Games(c) {
			names = append(names, chat.Span{Text: req.Say.GameName(g)})
		}
		return feature.Respond(req.Say.Refuse("deal.game", say.With{"game": req.Say.GameName(g), "games": say.List(req.Say, "list.or", names)}))
	case c.Dealers == settings.Admins && !req.Act.Admin:
		return feature.Respond(req.Say.Refuse("deal.admins", nil))
	}
	return nil
}
