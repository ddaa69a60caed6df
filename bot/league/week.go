package league

import (
	"context"
	"time"

	"reckon/bot/round"
	"reckon/storage"
)

// weekJob is the kind of the job that closes a week of the league once it is over everywhere,
// and makes the divisions of the next; its key is empty. What is left to do follows from the rows
// of the week, so after a process was killed, another goes on where it was.
const weekJob = "league"

const (
	// divisionsPage, seatsPage and waitingPage are how many rows of each kind are written in one
	// transaction, and pause how long others may use the database before the next.
	divisionsPage = 4
	seatsPage     = 4 * divisionSize
	waitingPage   = 20
	pause         = 200 * time.Millisecond
	// lookEvery is how often it is looked whether a week is over.
	lookEvery = time.Hour
)

// closeWeek is the job.
func closeWeek(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		wait, err := advance(tx, now)
		if err != nil {
			return err
		}
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(wait)})
	}, nil
}

// advance does a page of what is left to do of the week that goes on, if it is over, and returns
// how long the next page may wait. First the divisions are closed; then the people with the most
// points in each tier get seats beside each other; then those who have come meanwhile do, and the
// next week begins.
func advance(tx *storage.Tx, now time.Time) (time.Duration, error) {
	open, is, err := storage.Found(openWeek(tx))
	if err != nil || !is {
		return lookEvery, err
	}
	if current := sundayOf(round.UnixDay(round.Number(now.UTC()))); open.Week > current+7 {
		// A clock was ahead: until then nobody would get a place.
		return 0, pullBack(tx, open.Week, current)
	}
	if end := closing(open.Week); now.Before(end) {
		return min(lookEvery, end.Sub(now)), nil
	}
	more, err := closeDivisions(tx, open)
	if err != nil || more {
		return pause, err
	}
	next, err := weekAfter(tx, open.Week, now)
	if err != nil {
		return 0, err
	}
	more, err = seatTiers(tx, open.Week, next)
	if err != nil || more {
		return pause, err
	}
	waiting, err := seatWaiting(tx, next, waitingPage)
	if err != nil || waiting > 0 {
		return pause, err
	}
	return 0, begin(tx, next)
}

// weekAfter returns the week that follows one that is over: that whose divisions are made already
// or the next that is not over, since nobody played while no process ran.
func weekAfter(tx *storage.Tx, week int, now time.Time) (int, error) {
	next, begun, err := storage.Found(nextWeek(tx, week))
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
func closeDivisions(tx *storage.Tx, open leagueWeek) (more bool, err error) {
	divisions, err := openDivisions(tx, open.Week, divisionsPage+1)
	if err != nil || len(divisions) == 0 {
		return false, err
	}
	isLast := len(divisions) <= divisionsPage
	if !isLast {
		divisions = divisions[:divisionsPage]
	}
	people, err := contendersOf(tx, open.Week, divisions...)
	if err != nil {
		return false, err
	}
	of := map[divisionKey][]contender{}
	for _, c := range people {
		d := divisionKey{Tier: c.Tier, Division: c.Division}
		of[d] = append(of[d], c)
	}
	var results []leaguer
	for _, d := range divisions {
		for _, c := range ranked(of[d], d.Tier, open.Lowest) {
			l := c.leaguer
			l.Place = c.Rank
			l.Points = c.Points
			l.Reached = c.reached
			l.Next = d.Tier + c.Move
			l.Rests = c.Rests
			results = append(results, l)
		}
	}
	if err := storeResults(tx, open.Week, divisions, results); err != nil {
		return false, err
	}
	if isLast {
		err = fillTiers(tx, open.Week)
	}
	return true, err
}

// seatTiers seats some people of a closed week in the next one, and reports whether it did. The
// people with the most points meet each other. The last divisions of a tier are of equal size.
func seatTiers(tx *storage.Tx, week, next int) (more bool, err error) {
	const ahead = seatsPage + 2*divisionSize
	for tier := 1; tier <= tiers; tier++ {
		all, err := unseated(tx, week, tier, ahead)
		if err != nil {
			return false, err
		}
		if len(all) == 0 {
			continue
		}
		if len(all) == ahead {
			all = all[:seatsPage]
		}
		made, err := divisionCount(tx, next, tier)
		if err != nil {
			return false, err
		}
		count := (len(all) + divisionSize - 1) / divisionSize
		for i := range all {
			all[i].Tier = tier
			all[i].Division = made + 1 + i*count/len(all)
			all[i].Absent = all[i].Points == 0
		}
		return true, seatAll(tx, next, all)
	}
	return false, nil
}
