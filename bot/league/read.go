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
	// panel is the settings panel. A person joins the World by a setting.
	panel talk.Settings
}

// A standing says where a person is in the league.
type standing struct {
	presence round.Presence
	// division is the person's division; nil: they are in none.
	division *division
	// waits reports whether they earned something in a week whose divisions are not made yet. They get a seat when these
	// are made.
	waits bool
	// restTier is the tier to which they come back when they no longer rest; 0: they do not rest.
	restTier int
	// isDayDone reports whether they are done with all puzzles of their live day.
	isDayDone bool
	// uncounted is why none of their points of the day count in the World; empty: some count, or they have none.
	uncounted reason
	// closes is when the divisions of the next week are made; zero: there is no league yet.
	closes time.Time
}

// weeksRead is how many of a person's latest rows are read. A person who is linked on three networks has up to three
// rows a week, and standingOf needs two weeks: the present and the last.
const weeksRead = 6

// standingOf returns a person's standing, with their present division. If isLast is true, it has instead their division
// in the last closed week in which they were in one.
func (l league) standingOf(tx *storage.Tx, act round.Act, isLast bool) (standing, error) {
	presence, err := l.Play.Presence(tx, act)
	if err != nil {
		return standing{}, err
	}
	s := standing{presence: presence}
	day, err := l.liveDay(tx, act)
	if err != nil {
		return s, err
	}
	s.isDayDone = day.Done()
	if presence.Listed {
		s.uncounted, err = whyUncounted(tx, act.Person.ID, round.UnixDay(day.Number), l.Play.Guests)
		if err != nil {
			return s, err
		}
	}
	open, hasBegun, err := storage.Found(openWeek(tx))
	if err != nil || !hasBegun {
		return s, err
	}
	s.closes = open.Week.closing()
	// The latest week comes first.
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
		// While the open week is being closed, they may have a seat in the next one already.
		isPresent := w.Week >= open.Week
		if isPresent {
			s.division, err = l.divisionOf(tx, open, w, act)
			return s, err
		}
	}
	return s, nil
}

// liveDay returns what a person did on the day that is live for them.
func (l league) liveDay(tx *storage.Tx, act round.Act) (round.Achievement, error) {
	today, _, err := l.Play.LiveDaily(tx, act)
	if err != nil {
		return round.Achievement{}, err
	}
	return l.Play.Achieved(tx, act, today, nil)
}

// divisionOf returns the division in which a person is or was in a week. w is their seat of that week.
func (l league) divisionOf(tx *storage.Tx, open leagueWeek, w leaguer, act round.Act) (*division, error) {
	people, err := contendersOf(tx, w.Week, w.division())
	if err != nil {
		return nil, err
	}
	d := &division{week: w.Week, tier: w.Tier, isOver: w.Place > 0}
	if d.isOver {
		d.rows = finalRows(people)
	} else {
		d.rows = ranked(people, w.Tier, open.Lowest)
		d.foresee(round.FirstLive(act.At))
	}
	d.own = slices.IndexFunc(d.rows, func(r row) bool { return r.person.PlayerID == w.PlayerID })
	return d, nil
}

// newResult returns what latestResult returns, and marks that the person was told. A result from long ago is marked,
// too, although they are never told of it.
func newResult(tx *storage.Tx, playerID int64) (result leaguer, isNew bool, err error) {
	_, isUntold, err := storage.Found(untold(tx, playerID))
	if err != nil || !isUntold {
		return leaguer{}, false, err
	}
	result, isNew, err = latestResult(tx, playerID)
	if err != nil {
		return leaguer{}, false, err
	}
	return result, isNew, markTold(tx, playerID)
}

// latestResult returns how the last closed week in which a person had a place ended for them. isNew is false if they
// were told, or if that week is long ago. Somebody who rests is told however long ago it was, since the result says
// into which tier they come back.
func latestResult(tx *storage.Tx, playerID int64) (result leaguer, isNew bool, err error) {
	result, isUntold, err := storage.Found(untold(tx, playerID))
	if err != nil || !isUntold {
		return leaguer{}, false, err
	}
	open, err := openWeek(tx)
	if err != nil {
		return leaguer{}, false, err
	}
	isStale := result.Week < open.Week.previous() && !result.Rests
	return result, !isStale, nil
}
