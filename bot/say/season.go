package say

import (
	"reckon/bot/chat"
	"reckon/bot/play"
)

// medals are those of the first places.
var medals = [...]string{"🥇", "🥈", "🥉"}

// Season says who won a month, by the message of a key.
func (v Voice) Season(key string, s play.Season) chat.Line {
	var row []chat.Span
	for _, w := range s.Winners {
		if w.Place > len(medals) {
			continue
		}
		who := v.Mention(w.Name, w.PlayerKey)
		row = append(row, chat.Span{Style: who.Style, Text: medals[w.Place-1] + " " + who.Text, Person: who.Person})
	}
	return v.Line(key, With{"month": v.Month(s.Month), "winners": v.Row(row)})
}
