package practice

import (
	"math"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round/rating"
	"reckon/bot/say"
)

// outOf is the 10 in "7 times in 10".
const outOf = 10

// line says why a puzzle was drawn. It names no skill: that would be a hint.
func (r reason) line(v say.Voice, now time.Time) chat.Line {
	if !r.failedAt.IsZero() {
		days := int(now.Sub(r.failedAt) / (24 * time.Hour))
		return v.Line("practice.again", say.With{"n": days})
	}
	if r.attemptsMissing > 0 {
		return v.Line("practice.unknown", say.With{"n": r.attemptsMissing})
	}
	// A chance is never called impossible or certain.
	times := int(math.Round(outOf * r.chance))
	times = min(outOf-1, max(1, times))
	return v.Line("practice.chance", say.With{"share": times, "of": outOf, "time": v.Duration(rating.TimeToSolve)})
}
