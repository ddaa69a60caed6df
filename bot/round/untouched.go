package round

import (
	"context"
	"time"

	"reckon/storage"
)

// UntouchedJob is the kind of the job that closes rounds in private chats that nobody touches. Its
// key is empty.
const UntouchedJob = "untouched"

const (
	// untouchedFor is how long a round in a private chat must be untouched before it is closed.
	untouchedFor = 30 * 24 * time.Hour
	// untouchedRows is how many rounds are closed in a transaction.
	untouchedRows = 200
	// untouchedEvery is the pause before the next transaction if there may be more rounds to close.
	untouchedEvery = time.Second
	// untouchedAgain is the pause after the last of these rounds is closed.
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
