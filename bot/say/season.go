package say

import (
	"strconv"

	"reckon/bot/chat"
	"reckon/bot/play"
)

// medals are those of the first places.
var medals = [...]string{"🥇", "🥈", "🥉"}

// Rank is a medal or, behind the first three, a number.
func Rank(rank int) string {
	if rank <= len(medals) {
		return medals[rank-1]
	}
	return strconv.Itoa(rank)
}

// Season says who won a month, by the message of a key.
func (v Voice) Season(key string, s play.Season) chat.Line {
	var winners []chat.Span
	for _, w := range s.Winners {
		if w.Place <= len(medals) {
			who := v.Mention(w.Name, w.PlayerKey)
			who.Text = Rank(w.Place) + " " + who.Text
			winners = append(winners, who)
		}
	}
	return v.Line(key, With{"month": s.Month.Format(v.Phrase("month.layout", nil)), "winners": Join(winners, " · ", " · ")})
}
