package say

import (
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/engine"
	"reckon/storage"
)

// DailyState says what a person has done of a daily, and who else has.
func (v Voice) DailyState(d play.DailyState, private bool) []chat.Line {
	var out []chat.Line
	if !d.Live {
		out = append(out, v.Line("daily.archive", nil))
	}
	if private {
		if line := v.mine(d); len(line) > 0 {
			out = append(out, line)
		}
	}
	return append(out, v.Solvers(d.Solvers)...)
}

// mine is what the person has done: found, given up, out of tries.
func (v Voice) mine(d play.DailyState) chat.Line {
	g := d.Round.Game
	switch {
	case d.Best != nil && g.Rules().Measure != "":
		return v.Line("daily.mine.measured", With{"answer": Code(chat.Clip(d.Best.Text, MaxQuote)), "measure": v.Measure(g, d.Best.Measure), "points": d.Points})
	case d.Found > 0:
		return v.Line("daily.mine", With{"answer": Code(chat.Clip(d.Best.Text, MaxQuote)), "points": d.Points})
	case d.GaveUp:
		return v.Line("daily.mine.gave-up", nil)
	case d.Tries == 0:
		return v.Line("shut-out", nil)
	case d.Hints > 0:
		return v.Line("daily.mine.hints", With{"n": d.Hints, "percent": play.HintShare(d.Hints)})
	}
	return nil
}

// Solvers names those who solved a daily.
func (v Voice) Solvers(all []storage.Player) []chat.Line {
	var names []chat.Span
	for _, s := range all {
		names = append(names, v.Mention(s.Name, s.Key))
	}
	if len(names) == 0 {
		return nil
	}
	return []chat.Line{v.Line("daily.solved-by", With{"players": v.List(names)})}
}

// Recap says how a daily went, when the next one has come.
func (v Voice) Recap(d play.DailyState) []chat.Line {
	if len(d.Solvers) == 0 {
		return []chat.Line{v.Line("daily.over.nobody", nil)}
	}
	return append([]chat.Line{v.Line("daily.over", nil)}, v.Solvers(d.Solvers)...)
}

// At is a point in time, in a zone where the network has no time of its own.
func (v Voice) At(t time.Time) chat.Span {
	return chat.Span{Style: chat.Moment, Unix: t.Unix(), Text: v.Moment(t)}
}

// Tiles are those of a puzzle, as people write them: "3 3 8 8", "RETSIBRAC".
func Tiles(p engine.Puzzle) chat.Span {
	f, gap := p.Face(), " "
	if f.Goal == "" { // they are letters
		gap = ""
	}
	return Code(strings.Join(f.Tiles, gap))
}
