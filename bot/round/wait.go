package round

import (
	"strconv"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// WaitJob is the kind of the job that tells a person that a puzzle is over. Its key is the ID of a row
// of waits.
const WaitJob = "wait"

// waitEvery is the time between two checks whether a puzzle is over.
const waitEvery = time.Hour

// Wait stores that a person wants to be told when a puzzle is over, because its solution was shown neither to
// them nor at the place where they are. It returns false if it may be shown now.
func (p *Play) Wait(tx *storage.Tx, a Act, puzzle engine.Puzzle) (bool, error) {
	b, err := barrierHere(tx, a, classesGivenAway(puzzle), 0)
	if err != nil || !b.IsPlayed() {
		return false, err
	}
	id, err := saveWait(tx, Wait{
		PlayerID:    a.Person.ID,
		CommunityID: a.Community.ID,
		Channel:     a.Channel,
		Puzzle:      puzzle.ID(),
		Class:       b.Class,
	}, a.At)
	if err != nil {
		return false, err
	}
	return true, waitUntil(tx, id, nextCheck(b, a.At))
}

// nextCheck returns when to check again whether a puzzle is over.
func nextCheck(b Barrier, at time.Time) time.Time {
	isOfDay := !b.Until.IsZero()
	if isOfDay && b.Until.Sub(at) < waitEvery {
		return b.Until
	}
	return at.Add(waitEvery)
}

// EndWait ends a wait if the puzzle is over, and returns the wait; nil if the puzzle is not over yet. EndWait is
// the function of the wait's job.
func (p *Play) EndWait(tx *storage.Tx, id int64, now time.Time) (*Wait, error) {
	w, isThere, err := storage.Found(waitOf(tx, id))
	if err != nil {
		return nil, err
	}
	if !isThere {
		return nil, dropWait(tx, id)
	}
	puzzle, err := p.Parse(w.Puzzle)
	if err != nil {
		return nil, err
	}
	a := Act{Person: storage.Player{ID: w.PlayerID}, Community: storage.Community{ID: w.CommunityID}, At: now}
	b, err := barrierHere(tx, a, classesGivenAway(puzzle), 0)
	if err != nil {
		return nil, err
	}
	if !b.IsPlayed() {
		return &w, dropWait(tx, id)
	}
	if err := setWaitClass(tx, id, b.Class); err != nil {
		return nil, err
	}
	return nil, waitUntil(tx, id, nextCheck(b, now))
}

// wakeWaits is called when a round has ended. It makes the jobs of those who wait for its puzzle run
// now.
func wakeWaits(tx *storage.Tx, r Round, at time.Time) error {
	if !r.Mode.Shared || r.Custom {
		return nil
	}
	ids, err := waitsFor(tx, r.Class)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := waitUntil(tx, id, at); err != nil {
			return err
		}
	}
	return nil
}

// waitUntil sets when the job of a wait runs.
func waitUntil(tx *storage.Tx, id int64, at time.Time) error {
	return tx.SetJob(storage.Job{Kind: WaitJob, Key: strconv.FormatInt(id, 10), At: at})
}

// dropWait deletes a wait and its job.
func dropWait(tx *storage.Tx, id int64) error {
	if err := deleteWait(tx, id); err != nil {
		return err
	}
	return tx.DropJob(WaitJob, strconv.FormatInt(id, 10))
}
