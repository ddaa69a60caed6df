package say

import (
	"strconv"

	"reckon/bot/chat"
	"reckon/bot/play"
)

// Tier is the name of a tier: "Division 5".
func (v Voice) Tier(tier int) string { return v.Phrase("league.tier", With{"tier": tier}) }

// LeagueResult says how a week ended for a person, and where they are next.
func (v Voice) LeagueResult(r play.LeagueResult) chat.Line {
	key := "league.stays"
	switch {
	case r.Rests:
		key = "league.rest"
	case r.Move < 0:
		key = "league.up"
	case r.Move > 0:
		key = "league.down"
	}
	return v.Line(key, With{"place": v.place(r.Place), "tier": v.Tier(r.Next)})
}

// place is "1st" to "15th".
func (v Voice) place(n int) string {
	if own := "place." + strconv.Itoa(n); v.Has(own) {
		return v.Phrase(own, nil)
	}
	return v.Phrase("place", With{"n": n})
}
