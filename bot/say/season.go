package say

import (
	"reckon/bot/chat"
	"reckon/bot/play"
)

// medals are those of the first places.
var medals = [...]string{"🥇", "🥈", "🥉"}

// Season says who won a month, by the message of a key.
func (v Voice) Season(key string, s play.Season) chat.Line {
	var winners []chat.Span
	for _, w := range s.Winners {
		if w.Place <= len(medals) {
			who := v.Mention(w.Name, w.PlayerKey)
			who.Text = medals[w.Place-1] + " " + who.Text
			winners = append(winners, who)
		}
	}
	return v.Line(key, With{"month": s.Month.Format(v.Phrase("month.layout", nil)), "winners": Join(winners, " · ", " · ")})
}
