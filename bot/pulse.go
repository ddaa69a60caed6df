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
	// pulseEvery is how often the loop shows that it gets on, and so the
	// longest that it waits.
	pulseEvery = 20 * time.Second
	// PulseAge is the age from which on a pulse is that of a bot that is stuck
	// or has ended. No single step of the loop takes as long: a post ends within
	// 25 s, a search for solutions within 2 s.
	PulseAge = 3 * pulseEvery
	// pulse is the name of the fact in the database, in Unix ms.
	pulse = "pulse"
)

// beat stores that the loop gets on, unless it did so lately. Nothing else
// writes the pulse: that the process runs proves little.
func (b *Bot) beat(ctx context.Context) error {
	now := b.now()
	b.mu.Lock()
	since := now.Sub(b.beaten)
	b.mu.Unlock()
	if since >= 0 && since < pulseEvery {
		return nil
	}
	err := b.store.Write(ctx, func(tx *storage.Tx) error {
		return tx.SetMeta(pulse, strconv.FormatInt(now.UnixMilli(), 10))
	})
	if err != nil {
		return fmt.Errorf("pulse: %w", err)
	}
	b.mu.Lock()
	b.beaten = now
	b.mu.Unlock()
	return nil
}

// ErrNoPulse says that no bot has ever served from a database.
var ErrNoPulse = errors.New("no bot has served from this database yet")

// LastPulse is when the loop of a bot last got on, in this process or another;
// ErrNoPulse if there was none.
func LastPulse(ctx context.Context, store *storage.Store) (at time.Time, err error) {
	err = store.Read(ctx, func(tx *storage.Tx) error {
		text, err := tx.Meta(pulse)
		if errors.Is(err, storage.ErrNotFound) {
			return ErrNoPulse
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
