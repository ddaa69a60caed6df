package practice

import (
	"math"
	"time"

	"reckon/bot/chat"
	"reckon/bot/round/rating"
	"reckon/bot/say"
)

// outOf is the base of a chance: "7 times in 10".
const outOf = 10

// line says why a puzzle was drawn. It names no skill: that would be a hint.
func (r reason) line(v say.Voice, now time.Time) chat.Line {
	if !r.failedAt.IsZero() {
		days := int(now.Sub(r.failedAt) / (24 * time.Hour))
		return v.Line("practice.again", say.With{"n": days})
	}
	if r.missing > 0 {
		return v.Line("practice.unknown", say.With{"n": r.missing})
	}
	// A chance is never called impossible or certain.
	share := int(math.Round(outOf * r.chance))
	share = min(outOf-1, max(1, share))
	return v.Line("practice.chance", say.With{"share": share, "of": outOf, "time": v.Duration(rating.Within)})
}
