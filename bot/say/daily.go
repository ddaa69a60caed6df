package say

import (
	"strings"

	"reckon/bot/chat"
	"reckon/bot/play"
	"reckon/engine"
)

// Mine tells a person what they did of a daily puzzle, and earned by it.
func (v Voice) Mine(p play.Part, live bool, points int) (out []chat.Line) {
	if !live {
		out = append(out, v.Line("daily.archive", nil))
	}
	switch measured := p.Game.Rules().Measure != ""; {
	case p.Best != nil && (measured || p.Found > 0):
		args, key := With{"answer": Code(chat.Clip(p.Best.Text, MaxQuote)), "points": points}, "daily.mine"
		if measured {
			args["measure"], key = v.Measure(p.Game, p.Best.Measure), "daily.mine.measured"
		}
		return append(out, v.Line(key, args))
	case p.GaveUp:
		return append(out, v.Line("daily.mine.gave-up", nil))
	case p.Hints > 0:
		return append(out, v.Line("daily.mine.hints", With{"n": p.Hints, "percent": play.HintShare(p.Hints)}))
	}
	return out
}

// Tiles are those of a puzzle, as people write them: "3 3 8 8", "RETSIBRAC".
func Tiles(p engine.Puzzle) chat.Span {
	f, gap := p.Face(), " "
	if f.Goal == "" { // they are letters
		gap = ""
	}
	return Code(strings.Join(f.Tiles, gap))
}
