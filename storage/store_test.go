package storage

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

// noon is a time without a fraction of a millisecond, as the schema keeps it.
var noon = time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)

// openTemp opens a new store on a real file.
func openTemp(t testing.TB) *Store {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "reckon.db"))
}

func openAt(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// write runs fn in a transaction that must succeed.
func write(t testing.TB, s *Store, fn func(tx *Tx) error) {
	t.Helper()
	if err := s.Write(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// must returns v, or fails the test from inside a transaction.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func chat(t testing.TB, tx *Tx, key string) Chat {
	t.Helper()
	return must(tx.EnsureChat("test", key, false, "Chat "+key, noon))(t)
}

func player(t testing.TB, tx *Tx, key string) Player {
	t.Helper()
	return must(tx.EnsurePlayer("test", key, "Name of "+key, "en", noon))(t)
}

func round(t testing.TB, tx *Tx, r Round) int64 {
	t.Helper()
	if r.PosedAt.IsZero() {
		r.PosedAt = noon
	}
	if r.Game == "" {
		r.Game, r.Puzzle = "24", "24:3,3,8,8"
	}
	return must(tx.AddRound(r))(t)
}

func TestTransactions(t *testing.T) {
	s := openTemp(t)
	fault := errors.New("fault")
	if err := s.Write(t.Context(), func(tx *Tx) error {
		chat(t, tx, "1")
		return fault
	}); err != fault {
		t.Errorf("Write returned %v, want the function's own error", err)
	}
	func() {
		defer func() {
			if p := recover(); p != "thrown" {
				t.Errorf("panic went on as %v", p)
			}
		}()
		_ = s.Write(t.Context(), func(tx *Tx) error {
			chat(t, tx, "1")
			panic("thrown")
		})
	}()
	cancelled, cancel := context.WithCancel(t.Context())
	if err := s.Write(cancelled, func(tx *Tx) error {
		chat(t, tx, "1")
		cancel()
		return nil
	}); !errors.Is(err, context.Canceled) {
		t.Errorf("Write in a cancelled context returned %v", err)
	}
	// The connection must be free again, and nothing of the above kept.
	write(t, s, func(tx *Tx) error {
		if _, err := tx.FindChat("test", "1"); err != ErrNotFound {
			t.Errorf("a rolled back chat is found: %v", err)
		}
		chat(t, tx, "2")
		return nil
	})
	if err := s.Read(t.Context(), func(tx *Tx) error {
		must(tx.FindChat("test", "2"))(t)
		return tx.SetMeta("a", "b")
	}); err == nil {
		t.Error("Read could write")
	}
}

func TestReadIsOneSnapshot(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "old") })
	err := s.Read(t.Context(), func(tx *Tx) error {
		before := must(tx.Meta("a"))(t)
		write(t, s, func(tx *Tx) error { return tx.SetMeta("a", "new") })
		if after := must(tx.Meta("a"))(t); after != before {
			t.Errorf("meta changed from %q to %q inside Read", before, after)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
