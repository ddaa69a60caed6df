package round

import (
	"context"
	"fmt"
	"time"

	"reckon/storage"
)

// PastJob is the kind of the job that makes a long past again, a page at a time: of who was linked,
// parted or forgotten. Its key is the step, the player, and how far the step is, "boards 12 345".
const PastJob = "past"

// The steps.
const (
	// stepVoid makes later awards for the same dailies void, some days at a time; then come the boards.
	stepVoid = "void"
	// stepBoards makes the boards again, a community at a time, and at last the World.
	stepBoards = "boards"
	// stepLearn learns the abilities again.
	stepLearn = "learn"
	// stepForget deletes what somebody who is forgotten has seen and typed, some rows at a time.
	stepForget = "forget"
)

const (
	// voidDays is of how many days the awards are looked at in one transaction.
	voidDays = 20
	// pastPause is how long others may use the database before the next page.
	pastPause = 50 * time.Millisecond
)

// setPastJob sets the job that goes on with a step.
func setPastJob(tx *storage.Tx, step string, playerID, from int64, at time.Time) error {
	return tx.SetJob(storage.Job{Kind: PastJob, Key: fmt.Sprintf("%s %d %d", step, playerID, from), At: at})
}

// haveLongPast reports whether one of some persons has a past that is made again by PastJob.
func haveLongPast(tx *storage.Tx, players ...int64) (bool, error) {
	for _, id := range players {
		isLong, err := tx.HasLongPast(id)
		if err != nil || isLong {
			return isLong, err
		}
	}
	return false, nil
}

// RemakePast is the function of PastJob.
func (p *Play) RemakePast(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	var step string
	var playerID, from int64
	_, err := fmt.Sscan(j.Key, &step, &playerID, &from)
	page := func(*storage.Tx) error { return nil }
	switch {
	case err != nil:
		// It is dropped.
	case step == stepVoid:
		page = func(tx *storage.Tx) error { return voidPage(tx, playerID, int(from), now) }
	case step == stepBoards:
		page = func(tx *storage.Tx) error { return boardsPage(tx, playerID, from, now) }
	case step == stepForget:
		page = func(tx *storage.Tx) error { return forgetPage(tx, playerID, from, now) }
	case step == stepLearn:
		page, err = p.learnAgain(ctx, playerID, now)
		if err != nil {
			return nil, err
		}
	}
	return func(tx *storage.Tx) error {
		if err := tx.DropJob(j.Kind, j.Key); err != nil {
			return err
		}
		return page(tx)
	}, nil
}

// voidPage makes later awards of some days void, and sets the job that goes on.
func voidPage(tx *storage.Tx, playerID int64, from int, now time.Time) error {
	first, last, err := tx.DailyDays(playerID)
	if err != nil {
		return err
	}
	from = max(from, first)
	to := from + voidDays - 1
	if err := tx.VoidLater(playerID, from, to); err != nil {
		return err
	}
	if to >= last {
		return setPastJob(tx, stepBoards, playerID, 0, now.Add(pastPause))
	}
	return setPastJob(tx, stepVoid, playerID, int64(to+1), now.Add(pastPause))
}

// boardsPage makes the boards of one community again, and sets the job that goes on, if it does.
func boardsPage(tx *storage.Tx, playerID, after int64, now time.Time) error {
	communityID, err := tx.ShowPage(playerID, after, now)
	if err != nil || communityID == 0 {
		return err
	}
	return setPastJob(tx, stepBoards, playerID, communityID, now.Add(pastPause))
}

// forgetPage deletes some of what a player has seen and typed, and sets the job that goes on, if it
// does.
func forgetPage(tx *storage.Tx, playerID, from int64, now time.Time) error {
	next, more, err := tx.ForgetPage(playerID, from)
	if err != nil || !more {
		return err
	}
	return setPastJob(tx, stepForget, playerID, next, now.Add(pastPause))
}

// learnAgain learns a person's abilities from their attempts, which are read before the transaction.
// If they have made another one meanwhile, it is done again.
func (p *Play) learnAgain(ctx context.Context, playerID int64, now time.Time) (func(*storage.Tx) error, error) {
	var all []RatedAttempt
	var last int64
	err := p.store.Read(ctx, func(tx *storage.Tx) error {
		var err error
		last, err = lastRatedOf(tx, playerID)
		if err != nil {
			return err
		}
		all, err = ratedOf(tx, playerID)
		return err
	})
	if err != nil {
		return nil, err
	}
	abilities := abilitiesBy(all)
	return func(tx *storage.Tx) error {
		if err := tx.LockPlayers(playerID); err != nil {
			return err
		}
		newest, err := lastRatedOf(tx, playerID)
		if err != nil {
			return err
		}
		if newest != last {
			return setPastJob(tx, stepLearn, playerID, 0, now.Add(pastPause))
		}
		return setAbilities(tx, playerID, abilities)
	}, nil
}
