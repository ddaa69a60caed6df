package play

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"reckon/storage"
)

// LeagueJob is the kind of the job that works out what teams have, and makes the divisions of
// the next week once a week is over everywhere; its key is empty. How far it is stands in the
// week itself: it goes on there after a process was killed, and whoever sets it anew.
const LeagueJob = "league"

const (
	// divisionsPage, teamsPage, formPage and waitingPage are how many rows of each kind are
	// written in one transaction, and leaguePause how long others may use the database before
	// the next.
	divisionsPage = 10
	teamsPage     = 10
	formPage      = 8 * storage.DivisionSize
	waitingPage   = 50
	leaguePause   = 200 * time.Millisecond
	// teamsEvery is how often it is worked out what teams have.
	teamsEvery = time.Hour
)

// A phase is what a week does on its way to the next.
type phase string

const (
	goesOn   phase = ""        // only teams are worked out
	closes   phase = "results" // its divisions end, one after the other
	sumsUp   phase = "teams"   // what teams have is worked out for the last time
	forms    phase = "form"    // the next divisions are made, a tier after the other
	seatsNew phase = "new"     // people who came in the meantime are put into them
)

// A step is how far a week is.
type step struct {
	Phase     phase                `json:"phase,omitempty"`
	Next      int                  `json:"next,omitempty"`  // the week after it
	Last      *storage.DivisionKey `json:"last,omitempty"`  // the last division that was closed, or made
	After     *storage.Leaguer     `json:"after,omitempty"` // the last person who was put into one
	Community int64                `json:"community,omitempty"`
}

// KeepLeague is the job.
func (p *Play) KeepLeague(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		pause, err := p.advance(tx, now)
		if err != nil {
			return err
		}
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(pause)})
	}, nil
}

// advance takes the league one step further, and returns how long the next may wait.
func (p *Play) advance(tx *storage.Tx, now time.Time) (time.Duration, error) {
	open, is, err := storage.Found(tx.League())
	if err != nil || !is {
		return teamsEvery, err
	}
	var s step
	if open.Step != "" {
		if err := json.Unmarshal([]byte(open.Step), &s); err != nil {
			return 0, err
		}
	}
	if s.Phase == goesOn && !now.Before(closing(open.Week)) {
		s = step{Phase: closes, Next: open.Week + 7, Last: new(storage.DivisionKey)}
		for !now.Before(closing(s.Next)) { // nobody was there to close it
			s.Next += 7
		}
	}
	var pause time.Duration // after a page that was full
	next := s
	switch s.Phase {
	case goesOn, sumsUp:
		var over bool
		next.Community, over, err = p.sumTeams(tx, open.Week, s.Community)
		switch {
		case over && s.Phase == goesOn:
			pause = min(teamsEvery, max(0, closing(open.Week).Sub(now)))
		case !over:
			pause = leaguePause
		default:
			next = step{Phase: forms, Next: s.Next, Last: &storage.DivisionKey{Tier: 1}, After: new(storage.Leaguer)}
			err = tx.FillTiers(open.Week)
		}
	case closes:
		var last storage.DivisionKey
		if last, err = closeDivisions(tx, open, *s.Last); last == (storage.DivisionKey{}) {
			next = step{Phase: sumsUp, Next: s.Next}
		} else {
			next.Last, pause = &last, leaguePause
		}
	case forms:
		if next, err = formDivisions(tx, open.Week, s); next.After != nil && next.After.PlayerID != 0 {
			pause = leaguePause
		}
	case seatsNew:
		n, seatErr := tx.SeatWaiting(s.Next, waitingPage)
		if err = seatErr; err == nil && n == 0 {
			return 0, tx.BeginLeague(s.Next)
		}
		pause = leaguePause
	}
	if err != nil || next == s {
		return pause, err
	}
	text, err := json.Marshal(next)
	if err != nil {
		return 0, err
	}
	return pause, tx.SetLeagueStep(open.Week, string(text))
}

// closeDivisions stores how divisions of a week behind one ended. It returns where to go on;
// zero if these were the last.
func closeDivisions(tx *storage.Tx, open storage.LeagueWeek, after storage.DivisionKey) (last storage.DivisionKey, err error) {
	all, err := tx.Divisions(open.Week, after, divisionsPage)
	for _, d := range all {
		if err != nil {
			return last, err
		}
		var rows []storage.Contender
		if rows, err = tx.Division(open.Week, d.Tier, d.Division); err != nil {
			return last, err
		}
		var results []storage.Leaguer
		for _, c := range ranked(rows, d.Tier, open.Lowest) {
			l := c.Leaguer
			l.Place, l.Points, l.Reached, l.Next, l.Rests = c.Rank, c.Points, c.reached, d.Tier+c.Move, c.Rests
			results = append(results, l)
		}
		err = tx.SetResults(open.Week, results)
		last = d
	}
	if len(all) < divisionsPage {
		last = storage.DivisionKey{}
	}
	return last, err
}

// formDivisions makes the next divisions of a tier: the people with the most points in the
// week before meet each other. The last divisions of a tier are of equal size.
func formDivisions(tx *storage.Tx, week int, s step) (step, error) {
	tier := s.Last.Tier
	const ahead = formPage + 2*storage.DivisionSize
	all, err := tx.Promised(week, tier, *s.After, ahead)
	if err != nil {
		return s, err
	}
	ends := len(all) < ahead // these are all there are
	if !ends {
		all = all[:formPage]
	}
	next := s
	next.Last, next.After = &storage.DivisionKey{Tier: tier, Division: s.Last.Division}, new(storage.Leaguer)
	if !ends {
		*next.After = all[len(all)-1]
	}
	count := (len(all) + storage.DivisionSize - 1) / storage.DivisionSize
	seats := slices.Clone(all)
	for i := range seats {
		seats[i].Tier, seats[i].Absent = tier, all[i].Points == 0
		seats[i].Division = s.Last.Division + 1 + i*count/len(all)
	}
	next.Last.Division += count
	switch {
	case ends && tier == storage.Tiers:
		next = step{Phase: seatsNew, Next: s.Next}
	case ends:
		*next.Last = storage.DivisionKey{Tier: tier + 1}
	}
	return next, tx.SeatAll(s.Next, seats)
}

// sumTeams works out what the teams of communities behind one have in a week. It returns where
// to go on; over is true, and that zero, if these were the last.
func (p *Play) sumTeams(tx *storage.Tx, week int, after int64) (last int64, over bool, err error) {
	groups, last, more, err := tx.GroupsAfter(after, teamsPage, p.Guests)
	for _, id := range groups {
		if err != nil {
			break
		}
		var team []storage.Contender
		if team, err = tx.Team(id, week); err == nil {
			err = tx.SetTeam(week, storage.TeamScore{CommunityID: id, Points: teamPoints(team), People: len(team)})
		}
	}
	if !more {
		last = 0
	}
	return last, !more, err
}

// teamPoints is the median of the best five of a community's people in a week. Those who are
// missing have nothing.
func teamPoints(all []storage.Contender) int {
	points := make([]int, TeamSize)
	for _, c := range all {
		n, _, _ := bestOfWeek(c.Days, c.Week)
		points = append(points, n)
	}
	slices.Sort(points)
	slices.Reverse(points)
	return points[TeamSize/2]
}
