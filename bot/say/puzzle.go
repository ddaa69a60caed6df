package say

import (
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/engine"
)

// Face shows a puzzle. If it is a daily, or belongs to a match, the title has its number.
func (v Voice) Face(r round.Round) *chat.Face {
	f := r.Puzzle.Face()
	out := &chat.Face{Tiles: f.Tiles, Title: v.title(r), Sort: r.GameNumber}
	if r.Level > 0 {
		out.Note = v.Level(r.Level)
	}
	if f.Goal != "" {
		what := "make"
		if f.InOrder {
			what = "row"
		}
		key := v.Key("goal", r.Game.Name(), what)
		out.Goal = v.Phrase(key, With{"goal": f.Goal, "tiles": strings.Join(f.Tiles, " ")})
	}
	return out
}

// title returns the title of a round: "24", "24 · 2 of 5" or "Daily #325 · 24".
func (v Voice) title(r round.Round) string {
	name := v.GameName(r.Game)
	hasNumber := r.Mode.Name != "" && !r.Match.IsOnePuzzleAlone(r.Mode)
	switch {
	case hasNumber:
		return v.Phrase("match.bout."+r.Mode.Name, With{"game": name, "i": r.Number, "of": r.Match.Length})
	case r.Daily != 0:
		return v.Phrase("daily.title", With{"number": r.Daily, "game": name})
	}
	return name
}

// GameName returns the name of a game.
func (v Voice) GameName(g engine.Game) string { return v.gameName(g.Name()) }

// Rule says what to do with a puzzle of a game, and what is allowed. tile is one of its tiles, for an example.
func (v Voice) Rule(g engine.Game, tile string) chat.Line {
	return v.Line(v.Key("task", g.Name(), "play"), With{"tile": tile})
}

// ShortRule says in a few words what to do in a game.
func (v Voice) ShortRule(g engine.Game) string { return v.Phrase("short."+g.Name(), nil) }

// Task says what to do with a puzzle, what is allowed, who wins, and where to answer.
func (v Voice) Task(r round.Round, private bool) []chat.Line {
	var how chat.Line
	if r.Custom && r.Mode.Shared {
		how = v.whyUnpaid(r)
	}
	sentences := v.Sentences(how, v.win(r, private), v.whereToAnswer(r, private))
	return []chat.Line{v.Rule(r.Game, r.Puzzle.Face().Tiles[0]), sentences}
}

// whyUnpaid says why a custom puzzle pays nobody: a person has chosen its numbers.
func (v Voice) whyUnpaid(r round.Round) chat.Line {
	if r.IsForFun() {
		return v.Line("task.fun", nil)
	}
	return v.Line("task.own", With{"player": Strong(chat.OneLine(r.AskerName))})
}

// win says who wins a round, and when the round ends. It says nothing if a person plays the round alone.
func (v Voice) win(r round.Round, private bool) chat.Line {
	m := r.Mode
	clock := With{"time": v.clock(r)}
	switch {
	case m.Name != "":
		return v.matchLine(m, "how", clock["time"])
	case private:
		return nil
	case r.Daily != 0:
		return v.Line("daily.how", nil)
	case r.Lasts > 0 && m.Hidden:
		return v.Line("task.hidden.clock", clock)
	case r.Lasts > 0:
		return v.Line("task.clock", clock)
	case m.Hidden:
		return v.Line("task.hidden", nil)
	case r.Custom && m.Shared:
		// The sentence of the game may say that further solutions score, too.
		return v.Line("task.race", nil)
	case r.Game.Rules().Collect && !r.SolvedAt.IsZero():
		return v.Line("task.more", placeShares())
	}
	return v.Line(v.Key("task", r.Game.Name(), "race"), placeShares())
}

// clock says how long a round lasts or, if its clock is running, when it ends.
func (v Voice) clock(r round.Round) chat.Span {
	span := chat.Span{Style: chat.Moment, Text: v.Length(r.Lasts)}
	if r.EndsAt.IsZero() {
		span.In = int64(r.Lasts / time.Second)
	} else {
		span.Unix = r.EndsAt.Unix()
	}
	return span
}

