package play

import (
	"context"
	"time"

	"reckon/storage"
)

// LeagueJob is the kind of the job that closes a week of the league once it is over everywhere,
// and makes the divisions of the next; its key is empty. What is left to do follows from the rows
// of the week, so after a process was killed, another goes on where it was.
const LeagueJob = "league"

const (
	// divisionsPage, seatsPage and waitingPage are how many rows of each kind are written in one
	// transaction, and leaguePause how long others may use the database before the next.
	divisionsPage = 4
	seatsPage     = 4 * storage.DivisionSize
	waitingPage   = 20
	leaguePause   = 200 * time.Millisecond
	// leagueEvery is how often it is looked whether a week is over.
	leagueEvery = time.Hour
)

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

// advance does a page of what is left to do of the week that goes on, if it is over, and returns
// how long the next page may wait. First the divisions are closed; then the people with the most
// points in each tier get seats beside each other; then those who have come meanwhile do, and the
// next week begins.
func (p *Play) advance(tx *storage.Tx, now time.Time) (time.Duration, error) {
	open, is, err := storage.Found(tx.League())
	if err != nil || !is {
		return leagueEvery, err
	}
	if end := closing(open.Week); now.Before(end) {
		return min(leagueEvery, end.Sub(now)), nil
	}
	more, err := closeDivisions(tx, open)
	if err != nil || more {
		return leaguePause, err
	}
	next, err := weekAfter(tx, open.Week, now)
	if err != nil {
		return 0, err
	}
	more, err = seatTiers(tx, open.Week, next)
	if err != nil || more {
		return leaguePause, err
	}
	waiting, err := tx.SeatWaiting(next, waitingPage)
	if err != nil || waiting > 0 {
		return leaguePause, err
	}
	return 0, tx.BeginLeague(next)
}

// weekAfter returns the week that follows one that is over: that whose divisions are made already
// or the next that is not over, since nobody played while no process ran.
func weekAfter(tx *storage.Tx, week int, now time.Time) (int, error) {
	next, begun, err := storage.Found(tx.NextWeek(week))
	if err != nil || begun {
		return next, err
	}
	next = week + 7
	for !now.Before(closing(next)) {
		next += 7
	}
	return next, nil
}

// closeDivisions stores how some divisions of a week ended, and reports whether it did. With the
// last of them it lets people move up where a tier has room.
func closeDivisions(tx *storage.Tx, open storage.LeagueWeek) (more bool, err error) {
	divisions, err := tx.OpenDivisions(open.Week, divisionsPage+1)
	if err != nil || len(divisions) == 0 {
		return false, err
	}
	isLast := len(divisions) <= divisionsPage
	if !isLast {
		divisions = divisions[:divisionsPage]
	}
	people, err := tx.Contenders(open.Week, divisions...)
	if err != nil {
		return false, err
	}
	of := map[storage.DivisionKey][]storage.Contender{}
	for _, c := range people {
		d := storage.DivisionKey{Tier: c.Tier, Division: c.Division}
		of[d] = append(of[d], c)
	}
	var results []storage.Leaguer
	for _, d := range divisions {
		for _, c := range ranked(of[d], d.Tier, open.Lowest) {
			l := c.Leaguer
			l.Place = c.Rank
			l.Points = c.Points
			l.Reached = c.reached
			l.Next = d.Tier + c.Move
			l.Rests = c.Rests
			results = append(results, l)
		}
	}
	if err := tx.CloseDivisions(open.Week, divisions, results); err != nil {
		return false, err
	}
	if isLast {
		err = tx.FillTiers(open.Week)
	}
	return true, err
}

// seatTiers seats some people of a closed week in the next one, and reports whether it did. The
// people with the most points meet each other. The last divisions of a tier are of equal size.
func seatTiers(tx *storage.Tx, week, next int) (more bool, err error) {
	const ahead = seatsPage + 2*storage.DivisionSize
	for tier := 1; tier <= storage.Tiers; tier++ {
		all, err := tx.Unseated(week, tier, ahead)
		if err != nil {
			return false, err
		}
		if len(all) == 0 {
			continue
		}
		if len(all) == ahead {
			all = all[:seatsPage]
		}
		made, err := tx.DivisionCount(next, tier)
		if err != nil {
			return false, err
		}
		count := (len(all) + storage.DivisionSize - 1) / storage.DivisionSize
		for i := range all {
			all[i].Tier = tier
			all[i].Division = made + 1 + i*count/len(all)
			all[i].Absent = all[i].Points == 0
		}
		return true, tx.SeatAll(next, all)
	}
	return false, nil
}
