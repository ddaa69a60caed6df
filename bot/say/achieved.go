package say

import (
	"strconv"
	"strings"
	"time"

	"reckon/bot/play"
)

// Share is a person's day in a line for any chat, which gives no solution away. "Reckon #325 · 24 ✅ 8 s · Tchisla ★★☆ · 🔥 12".
func (v Voice) Share(a play.Achievement) string {
	out := []string{v.Phrase("share.title", With{"number": a.Number})}
	for _, p := range a.Parts {
		if !p.Done() {
			continue
		}
		mark, bulb := stars(p.Stars), ""
		switch {
		case p.Missed:
			mark = "❌"
		case p.IsBest && p.Stars == 0:
			mark = "✅"
		}
		if p.Hints > 0 && !p.Missed {
			bulb = "💡"
		}
		out = append(out, strings.Join(strings.Fields(v.GameName(p.Game)+" "+mark+bulb+" "+v.PartDetail(p)), " "))
	}
	if a.Live && a.Streak.Days > 0 {
		out = append(out, "🔥 "+strconv.Itoa(a.Streak.Days))
	}
	return strings.Join(out, " · ")
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
