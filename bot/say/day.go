package say

import (
	"strconv"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round"
)

// Day returns the headline of a day: "Daily #325 · 21 November 2026".
func (v Voice) Day(number int) chat.Line {
	return Head(v.Phrase("day.title", With{"number": number}), " · "+v.Date(round.Day(number)))
}

// Moment returns a point in time, in the zone of t. If that is UTC, the reader's zone is not known, and the
// text names UTC.
func (v Voice) Moment(t time.Time) chat.Span {
	text := t.Format(v.Phrase("moment.layout", nil))
	if t.Location() == time.UTC {
		text += " UTC"
	}
	return chat.Span{Style: chat.Moment, Unix: t.Unix(), Text: text}
}

// ShownFrom tells a person who gave up a puzzle of a day when its solutions will be shown.
func (v Voice) ShownFrom(shown time.Time) chat.Line {
	return v.Line("giveup.day", With{"time": v.Moment(shown)})
}

// medals are the medals of the first three ranks.
var medals = [...]string{"🥇", "🥈", "🥉"}

// Rank returns a medal for the first three ranks, and a number for the others.
func Rank(rank int) string {
	if rank <= len(medals) {
		return medals[rank-1]
	}
	return strconv.Itoa(rank)
}
