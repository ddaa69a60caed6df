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

// closeWeek runs a step of the job, and schedules the next step.
func closeWeek(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	return func(tx *storage.Tx) error {
		wait, err := closeStep(tx, now)
		if err != nil {
			return err
		}
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(wait)})
	}, nil
}

// closeStep does a part of what is left to do to close the open week, which is the latest that has begun. It
// does nothing while that week is not over. It returns how long to wait before the next part.
//
// First the divisions are closed. Then their people get seats in the divisions of the next week, those with
// similar points together. Then people who wait for the next week get seats, and that week begins.
func closeStep(tx *storage.Tx, now time.Time) (time.Duration, error) {
	open, hasBegun, err := storage.Found(openWeek(tx))
	if err != nil || !hasBegun {
		return lookEvery, err
	}
	wasAhead, err := pullBackIfAhead(tx, open.Week, now)
	if err != nil || wasAhead {
		return pause, err
	}
	end := open.Week.closing()
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
	more, err = seatTiers(tx, open.Week, next, now)
	if err != nil || more {
		return pause, err
	}
	waiting, err := seatWaiting(tx, next, waitingPage)
	if err != nil || waiting > 0 {
		return pause, err
	}
	return pause, begin(tx, next)
}

// pullBackIfAhead repairs the league if a process whose clock was ahead has begun a week in the future, in which
// nobody would get a seat before that week comes. It reports whether that was so. If the open week is the
// next one, nothing has to be repaired: it comes within a week.
func pullBackIfAhead(tx *storage.Tx, open week, now time.Time) (bool, error) {
	current := weekOf(round.Number(now.UTC()))
	isAhead := open > current.next()
	if !isAhead {
		return false, nil
	}
	return true, pullBack(tx, open, current)
}

// weekAfter returns the week that people of a closed week get seats in. If a later week has divisions
// already, it is that week. Otherwise it is the first later week that is not over. So weeks in which no
// process ran are skipped.
func weekAfter(tx *storage.Tx, closed week, now time.Time) (week, error) {
	next, hasDivisions, err := storage.Found(nextWeek(tx, closed))
	if err != nil || hasDivisions {
		return next, err
	}
	next = closed.next()
	for !now.Before(next.closing()) {
		next = next.next()
	}
	return next, nil
}

// closeDivisions stores how some divisions of a week ended, and reports whether there were any. After the
// last of them it moves people up into tiers that would have too few (fillTiers).
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
			l := r.person.leaguer
			l.Place = r.Rank
			l.Points = r.score.Points
			l.Reached = r.score.reached
			l.Next = d.Tier + r.Move
			results = append(results, l)
		}
	}
	if err := storeResults(tx, open.Week, divisions, results); err != nil {
		return false, err
	}
	if !isLast {
		return true, nil
	}
	// The next step finds no open division, and goes on with the seats.
	return true, fillTiers(tx, open.Week)
}

// seatTiers gives some people of a closed week seats in the next one, and reports whether it did. People with
// similar points come into the same division. Divisions are full, but the last people of a tier are spread evenly over
// theirs. Those who earned something will be told how the week ended.
func seatTiers(tx *storage.Tx, closed, next week, now time.Time) (more bool, err error) {
	// At most this many people of a tier are read. If fewer are found, they are all that is left of the tier. Then they are
	// seated at once, so that they can be spread evenly. Otherwise the first of them fill whole divisions.
	const many = seatsPage + 2*divisionSize
	for tier := 1; tier <= tiers; tier++ {
		all, err := unseated(tx, closed, tier, many)
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
		for i := range all {
			all[i].Tier = tier
			all[i].Division = made + 1 + divisionIndex(i, len(all))
			// The points are still those of the closed week. Who has none was absent in it.
			all[i].Absent = all[i].Points == 0
		}
		if err := seatAll(tx, next, all); err != nil {
			return false, err
		}
		return true, setResultJobs(tx, all, now)
	}
	return false, nil
}

// divisionIndex returns the index of the division into which a person comes if people are spread evenly over as
// few divisions as can hold them. i is the index of the person. With 15 people in a division at most, 40 people
// make three divisions of 14, 13 and 13: the first 14 come into division 0, and the last 13 into division 2.
func divisionIndex(i, people int) int {
	divisions := (people + divisionSize - 1) / divisionSize
	return i * divisions / people
}
