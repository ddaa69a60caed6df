package bot

import (
	"errors"
	"strings"
	"unicode"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/talk"
	"reckon/engine"
	"reckon/storage"
)

func (t *turn) nextButton(p command.Press) (talk.Plan, error) {
	g := t.bot.play.Game(p.Text(0))
	if g == nil {
		return talk.Respond(t.OldButton()), nil
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
	left, solved, err := t.pressedRound()
	if err != nil {
		return nil, err
	}
	do, err := t.deal(g, level, option)
	if err != nil || left.ID == 0 {
		return do, err
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		out, err := do(tx)
		if err != nil || !out.Shows {
			return out, err
		}
		e, err := t.bot.play.Leave(tx, t.Act, left.ID, solved)
		if err != nil || e == nil {
			return out, err
		}
		return out, t.bot.showEnding(tx, t.Act.At, *e, t.Req.Key, false)
	}, nil
}

// pressedRound is the round of the message that was pressed, with what the solver
// knows of it, if people play it together and it is not over; else zero.
func (t *turn) pressedRound() (r play.Round, s engine.Solution, err error) {
	err = t.bot.store.Read(t.Ctx, func(tx *storage.Tx) error {
		id, err := tx.RoundOfMessage(t.Act.Community.ID, t.Req.Input.Source.ID)
		if err == nil {
			r, err = t.bot.play.Round(tx, id)
		}
		return err
	})
	switch {
	case errors.Is(err, storage.ErrNotFound):
		return play.Round{}, s, nil
	case err != nil || !r.Shared() || !r.ClosedAt.IsZero():
		return play.Round{}, s, err
	}
	return r, t.bot.play.Solve(t.Ctx, r.Puzzle), nil
}

// deal deals a puzzle as wished and poses it.
func (t *turn) deal(g engine.Game, level engine.Level, text string) (talk.Plan, error) {
	if refusal := t.refuseDeal(g); refusal != nil {
		return talk.Respond(*refusal), nil
	}
	d, err := t.bot.play.Draw(t.Ctx, t.Act, g, level, text)
	if f := engine.AsFault(err); f != nil {
		if cmd := t.bot.commands.Find(g.Name()); f.At != nil && !strings.ContainsFunc(text, unicode.IsDigit) { // no puzzle's text: a level, or an option
			return talk.Respond(talk.BadChoice(t.Turn, g.Name(), *cmd.Args.Find("level"), text)), nil
		}
		return talk.Respond(chat.Reply{Audience: chat.Asker, Text: t.Say.Explain(g.Name(), text, f)}), nil
	}
	if err != nil {
		return nil, err
	}
	if !d.Solvable {
		return talk.Respond(talk.Unsolvable(t.Turn, g, d.Puzzle, d.Proven)), nil
	}
	return func(tx *storage.Tx) (talk.Result, error) {
		dealt, err := t.bot.play.Deal(tx, t.Act, d)
		var running *play.RunningError
		var going *play.MatchError
		switch {
		case errors.As(err, &going):
			return talk.RefuseMatch(t.Turn, err)
		case errors.Is(err, play.ErrDailyPuzzle):
			return talk.Result{Reply: t.Say.Refuse("deal.daily", say.With{"command": say.Slash("daily")})}, nil
		case errors.Is(err, play.ErrTooBusy):
			return talk.Result{Reply: t.Say.Refuse("deal.busy", say.With{"time": t.Say.Clock(t.Act.Delay)})}, nil
		case errors.As(err, &running):
			return talk.Result{Reply: t.Say.Refuse("deal.running", say.With{"time": t.Say.Clock(running.Left)})}, nil
		case err != nil:
			return talk.Result{}, err
		}
		r := dealt.Round
		return talk.Result{Reply: t.bot.rounds.Show(t.Turn, r), Round: r.ID, Shows: !dealt.Again}, nil
	}, nil
}

// refuseDeal says why a person may not deal a game, nil if they may: a community
// chooses which games, and who.
func (t *turn) refuseDeal(g engine.Game) *chat.Reply {
	var r chat.Reply
	switch c := t.Act.Community; {
	case !settings.IsDealt(c, g):
		var names []chat.Span
		for _, g := range t.bot.settings.Games(c) {
			names = append(names, chat.Span{Text: t.Say.GameName(g)})
		}
		r = t.Say.Refuse("deal.game", say.With{"game": t.Say.GameName(g), "games": t.Say.Choice(names)})
	case c.Dealers == settings.Admins && !t.Act.Admin:
		r = t.Say.Refuse("deal.admins", nil)
	default:
		return nil
	}
	return &r
}
