package say

import (
	"reckon/bot/chat"
	"reckon/bot/round"
)

// PartDetail says how fast somebody was at a daily or, if its answers are measured, how good their
// answer is. It is empty if that is unknown. In games with stars it is empty, too, since the measure
// would tell others how good an answer can be.
func (v Voice) PartDetail(p round.Part) string {
	if p.Answer == nil || p.Stars > 0 {
		return ""
	}
	measure := p.Game.Rules().Measure
	if measure == "" {
		if p.Elapsed > 0 {
			return v.Short(p.Elapsed)
		}
		return ""
	}
	return Plain(v.Measure(p.Game, p.Answer.Measure))
}

// Mine tells a person what they did in a daily, and what they earned with it. isArchived reports whether the daily
// pays them nothing.
func (v Voice) Mine(p round.Part, isArchived bool, points int) []chat.Line {
	var out []chat.Line
	if isArchived {
		out = append(out, v.Line("daily.archive", nil))
	}
	isMeasured := p.Game.Rules().Measure != ""
	hasAnswer := p.Best != nil && (isMeasured || p.Found > 0)
	switch {
	case hasAnswer && isMeasured:
		return append(out, v.Line("daily.mine.measured", With{
			"answer":  Code(chat.Clip(p.Best.Text, MaxQuote)),
			"points":  points,
			"measure": v.Measure(p.Game, p.Best.Measure),
		}))
	case hasAnswer:
		return append(out, v.Line("daily.mine", With{
			"answer": Code(chat.Clip(p.Best.Text, MaxQuote)),
			"points": points,
		}))
	case p.GaveUp:
		return append(out, v.Line("daily.mine.gave-up", nil))
	case p.Hints > 0:
		return append(out, v.Line("daily.mine.hints", With{"n": p.Hints, "percent": round.HintShare(p.Hints)}))
	}
	return out
}
