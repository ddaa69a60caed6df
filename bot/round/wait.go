package round

import (
	"context"
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

// EndWait ends a wait whose job has come, if the puzzle is over. ok is false if there is nothing to
// tell.
func (p *Play) EndWait(tx *storage.Tx, id int64, now time.Time) (w Wait, puzzle engine.Puzzle, ok bool, err error) {
	w, isThere, err := storage.Found(waitOf(tx, id))
	if err != nil {
		return w, nil, false, err
	}
	if !isThere {
		return w, nil, false, dropWait(tx, id)
	}
	puzzle, err = p.Parse(w.Puzzle)
	if err != nil {
		return w, nil, false, err
	}
	a := Act{Person: storage.Player{ID: w.PlayerID}, At: now}
	b, err := barrier(tx, a, classesShown(puzzle), 0)
	if err != nil {
		return w, nil, false, err
	}
	if !b.IsPlayed() {
		return w, puzzle, true, dropWait(tx, id)
	}
	if err := setWaitClass(tx, id, b.Class); err != nil {
		return w, nil, false, err
	}
	return w, nil, false, waitUntil(tx, id, nextLook(b, now))
}

// wakeWaits has it looked at once whether what people wait for is over.
func wakeWaits(tx *storage.Tx, r Round, at time.Time) error {
	if !r.Mode.Shared || r.Own {
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

// UntouchedJob is the kind of the job that closes rounds in private chats that nobody touches. Its
// key is empty.
const UntouchedJob = "untouched"

const (
	// untouchedFor is for how long nobody touches a round in a private chat until it is closed.
	untouchedFor = 30 * 24 * time.Hour
	// untouchedRows is how many are closed in a transaction, and untouchedEvery how long the next one
	// waits if there are more.
	untouchedRows  = 200
	untouchedEvery = time.Second
	// untouchedAgain is the pause after none was found.
	untouchedAgain = 6 * time.Hour
)

// CloseUntouched is the job that closes rounds in private chats that nobody touches, without a word.
func (p *Play) CloseUntouched(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	var ids []int64
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		ids, err = untouchedRounds(tx, now.Add(-untouchedFor), untouchedRows)
		return err
	})
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		for _, id := range ids {
			if err := closeUntouched(tx, id, now); err != nil {
				return err
			}
		}
		again := untouchedAgain
		if len(ids) == untouchedRows {
			again = untouchedEvery
		}
		return tx.SetJob(storage.Job{Kind: j.Kind, Key: j.Key, At: now.Add(again)})
	}, nil
}
