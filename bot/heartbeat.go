package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"reckon/storage"
)

const (
	// heartbeatEvery is how often the loop shows that it gets on, and so the
	// longest that it waits.
	heartbeatEvery = 20 * time.Second
	// HeartbeatAge is how old the last heartbeat of a bot is that is stuck or has
	// ended. No single step of the loop takes as long: a post ends within 25 s, a
	// search for solutions within 2 s.
	HeartbeatAge = 3 * heartbeatEvery
	// heartbeat is the name of the fact in the database, in Unix ms.
	heartbeat = "heartbeat"
)

// beat stores that the loop gets on, unless it did so lately. Nothing else
// writes the heartbeat: that the process runs proves little.
func (b *Bot) beat(ctx context.Context) error {
	now := b.now()
	b.mu.Lock()
	since := now.Sub(b.beaten)
	b.mu.Unlock()
	if since >= 0 && since < heartbeatEvery {
		return nil
	}
	err := b.store.Write(ctx, func(tx *storage.Tx) error {
		return tx.SetMeta(heartbeat, strconv.FormatInt(now.UnixMilli(), 10))
	})
	if err != nil {
		return fmt.Errorf("heartbeat: %w", err)
	}
	b.mu.Lock()
	b.beaten = now
	b.mu.Unlock()
	return nil
}

// ErrNoHeartbeat says that no bot has ever served from a database.
var ErrNoHeartbeat = errors.New("no bot has served from this database yet")

// LastHeartbeat is when the loop of a bot last got on, in this process or
// another; ErrNoHeartbeat if there was none.
func LastHeartbeat(ctx context.Context, store *storage.Store) (at time.Time, err error) {
	err = store.Read(ctx, func(tx *storage.Tx) error {
		text, err := tx.Meta(heartbeat)
		if errors.Is(err, storage.ErrNotFound) {
			return ErrNoHeartbeat
		}
		if err != nil {
			return err
		}
		ms, err := strconv.ParseInt(text, 10, 64)
		at = time.UnixMilli(ms)
		return err
	})
	return at, err
}
