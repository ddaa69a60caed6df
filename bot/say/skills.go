package say

import (
	"fmt"
	"math"

	"reckon/bot/chat"
	"reckon/bot/play"
)

// Skill is the name of a skill.
func (v Voice) Skill(s play.SkillFigure) string {
	return v.Phrase(v.Key("skill", s.Game.Name(), s.Code), nil)
}

// Skills says what somebody is slow at, and what they have become better at.
func (v Voice) Skills(all []play.SkillFigure) (out []chat.Line) {
	slower := func(value float64) string { return fmt.Sprintf("%+.0f%%", 100*math.Expm1(value)) }
	var slow, better []chat.Span
	for _, s := range all {
		switch {
		case s.IsWeak():
			slow = append(slow, chat.Span{Text: v.Phrase("stats.slow.skill", With{"skill": v.Skill(s), "slower": slower(s.Value), "n": s.Attempts})})
		case s.Before > 0:
			better = append(better, chat.Span{Text: v.Phrase("stats.better.skill", With{"skill": v.Skill(s), "before": slower(s.Before), "slower": slower(s.Value)})})
		}
	}
	for _, x := range []struct {
		key    string
		skills []chat.Span
	}{{"stats.slow", slow}, {"stats.better", better}} {
		if len(x.skills) > 0 {
			out = append(out, v.Line(x.key, With{"skills": Join(x.skills, v.Phrase("list.comma", nil), v.Phrase("list.comma", nil))}))
		}
	}
	return out
}
