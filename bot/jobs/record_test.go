package jobs

import (
	"errors"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
)

// TestRecordCountsFailures holds what takes a network for down: failures of unknown
// cause in a row, and neither a shutdown nor what went well.
func TestRecordCountsFailures(t *testing.T) {
	store, err := storage.Open(t.Context(), filepath.Join(t.TempDir(), "jobs.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	now := time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	r := New(Config{
		Store: store, Logger: slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
		Delivered: func(*storage.Tx, storage.Outgoing, chat.Message, time.Time) error { return nil },
	})
	l := &lane{loop: newLoop("net"), slots: make(chan struct{}, posters)}
	for i, c := range []struct {
		err   error
		fails int32 // of the lane
		tries int   // of the message
	}{
		{errors.New("502"), 1, 1},
		{errors.New("502"), 2, 2},
		{errEnding, 2, 2},
		{&chat.RetryError{After: time.Second, Err: errors.New("429")}, 2, 2},
		{errors.New("502"), 3, 3},
		{nil, 0, 3},
	} {
		err := store.Write(t.Context(), func(tx *storage.Tx) error {
			community, err := tx.EnsureCommunity("net", "group", false, 0, "", now)
			if err != nil {
				return err
			}
			if _, err := tx.Enqueue(storage.Outgoing{Nonce: "hi", CommunityID: community.ID, Body: []byte("{}")}, now); err != nil {
				return err
			}
			claimed, err := tx.ClaimOutgoing("net", false, now.Add(time.Hour), time.Hour, 1)
			if err != nil || len(claimed) != 1 {
				t.Fatalf("step %d: claimed %v, %v", i, claimed, err)
			}
			if err := r.record(tx, l, claimed[0], chat.Message{ID: "m"}, c.err); err != nil || c.err == nil {
				return err
			}
			again, err := tx.ClaimOutgoing("net", false, now.Add(time.Hour), -time.Hour, 1)
			if err != nil || len(again) != 1 || again[0].Failures != c.tries {
				t.Errorf("step %d: afterwards %+v, %v; want %d failures", i, again, err, c.tries)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := l.fails.Load(); got != c.fails {
			t.Errorf("step %d (%v): %d failures in a row, want %d", i, c.err, got, c.fails)
		}
	}
}
