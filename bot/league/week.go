package league

import (
	"context"
	"time"

	"reckon/bot/round"
	"reckon/storage"
)

// weekJob is the kind of the job that closes a week of the league when it is over everywhere, and makes
// the divisions of the next one. Its key is empty. The rows of the week say what is left to do. So if
// a process is killed, another goes on from there.
const weekJob = "league"

const (
	// divisionsPage is how many divisions are closed in one transaction.
	divisionsPage = 2
	// seatsPage is how many people of a closed week get a seat in one transaction.
	seatsPage = 2 * divisionSize
	// waitingPage is how many people who wait get a seat in one transaction.
	waitingPage = 20
	// pause is how long others may use the database before the next of these transactions.
	pause = 100 * time.Millisecond
	// lookEvery is how often the job looks whether the week is over.
	lookEvery = time.Hour
)

// closeWeek is the job of weekJob.
func closeWeek(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		wait, err := advance(tx, now)
		if err != nil {
			return err
		}
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(wait)})
	}, nil
}

// advance does a part of what is left to do to close the open week, which is the latest that has begun. It
// does nothing while that week is not over. It returns how long to wait before the next part.
//
// First the divisions are closed. Then their people get seats in the divisions of the next week, those with
// similar points together. Then people who wait for the next week get seats, and that week begins.
func advance(tx *storage.Tx, now time.Time) (time.Duration, error) {
	open, hasBegun, err := storage.Found(openWeek(tx))
	if err != nil || !hasBegun {
		return lookEvery, err
	}
	// This is the current week by the calendar. The number of a week is that of its last day.
	current := weekOf(round.Number(now.UTC()))
	isFarAhead := open.Week > current+7
	if isFarAhead {
		// A process whose clock was ahead has begun a week in the future. Nobody would get a seat before
		// that week. If the clock was ahead by less than a week, nothing has to be mended: the open week
		// ends soon.
		return pause, pullBack(tx, open.Week, current)
	}
	end := closing(open.Week)
	if now.Before(end) {
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
	return pause, begin(tx, next)
}

// weekAfter returns the week that people of a closed week get seats in. If a later week has divisions
// already, it is that week. Otherwise it is the first later week that is not over. So weeks in which no
// process ran are skipped.
func weekAfter(tx *storage.Tx, week int, now time.Time) (int, error) {
	next, hasDivisions, err := storage.Found(nextWeek(tx, week))
	if err != nil || hasDivisions {
		return next, err
	}
	next = week + 7
	for !now.Before(closing(next)) {
		next += 7
	}
	return next, nil
}

// closeDivisions stores how some divisions of a week ended, and reports whether there were any. After
// the last of them it fills tiers that have too few people, from divisions that are not too small.
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
	byDivision := map[divisionKey][]contender{}
	for _, c := range people {
		d := divisionKey{Tier: c.Tier, Division: c.Division}
		byDivision[d] = append(byDivision[d], c)
	}
	var results []leaguer
	for _, d := range divisions {
		for _, r := range ranked(byDivision[d], d.Tier, open.Lowest) {
			l := r.leaguer
			l.Place = r.Rank
			l.Points = r.Points
			l.Reached = r.reached
			l.Next = d.Tier + r.Move
			l.Rests = r.Rests
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

// seatTiers gives some people of a closed week seats in the next one, and reports whether it did. People with
// similar points come into the same division. The last divisions of a tier are about equally large.
func seatTiers(tx *storage.Tx, week, next int) (more bool, err error) {
	// If at least this many people of a tier have no seat, whole divisions are made of the first of them.
	// If there are fewer, they are all seated at once, so that they can be spread evenly.
	const many = seatsPage + 2*divisionSize
	for tier := 1; tier <= tiers; tier++ {
		all, err := unseated(tx, week, tier, many)
		if err != nil {
			return false, err
		}
		if len(all) == 0 {
			continue
		}
		if len(all) == many {
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