// whereToAnswer says how to type an answer. It says nothing if answers are not typed in the chat.
func (v Voice) whereToAnswer(r round.Round, private bool) chat.Line {
	code := "reply"
	switch {
	case private:
		code = "type"
	case r.Mode.Hidden, r.Daily != 0:
		return nil
	}
	return chat.Line{{Style: chat.Typed, Text: v.Phrase(v.Key("task", r.Game.Name(), code), nil)}}
}

// matchLine says how a mode of matches is played. If what is "rule", it says who wins. If what is
// "how", it says how to answer. clock is the clock of its puzzles.
func (v Voice) matchLine(m mode.Mode, what string, clock any) chat.Line {
	args := placeShares()
	args["time"] = clock
	args["open"] = v.Length(mode.OpenForOthers)
	return v.Line(m.Name+"."+what+m.Variant, args)
}

// placeShares returns arguments for sentences that say what ranks in a race are worth, and what a
// person's further solutions are worth.
func placeShares() With {
	return With{
		"second":  round.RankShare(2),
		"third":   round.RankShare(3),
		"rest":    round.RankShare(4),
		"further": round.FurtherQuality,
	}
}

// Sentences joins sentences to one line. Some networks leave out a sentence in the style chat.Typed. The gap
// before such a sentence has the same style, so that those networks leave out the gap, too.
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

// Measure returns how good an answer is: "4 digits", "exact", "2 away".
func (v Voice) Measure(g engine.Game, n int) chat.Line {
	key := "measure." + g.Rules().Measure
	special := key + "." + strconv.Itoa(n)
	if v.Has(special) {
		key = special
	}
	return v.Line(key, With{"n": n})
}

// Detail says how good an answer is, "4 digits ★★☆", or how fast it was, "8.2 s".
func (v Voice) Detail(g engine.Game, r round.Standing) string {
	switch {
	case g.Rules().Measure != "":
		return Plain(v.Measure(g, r.Measure)) + stars(r.Stars)
	case r.Elapsed > 0:
		return v.Elapsed(r.Elapsed)
	}
	return ""
}

// stars returns the stars that follow a measure. It is empty in a game without stars.
func stars(n int) string {
	if n == 0 {
		return ""
	}
	return " " + strings.Repeat("★", n) + strings.Repeat("☆", round.MaxStars-n)
}

// Example returns an example of what an answer to a round looks like.
func (v Voice) Example(r round.Round) string {
	return v.Phrase(v.Key("ask", r.Game.Name(), "placeholder"), With{"tile": r.Puzzle.Face().Tiles[0]})
}

// Form returns the puzzle of a round in one short line, such as for the label of a form.
func (v Voice) Form(r round.Round) string {
	f := r.Puzzle.Face()
	label := strings.Join(f.Tiles, " ")
	if f.Goal != "" {
		what := "label"
		if f.InOrder {
			what = "row"
		}
		game, _, _ := strings.Cut(r.Puzzle.ID(), ":")
		label = v.Phrase(v.Key("ask", game, what), With{"tiles": label, "goal": f.Goal})
	}
	return chat.Clip(label, 45)
}

// PuzzleOver tells a person that nobody plays a puzzle any more. They have asked to be told.
func (v Voice) PuzzleOver(r round.Round) []chat.Line {
	return []chat.Line{v.Line("wait.over", With{"puzzle": Code(v.Form(r))})}
}

// Dare dares somebody to solve a puzzle. It is sent with a link to the puzzle.
func (v Voice) Dare(r round.Round) string {
	return v.Phrase("share.dare", With{"game": v.GameName(r.Game), "puzzle": v.Form(r)})
}

// Tiles returns the tiles of a puzzle as people write them: "3 3 8 8", "RETSIBRAC", and "7.2.9.1" if they have to be
// used in their order.
func Tiles(p engine.Puzzle) chat.Span {
	f := p.Face()
	if f.InOrder {
		return Code(strings.Join(f.Tiles, "."))
	}
	if f.Goal == "" {
		// The tiles are letters.
		return Code(strings.Join(f.Tiles, ""))
	}
	return Code(strings.Join(f.Tiles, " "))
}
