package round

import (
	"context"
	"strconv"
	"time"

	"reckon/storage"
)

// WorldJob is the kind of the job that sums up the boards of the World once, after an upgrade
// from a version that summed them up in another way. Its key is the last player that was summed
// up; empty: the job has not begun.
const WorldJob = "world"

const (
	// worldPage is how many players are summed up in one transaction.
	worldPage = 10
	// worldPause is the time before the next transaction, in which others may use the database.
	worldPause = 50 * time.Millisecond
)

// SumWorld is the function of WorldJob. It may begin again at any time. Once it has reached everybody,
// it changes nothing.
func (p *Play) SumWorld(_ context.Context, j storage.Job, now time.Time) (func(*storage.Tx) error, error) {
	after, err := strconv.ParseInt(j.Key, 10, 64)
	if err != nil {
		after = 0
	}
	return func(tx *storage.Tx) error {
		if err := tx.DropJob(j.Kind, j.Key); err != nil {
			return err
		}
		isSummed, err := tx.IsWorldSummed()
		if err != nil || isSummed {
			return err
		}
		last, err := tx.SumWorldAgain(after, worldPage, now)
		if err != nil {
			return err
		}
		if last == 0 {
			return tx.SetWorldSummed()
		}
		return tx.SetJob(storage.Job{Kind: WorldJob, Key: strconv.FormatInt(last, 10), At: now.Add(worldPause)})
	}, nil
}
