package say

import (
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/bot/play/mode"
	"reckon/engine"
)

// Face shows a puzzle: of a daily with its number.
func (v Voice) Face(r play.Round) *chat.Face {
	f := r.Puzzle.Face()
	out := &chat.Face{Tiles: f.Tiles, Title: v.GameName(r.Game), Sort: r.Sort}
	switch m := r.Mode; {
	case m.Name != "": // "24 · 2 of 5"
		out.Title = v.Phrase("match.bout."+m.Name, With{"game": out.Title, "i": r.Number, "of": r.Match.Length})
	case r.Daily != 0:
		out.Title = v.Phrase("daily.title", With{"number": r.Daily, "game": out.Title})
	}
	if r.Level > 0 {
		out.Note = v.Level(r.Level)
	}
	if f.Goal != "" { // what to make of the tiles
		out.Goal = v.Phrase(v.Key("goal", r.Game.Name(), "make"), With{"goal": f.Goal, "tiles": strings.Join(f.Tiles, " ")})
	}
	return out
}

// GameName is the name of a game.
func (v Voice) GameName(g engine.Game) string { return v.Phrase("choice.game."+g.Name(), nil) }

// Rule says what to do with a puzzle of a game, and what is allowed.
func (v Voice) Rule(g engine.Game) chat.Line { return v.Line(v.Key("task", g.Name(), "play"), nil) }

// Task says what to do with a puzzle, what is allowed, where to answer and when it ends.
func (v Voice) Task(r play.Round, private bool) []chat.Line {
	var out []chat.Line
	g, m := r.Game, r.Mode
	clock := With{"time": chat.Span{Style: chat.Moment, Text: v.Length(r.Lasts), In: int64(r.Lasts / time.Second)}}
	if !r.EndsAt.IsZero() {
		clock["time"] = chat.Span{Style: chat.Moment, Text: v.Length(r.Lasts), Unix: r.EndsAt.Unix()}
	}
	typed, race := "reply", v.Key("task", g.Name(), "race")
	if !r.SolvedAt.IsZero() && g.Rules().Collect {
		race = "task.more"
	}
	if r.Own && m.Shared {
		out, race = append(out, v.Line("task.own", nil)), "task.race" // a further solution earns nothing
	}
	switch {
	case m.Name != "":
		out = append(out, v.matchLine(m, "how", clock["time"]))
		if private {
			typed = "type"
		} else if m.Hidden {
			typed = ""
		}
	case private:
		typed = "type"
	case r.Daily != 0:
		out, typed = append(out, v.Line("daily.how", nil)), ""
	case r.Lasts > 0 && m.Hidden:
		out, typed = append(out, v.Line("task.hidden.clock", clock)), ""
	case r.Lasts > 0:
		out = append(out, v.Line("task.clock", clock))
	case m.Hidden:
		out, typed = append(out, v.Line("task.hidden", nil)), ""
	default:
		out = append(out, v.Line(race, nil))
	}
	if typed != "" {
		out = append(out, chat.Line{{Style: chat.Typed, Text: v.Phrase(v.Key("task", g.Name(), typed), nil)}})
	}
	return []chat.Line{v.Rule(g), v.Sentences(out...)}
}

// matchLine is a sentence about how a mode of matches is played, whose puzzles have a
// clock: who wins ("rule"), and how to answer ("how").
func (v Voice) matchLine(m mode.Mode, what string, clock any) chat.Line {
	args := With{"time": clock, "open": v.Length(mode.PlacesFor)}
	for place := 1; place <= 4; place++ {
		args["p"+strconv.Itoa(place)] = m.Score(place, 4)
	}
	return v.Line(m.Name+"."+what+m.Variant, args)
}

// Sentences puts sentences behind one another on a line. The gap before one that
// is left out by some networks is left out with it.
func (v Voice) Sentences(all ...chat.Line) chat.Line {
	var out chat.Line
	for _, sentence := range all {
		if len(sentence) == 0 {
			continue
		}
		if len(out) > 0 {
			for _, gap := range v.Line("sentences", With{"first": chat.Line{}, "second": chat.Line{}}) {
				if sentence[0].Style == chat.Typed {
					gap.Style = chat.Typed
				}
				out = append(out, gap)
			}
		}
		out = append(out, sentence...)
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

// Detail is how well an answer does, "4 digits ★★☆", or how fast it was, "8.2 s".
func (v Voice) Detail(g engine.Game, r play.Row) string {
	switch {
	case g.Rules().Measure != "":
		return Plain(v.Measure(g, r.Measure)) + stars(r.Stars)
	case r.Elapsed > 0:
		return v.Elapsed(r.Elapsed)
	}
	return ""
}

// stars stand behind a measure; empty where a game has none.
func stars(n int) string {
	if n == 0 {
		return ""
	}
	return " " + strings.Repeat("★", n) + strings.Repeat("☆", play.MaxStars-n)
}

// Example is what an answer to a round looks like.
func (v Voice) Example(r play.Round) string {
	return v.Phrase(v.Key("ask", r.Game.Name(), "placeholder"), With{"tile": r.Puzzle.Face().Tiles[0]})
}

// Form is what a form asks: the puzzle in a line.
func (v Voice) Form(r play.Round) string {
	f := r.Puzzle.Face()
	label := strings.Join(f.Tiles, " ")
	if f.Goal != "" {
		label = v.Phrase("ask.label", With{"tiles": label, "goal": f.Goal})
	}
	return chat.Clip(label, 44)
}

// Dare dares somebody to solve a puzzle: it goes with a link to it.
func (v Voice) Dare(r play.Round) string {
	return v.Phrase("share.dare", With{"game": v.GameName(r.Game), "puzzle": v.Form(r)})
}

// Tiles are those of a puzzle, as people write them: "3 3 8 8", "RETSIBRAC".
func Tiles(p engine.Puzzle) chat.Span {
	f, gap := p.Face(), " "
	if f.Goal == "" { // they are letters
		gap = ""
	}
	return Code(strings.Join(f.Tiles, gap))
}
