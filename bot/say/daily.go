package say

import (
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/engine"
)

// Mine tells a person what they did of a daily puzzle, and earned by it.
func (v Voice) Mine(p play.Part, live bool, points int) []chat.Line {
	var out []chat.Line
	if !live {
		out = append(out, v.Line("daily.archive", nil))
	}
	if line := v.mine(p, points); len(line) > 0 {
		out = append(out, line)
	}
	return out
}

// mine is the person's result: found, given up, out of tries.
func (v Voice) mine(p play.Part, points int) chat.Line {
	g := p.Game
	switch {
	case p.Best != nil && g.Rules().Measure != "":
		return v.Line("daily.mine.measured", With{"answer": Code(chat.Clip(p.Best.Text, MaxQuote)), "measure": v.Measure(g, p.Best.Measure), "points": points})
	case p.Found > 0:
		return v.Line("daily.mine", With{"answer": Code(chat.Clip(p.Best.Text, MaxQuote)), "points": points})
	case p.GaveUp:
		return v.Line("daily.mine.gave-up", nil)
	case p.Tries == 0:
		return v.Line("shut-out", nil)
	case p.Hints > 0:
		return v.Line("daily.mine.hints", With{"n": p.Hints, "percent": play.HintShare(p.Hints)})
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
