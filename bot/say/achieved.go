package say

import (
	"strconv"
	"strings"
	"time"

	"reckon/bot/chat"
	"reckon/bot/play"
)

// Share is a person's day for any chat, a line a game, and gives no solution away:
//
//	Reckon #325 🔥 12
//	🟩🟩🟩 24 · 8 s
//	🟩🟩⬜ Tchisla
func (v Voice) Share(a play.Achievement) []string {
	first := v.Phrase("share.title", With{"number": a.Number})
	if a.Live && a.Streak.Days > 0 {
		first += " 🔥 " + strconv.Itoa(a.Streak.Days)
	}
	out := []string{first}
	for _, p := range a.Parts {
		text := squares(p) + " " + v.GameName(p.Game)
		if detail := v.PartDetail(p); detail != "" {
			text += " · " + detail
		}
		out = append(out, text)
	}
	return out
}

// squares show how well somebody did: green for the best there is or a star each, yellow
// for what was near or took a hint, black for giving up, white for what is left.
func squares(p play.Part) string {
	green, yellow := 0, 0
	switch {
	case p.Missed:
		return "⬛⬛⬛"
	case p.Answer == nil:
	case p.Stars > 0:
		green = p.Stars
	case p.IsBest:
		yellow = min(p.Hints, 3)
		green = 3 - yellow
	default:
		yellow = 2
	}
	return strings.Repeat("🟩", green) + strings.Repeat("🟨", yellow) + strings.Repeat("⬜", 3-green-yellow)
}

// PartDetail is how fast somebody was at a puzzle or, where answers are measured, how
// good; empty if neither is known, and where stars say it without telling how far one
// can get.
func (v Voice) PartDetail(p play.Part) string {
	measure := p.Game.Rules().Measure
	switch key := "share." + measure + "."; {
	case p.Answer == nil, p.Stars > 0:
		return ""
	case measure != "" && v.Has(key+strconv.Itoa(p.Answer.Measure)):
		return v.Phrase(key+strconv.Itoa(p.Answer.Measure), nil)
	case measure != "":
		return Plain(v.Measure(p.Game, p.Answer.Measure))
	case p.Elapsed > 0:
		return v.Short(p.Elapsed)
	}
	return ""
}

// Short is how long somebody took, in the fewest characters.
func (v Voice) Short(d time.Duration) string {
	s := max(1, int(d.Round(time.Second)/time.Second))
	switch {
	case s < 60:
		return v.Phrase("share.seconds", With{"s": s})
	case s < 60*60:
		return v.Phrase("share.minutes", With{"m": s / 60, "s": s % 60})
	}
	return v.Phrase("share.hours", With{"h": s / 3600, "m": s / 60 % 60})
}

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
