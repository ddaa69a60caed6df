package storage

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"reckon/storage/dbtest"
)

// Two transactions may wait for two players while a third one links these. Then they are about one person, and
// only one of them goes on at a time.
func TestLockedWhileLinked(t *testing.T) {
	dbtest.OnlyServer(t)
	s := openTemp(t)
	for _, linksTo := range []int{0, 1} {
		var ids []int64
		write(t, s, func(tx *Tx) error {
			for _, network := range []string{"net", "elsewhere"} {
				p := must(tx.EnsurePlayer(network, string(rune('a'+linksTo)), "P", "", noon))(t)
				ids = append(ids, p.ID)
			}
			return nil
		})
		var all sync.WaitGroup
		var inside, together, done atomic.Int64
		count := func(id int64) {
			err := s.Commit(context.Background(), func(tx *Tx) error {
				if err := tx.LockPlayers(id); err != nil {
					return err
				}
				if _, err := Get[int](tx, "lock", `SELECT 1`); err != nil {
					return err
				}
				if inside.Add(1) > 1 {
					together.Add(1)
				}
				time.Sleep(100 * time.Millisecond)
				inside.Add(-1)
				return nil
			})
			if err != nil {
				t.Error(err)
			}
			done.Add(1)
		}
		write(t, s, func(tx *Tx) error {
			if err := tx.LinkPlayers(ids[linksTo], ids[1-linksTo], noon); err != nil {
				return err
			}
			if _, err := Get[int](tx, "link", `SELECT 1`); err != nil {
				return err
			}
			for _, id := range ids {
				all.Go(func() { count(id) })
			}
			return waitForLocks(tx, len(ids))
		})
		all.Wait()
		if together.Load() > 0 || done.Load() != 2 {
			t.Errorf("%d transactions are about one person at the same time, and %d are done", together.Load()+1, done.Load())
		}
	}
}

// waitForLocks waits until some other transactions wait for locks.
func waitForLocks(tx *Tx, want int) error {
	for range 1000 {
		waiting, err := Get[int](tx, "count waiting", `
			SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
		if err != nil || waiting == want {
			return err
		}
		time.Sleep(5 * time.Millisecond)
		// Otherwise a transaction sees the same activity again and again.
		if err := tx.Exec("look again", `SELECT pg_stat_clear_snapshot()`); err != nil {
			return err
		}
	}
	return errors.New("nobody waits")
}
