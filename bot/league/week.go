package league

import (
	"time"

	"reckon/bot/round"
)

// A week has the dailies of seven days, from Monday to Sunday. Its value is its Sunday, in days since 1970.
type week int

const (
	// bestDays is how many days of a week count.
	bestDays = 5
	// tiers is how many tiers there are at most. Tier 1 is the top. Lower tiers are made when they are needed.
	tiers = 5
	// divisionSize is how many people a division has at most.
	divisionSize = 15
	// leastMoving is how many people a division must have for anybody to move. People who rest are not counted.
	leastMoving = 5
	// movers is how many people of a division move up, and how many move down.
	movers = 2
)

// A week is closed closeAfter after its Sunday has ended in UTC. By then that day is over
// everywhere, dailies that were begun on it are finished, and answers sent in time are read.
const closeAfter = 15 * time.Hour

// weekOf returns the week that the daily of a number is in.
func weekOf(number int) week { return weekOfDay(round.UnixDay(number)) }

// weekOfDay returns the week that a day is in, which is given in days since 1970.
func weekOfDay(day int) week {
	// 1970 began on a Thursday, three days after a Monday.
	monday := day - (day+3)%7
	return week(monday + 6)
}

// sunday returns the last day of a week, in days since 1970.
func (w week) sunday() int { return int(w) }

// monday returns the first day of a week, in days since 1970.
func (w week) monday() int { return int(w) - 6 }

// has reports whether a day is in the week.
func (w week) has(day int) bool { return w.monday() <= day && day <= w.sunday() }

// lastDaily returns the number of the last daily of a week.
func (w week) lastDaily() int {
	dayOfNumber0 := round.UnixDay(0)
	return w.sunday() - dayOfNumber0
}

// firstDaily returns the number of the first daily of a week.
func (w week) firstDaily() int { return w.lastDaily() - 6 }

// next returns the week after this one.
func (w week) next() week { return w + 7 }

// previous returns the week before this one.
func (w week) previous() week { return w - 7 }

// closing returns when a week is closed.
func (w week) closing() time.Time { return round.Day(w.lastDaily() + 1).Add(closeAfter) }
