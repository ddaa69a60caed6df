package say

import (
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/engine"
)

// DailyState tells a person what they did of a daily.
func (v Voice) DailyState(d play.DailyState) []chat.Line {
	var out []chat.Line
	if !d.Live {
		out = append(out, v.Line("daily.archive", nil))
	}
	if line := v.mine(d); len(line) > 0 {
		out = append(out, line)
	}
	return out
}

// mine is the person's result: found, given up, out of tries.
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
