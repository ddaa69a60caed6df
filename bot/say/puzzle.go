package say

import (
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/engine"
)

// Face shows a puzzle: of a daily with its number.
func (v Voice) Face(r play.Round) *chat.Face {
	f := r.Puzzle.Face()
	out := &chat.Face{Tiles: f.Tiles, Title: v.title(r), Sort: r.Sort}
	if r.Level > 0 {
		out.Note = v.Level(r.Level)
	}
	if f.Goal != "" {
		out.Goal = v.Phrase(v.Key("goal", r.Game.Name(), "make"), With{"goal": f.Goal})
	}
	return out
}

func (v Voice) title(r play.Round) string {
	name := v.GameName(r.Game)
	if r.Daily == 0 {
		return name
	}
	return v.Phrase("daily.title", With{"number": r.Daily, "game": name})
}

// GameName is what people call a game.
func (v Voice) GameName(g engine.Game) string { return v.Phrase("choice.game."+g.Name(), nil) }

// Task says what to do with a puzzle, who answers where, and when it ends.
func (v Voice) Task(r play.Round, private bool) []chat.Line {
	out := []chat.Line{v.Line(v.Key("task", r.Game.Name(), "play"), nil)}
	rules := r.Game.Rules()
	var how chat.Line
	add := func(key string, args With) {
		if len(how) > 0 {
			how = append(how, chat.Span{Text: v.Phrase("sentence.gap", nil)})
		}
		how = append(how, v.Line(key, args)...)
	}
	if rules.Tries > 0 {
		add(v.Key("task", r.Game.Name(), "tries"), nil)
	}
	switch {
	case !private && r.Lasts > 0 && r.Hidden():
		add("task.hidden.clock", With{"time": v.Duration(r.Lasts)})
	case !private && r.Lasts > 0:
		add("task.clock", With{"time": v.Duration(r.Lasts)})
	case !private && r.Daily != 0:
		add("daily.how", nil)
	case !private && r.Hidden():
		add("task.hidden", nil)
	}
	if len(how) > 0 {
		out = append(out, how)
	}
	return out
}

// Measure is "4 digits", "exact", "2 away".
func (v Voice) Measure(g engine.Game, n int) chat.Line {
	key := "measure." + g.Rules().Measure
	if exactly := key + "." + strconv.Itoa(n); v.Has(exactly) {
		key = exactly
	}
	return v.Line(key, With{"n": n})
}

// stars stand behind a measure; empty where a game has none.
func stars(n int) string {
	if n == 0 {
		return ""
	}
	return " " + strings.Repeat("★", n) + strings.Repeat("☆", play.MaxStars-n)
}

// Clock is a length of time that is left.
func (v Voice) Clock(d time.Duration) string { return v.Duration(max(d, time.Second)) }

// Form is what a form asks: the puzzle in a line.
func (v Voice) Form(r play.Round) string {
	f := r.Puzzle.Face()
	label := strings.Join(f.Tiles, " ")
	if f.Goal != "" {
		label = v.Phrase("ask.label", With{"tiles": label, "goal": f.Goal})
	}
	return chat.Clip(label, 44)
}
