package round

import (
	"strconv"
	"time"

	"reckon/engine"
	"reckon/storage"
)

// WaitJob is the kind of the job that tells a person that a puzzle is over. Its key is the ID of the
// row that says so.
const WaitJob = "wait"

// waitEvery is how long it takes at most until it is looked whether a puzzle is over.
const waitEvery = time.Hour

// Wait has a person told at their place when a puzzle is over whose solution they were refused. It
// reports false if they may see it now.
func (p *Play) Wait(tx *storage.Tx, a Act, puzzle engine.Puzzle) (bool, error) {
	b, err := barrier(tx, a, classesShown(puzzle), 0)
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
	return true, waitUntil(tx, id, nextLook(b, a.At))
}

// nextLook is when it is looked again whether a puzzle is over.
func nextLook(b Barrier, at time.Time) time.Time {
	isOfDay := !b.Until.IsZero()
	if isOfDay && b.Until.Sub(at) < waitEvery {
		return b.Until
	}
	return at.Add(waitEvery)
}

// EndWait ends a wait whose job has come, if the puzzle is over, and returns it; nil: there is nothing
// to tell yet.
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
	a := Act{Person: storage.Player{ID: w.PlayerID}, At: now}
	b, err := barrier(tx, a, classesShown(puzzle), 0)
	if err != nil {
		return nil, err
	}
	if !b.IsPlayed() {
		return &w, dropWait(tx, id)
	}
	if err := setWaitClass(tx, id, b.Class); err != nil {
		return nil, err
	}
	return nil, waitUntil(tx, id, nextLook(b, now))
}

// wakeWaits has it looked at once whether what people wait for is over.
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

func waitUntil(tx *storage.Tx, id int64, at time.Time) error {
	return tx.SetJob(storage.Job{Kind: WaitJob, Key: strconv.FormatInt(id, 10), At: at})
}

func dropWait(tx *storage.Tx, id int64) error {
	if err := deleteWait(tx, id); err != nil {
		return err
	}
	return tx.DropJob(WaitJob, strconv.FormatInt(id, 10))
}
