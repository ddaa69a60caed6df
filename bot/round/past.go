package round

import (
	"context"
	"fmt"
	"time"

	"reckon/storage"
)

// PastJob is the kind of the job that goes through the long past of a person who was linked, unlinked or
// forgotten, a page at a time. Its key is the step, the player's ID, and how far the step has come, such as
// "boards 12 345".
const PastJob = "past"

// These are the steps. Linking begins with stepVoid and stepLearn, unlinking with stepRestore and
// stepLearn, forgetting with stepForget.
const (
	// stepVoid goes through dailies for which several players of the person had an award, some days at a
	// time. It makes all awards void but the earliest. stepBoards follows.
	stepVoid = "void"
	// stepRestore undoes stepVoid, some days at a time, for awards of players who are no longer one
	// person. stepBoards follows.
	stepRestore = "restore"
	// stepBoards makes the boards again, a community at a time, and at last the World.
	stepBoards = "boards"
	// stepLearn learns the abilities again.
	stepLearn = "learn"
	// stepForget deletes what somebody who is forgotten has seen and typed, some rows at a time.
	stepForget = "forget"
)

const (
	// awardDays is how many days of awards one transaction looks at.
	awardDays = 20
	// pastPause is how long others may use the database before the next page.
	pastPause = 50 * time.Millisecond
)

// setPastJob sets the job that goes on with a step.
func setPastJob(tx *storage.Tx, step string, playerID, from int64, at time.Time) error {
	return tx.SetJob(storage.Job{Kind: PastJob, Key: fmt.Sprintf("%s %d %d", step, playerID, from), At: at})
}

// haveLongPast reports whether the past of one of these people is so long that PastJob must go through
// it.
func haveLongPast(tx *storage.Tx, players ...int64) (bool, error) {
	for _, id := range players {
		isLong, err := tx.HasLongPast(id)
		if err != nil || isLong {
			return isLong, err
		}
	}
	return false, nil
}

// RemakePast is the function of PastJob. It drops a job whose key it cannot read.
func (p *Play) RemakePast(ctx context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	var step string
	var playerID, from int64
	drop := func(tx *storage.Tx) error { return tx.DropJob(j.Kind, j.Key) }
	if _, err := fmt.Sscan(j.Key, &step, &playerID, &from); err != nil {
		return drop, nil
	}
	page, err := p.pastPage(ctx, step, playerID, from, now)
	if err != nil {
		return nil, err
	}
	return func(tx *storage.Tx) error {
		if err := drop(tx); err != nil {
			return err
		}
		return page(tx)
	}, nil
}

// pastPage returns the function that does the next page of a step. If there is no such step, the function
// does nothing.
func (p *Play) pastPage(
	ctx context.Context, step string, playerID, from int64, now time.Time,
) (func(*storage.Tx) error, error) {
	switch step {
	case stepVoid, stepRestore:
		return func(tx *storage.Tx) error { return awardsPage(tx, step, playerID, int(from), now) }, nil
	case stepBoards:
		return func(tx *storage.Tx) error { return boardsPage(tx, playerID, from, now) }, nil
	case stepLearn:
		return p.learnAgain(ctx, playerID, now)
	case stepForget:
		return func(tx *storage.Tx) error { return forgetPage(tx, playerID, from, now) }, nil
	}
	return func(*storage.Tx) error { return nil }, nil
}

// awardsPage makes later awards of some days void, or restores void ones. It sets the job that goes on.
func awardsPage(tx *storage.Tx, step string, playerID int64, from int, now time.Time) error {
	first, last, err := tx.DailyDays(playerID)
	if err != nil {
		return err
	}
	change := tx.VoidLater
	if step == stepRestore {
		change = tx.RestoreVoid
	}
	from = max(from, first)
	to := from + awardDays - 1
	if err := change(playerID, from, to); err != nil {
		return err
	}
	if to >= last {
		return setPastJob(tx, stepBoards, playerID, 0, now.Add(pastPause))
	}
	return setPastJob(tx, step, playerID, int64(to+1), now.Add(pastPause))
}

// boardsPage makes the boards of one community again. It sets the job that goes on, unless this was the
// last one.
func boardsPage(tx *storage.Tx, playerID, after int64, now time.Time) error {
	communityID, err := tx.ShowPage(playerID, after, now)
	if err != nil || communityID == 0 {
		return err
	}
	return setPastJob(tx, stepBoards, playerID, communityID, now.Add(pastPause))
}

// forgetPage deletes some of what a player has seen and typed. It sets the job that goes on, unless
// nothing is left.
func forgetPage(tx *storage.Tx, playerID, from int64, now time.Time) error {
	next, more, err := tx.ForgetPage(playerID, from)
	if err != nil || !more {
		return err
	}
	return setPastJob(tx, stepForget, playerID, next, now.Add(pastPause))
}

// learnAgain learns a person's abilities from their attempts, which are read before the transaction.
// If they have made another attempt meanwhile, it learns once more.
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
