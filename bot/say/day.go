package say

import (
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
)

// Day is the headline of a day: "Daily #325 · 21 November 2026".
func (v Voice) Day(number int) chat.Line {
	return Head(v.Phrase("day.title", With{"number": number}), " · "+v.Date(round.Day(number)))
}

// Moment is a point in time, in the zone that it has. Where that is UTC nobody knows the
// reader's, and it is named.
func (v Voice) Moment(t time.Time) chat.Span {
	text := t.Format(v.Phrase("moment.layout", nil))
	if t.Location() == time.UTC {
		text += " UTC"
	}
	return chat.Span{Style: chat.Moment, Unix: t.Unix(), Text: text}
}

// ShownFrom tells a person who gave up a puzzle of a day from when on its solutions are shown.
func (v Voice) ShownFrom(shown time.Time) chat.Line {
	return v.Line("giveup.day", With{"time": v.Moment(shown)})
}

// medals are those of the first places.
var medals = [...]string{"🥇", "🥈", "🥉"}

// Rank is a medal or, behind the first three, a number.
func Rank(rank int) string {
	if rank <= len(medals) {
		return medals[rank-1]
	}
	return strconv.Itoa(rank)
}
