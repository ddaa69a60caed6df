package league

import (
	"cmp"
	"slices"
	"time"

	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/talk"
	"reckon/storage"
)

// league shows people their division.
type league struct {
	feature.Kernel
	settings talk.Settings
}

// A standing is where a person is in the league.
type standing struct {
	presence round.Presence
	// division is theirs; nil: they are in none.
	division *division
	// waits reports whether they come into one when the week before is closed.
	waits bool
	// restTier is the tier they come back to; 0: none.
	restTier int
	// isDayDone reports whether nothing is left to do of their day, in which they earned nothing that
	// counts.
	isDayDone bool
	// closes is when the divisions of the next week are made; zero: there is no league yet.
	closes time.Time
}

// weeksRead is how many weeks of a person are read: two of all their players.
const weeksRead = 6

// standingOf returns a person's standing, with their division by now or that of the last week that
// was closed.
func (l league) standingOf(tx *storage.Tx, act round.Act, isLast bool) (standing, error) {
	presence, err := l.Play.Presence(tx, act)
	if err != nil {
		return standing{}, err
	}
	s := standing{presence: presence}
	s.isDayDone, err = l.isDayDone(tx, act)
	if err != nil {
		return s, err
	}
	open, hasBegun, err := storage.Found(openWeek(tx))
	if err != nil || !hasBegun {
		return s, err
	}
	s.closes = closing(open.Week)
	weeks, err := weeksOf(tx, act.Person.ID, weeksRead)
	if err != nil {
		return s, err
	}
	if isLast {
		i := slices.IndexFunc(weeks, func(w leaguer) bool { return w.Place > 0 })
		if i < 0 {
			return s, nil
		}
		s.division, err = l.divisionOf(tx, open, weeks[i], act)
		return s, err
	}
	for _, w := range weeks {
		if w.Tier == 0 {
			s.waits = true
			continue
		}
		if w.Rests {
			s.restTier = cmp.Or(s.restTier, w.Next)
			continue
		}
		if w.Week >= open.Week {
			s.division, err = l.divisionOf(tx, open, w, act)
			return s, err
		}
	}
	return s, nil
}

// isDayDone reports whether a person is done with all puzzles of the day that is live for them.
func (l league) isDayDone(tx *storage.Tx, act round.Act) (bool, error) {
	today, _, err := l.Play.Live(tx, act)
	if err != nil {
		return false, err
	}
	day, err := l.Play.Achieved(tx, act, today, nil)
	return day.Done(), err
}

// divisionOf makes the table of a person's week.
func (l league) divisionOf(tx *storage.Tx, open leagueWeek, w leaguer, act round.Act) (*division, error) {
	people, err := contendersOf(tx, w.Week, divisionKey{Tier: w.Tier, Division: w.Division})
	if err != nil {
		return nil, err
	}
	d := &division{week: w.Week, tier: w.Tier, isOver: w.Place > 0}
	if d.isOver {
		d.rows = ended(people)
	} else {
		d.rows = ranked(people, w.Tier, open.Lowest)
		d.foresee(round.FirstLive(act.At))
	}
	d.own = slices.IndexFunc(d.rows, func(r row) bool { return r.PlayerID == w.PlayerID })
	return d, nil
}

// newResult returns how the last week ended for a person, the first time it is asked; false if there
// is nothing to tell.
func newResult(tx *storage.Tx, playerID int64) (leaguer, bool, error) {
	l, isUntold, err := storage.Found(untold(tx, playerID))
	if err != nil || !isUntold {
		return leaguer{}, false, err
	}
	open, err := openWeek(tx)
	if err != nil {
		return leaguer{}, false, err
	}
	if err := markTold(tx, playerID); err != nil {
		return leaguer{}, false, err
	}
	isLongAgo := l.Week < open.Week-7 && !l.Rests
	return l, !isLongAgo, nil
}
