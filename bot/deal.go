package bot

import (
	"errors"
	"strings"
	"unicode"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/say"
	"reckon/engine"
	"reckon/storage"
)

// dealCommand deals a puzzle: the one typed, or a new one.
func (t *turn) dealCommand(a arguments) (effect, error) {
	g := t.bot.find(t.req.Input.Name).game
	return t.deal(g, levelOf(a["level"]), a[g.Rules().Argument])
}

func (t *turn) nextButton(p press) (effect, error) {
	g := t.bot.play.Game(p.text(0))
	if g == nil {
		return respond(t.oldButton()), nil
	}
	level := engine.Level(p.number(1))
	if level < engine.AnyLevel || level > engine.MaxLevel {
		level = engine.AnyLevel
	}
	option := p.text(2)
	if option != "" {
		if _, err := g.Parse(option); err == nil { // a puzzle of one's own is typed
			option = ""
		}
	}
	return t.deal(g, level, option)
}

// deal deals a puzzle as wished and poses it.
func (t *turn) deal(g engine.Game, level engine.Level, text string) (effect, error) {
	d, err := t.bot.play.Draw(t.ctx, t.act, g, level, text)
	if f := engine.AsFault(err); f != nil {
		if cmd := t.bot.find(g.Name()); f.At != nil && !strings.ContainsFunc(text, unicode.IsDigit) { // no puzzle's text: a level, or an option
			return respond(t.badChoice(cmd, *cmd.argument(func(a argument) bool { return a.name == "level" }), text)), nil
		}
		return respond(chat.Reply{Audience: chat.Asker, Text: t.say.Explain(g.Name(), text, f)}), nil
	}
	if err != nil {
		return nil, err
	}
	if !d.Solvable {
		return respond(t.unsolvable(g, d.Puzzle, d.Proven)), nil
	}
	return func(tx *storage.Tx) (response, error) {
		dealt, err := t.bot.play.Deal(tx, t.act, d)
		var running *play.RunningError
		switch {
		case errors.Is(err, play.ErrDailyPuzzle):
			return response{Reply: t.say.Refuse("deal.daily", say.With{"command": say.Slash("daily")})}, nil
		case errors.Is(err, play.ErrTooBusy):
			return response{Reply: t.say.Refuse("deal.busy", say.With{"time": t.say.Clock(t.act.Delay)})}, nil
		case errors.As(err, &running):
			return response{Reply: t.say.Refuse("deal.running", say.With{"time": t.say.Clock(running.Left)})}, nil
		case err != nil:
			return response{}, err
		}
		r := dealt.Round
		return response{Reply: t.puzzleReply(r), round: r.ID, shows: !dealt.Again}, nil
	}, nil
}

// unsolvable says that a puzzle has no solution, or that none was found.
func (t *turn) unsolvable(g engine.Game, p engine.Puzzle, proven bool) chat.Reply {
	key := "no-solution-found"
	if proven {
		key = "no-solution"
	}
	what := "puzzle"
	if p.Face().Goal == "" {
		what = "word"
	}
	return t.say.Refuse(t.say.Key(key, g.Name(), what), say.With{"tiles": say.Tiles(p), "goal": p.Face().Goal})
}
