package league

import (
	"context"
	"time"

	"reckon/bot/round"
	"reckon/storage"
)

// weekJob is the kind of the job that closes a week of the league when the week is over everywhere, and makes
// the divisions of the next one. The job's key is empty. The rows of the week say what is left to do. So if
// a process is killed, another one goes on from there.
const weekJob = "league"

const (
	// divisionsPage is how many divisions are closed in one transaction.
	divisionsPage = 2
	// seatsPage is how many people of a closed week get a seat in one transaction.
	seatsPage = 2 * divisionSize
	// waitingPage is how many people who wait get a seat in one transaction.
	waitingPage = 20
	// pause is how long the job waits between these transactions, so that others can use the database.
	pause = 100 * time.Millisecond
	// lookEvery is how often the job looks whether the week is over.
	lookEvery = time.Hour
)

// closeWeek runs the job: it takes a step, and schedules the next one.
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
	isRepaired, err := pullBackIfAhead(tx, open.Week, now)
	if err != nil || isRepaired {
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

// pullBackIfAhead repairs the league if a process whose clock was ahead has begun a week in the future. Otherwise
// nobody would get a seat before that week comes. It reports whether it had to do so. If the open week is the next
// one, it does nothing: that week soon comes.
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

// closeDivisions stores how some divisions of a week ended. more is false if there were none left to close. After the
// last of them it moves people up into tiers that would have too few (fillTiers).
func closeDivisions(tx *storage.Tx, open leagueWeek) (more bool, err error) {
	// One division more is read than is closed, to see whether these are the last.
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
			result := r.person.leaguer
			result.Place = r.Rank
			result.Points = r.score.Points
			result.Reached = r.score.reached
			result.Next = d.Tier + r.Move
			results = append(results, result)
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

// seatTiers gives some people of a closed week seats in the next one: the next people of the first tier that has any
// without a seat. more is false if nobody was left. People with similar points come into the same division. Divisions
// are full, except for the last ones of a tier: over these the last people are spread evenly. It also sets the jobs
// that tell these people how the week ended.
func seatTiers(tx *storage.Tx, closed, next week, now time.Time) (more bool, err error) {
	// many is how many people of a tier are read at most. If fewer are left of the tier, all of them are seated now, so
	// that they can be spread evenly. Otherwise the first seatsPage of them fill whole divisions now.
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
		divisionsMade, err := divisionCount(tx, next, tier)
		if err != nil {
			return false, err
		}
		for i := range all {
			all[i].Tier = tier
			all[i].Division = divisionsMade + 1 + divisionIndex(i, len(all))
			// The points are still those of the closed week.
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
