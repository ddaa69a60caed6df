package round

import (
	"context"
	"strconv"
	"time"

	"reckon/storage"
)

// WorldJob is the kind of the job that sums up the boards of the World once, after an upgrade
// from a version that counted other rounds than dailies there. Its key is the player behind whom
// it goes on; empty: it begins.
const WorldJob = "world"

const (
	// worldPage is how many people's sums are made in one transaction, and worldPause how long
	// others may use the database before the next.
	worldPage  = 10
	worldPause = 50 * time.Millisecond
)

// SumWorld is the job. It may begin again at any time, and leaves everything as it is once it has
// reached everybody.
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
