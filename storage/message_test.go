package storage

import (
	"fmt"
	"testing"
	"time"
)

func TestMessages(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c, other := community(t, tx, "1"), community(t, tx, "2")
		first, second := round(t, tx, Round{}), round(t, tx, Round{})
		for _, m := range []struct {
			c     Community
			id    string
			round int64
		}{{c, "m1", first}, {c, "m2", first}, {other, "m1", second}, {c, "m2", second}} { // m2 was edited to speak of another
			if err := tx.AddMessage(m.c.ID, m.id, m.round, noon); err != nil {
				return err
			}
		}
		for _, test := range []struct {
			c    Community
			id   string
			want int64
		}{{c, "m1", first}, {c, "m2", second}, {other, "m1", second}, {other, "m2", 0}} {
			got, err := tx.RoundOfMessage(test.c.ID, test.id)
			if err != nil && err != ErrNotFound || got != test.want {
				t.Errorf("message %s in %s speaks of round %d (%v), want %d", test.id, test.c.Key, got, err, test.want)
			}
		}
		if err := refused(t, tx, func() error { return tx.AddMessage(c.ID, "m3", 99, noon) }); err == nil {
			t.Error("a message of no round was stored")
		}
		return nil
	})
}

// Old rows are deleted, the oldest first, at most so many at a time.
func TestPruneByBatches(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		r := round(t, tx, Round{})
		for i := range 5 {
			at := noon.Add(time.Duration(i) * time.Hour)
			key := fmt.Sprint(i)
			if err := tx.AddMessage(c.ID, key, r, at); err != nil {
				return err
			}
			if err := tx.SaveRequest(key, at); err != nil {
				return err
			}
			if err := tx.Lock(key, "class", at); err != nil {
				return err
			}
			enqueue(t, tx, Outgoing{Nonce: key, CommunityID: c.ID}, noon)
			end(t, tx, Outgoing{ID: int64(i + 1)}, Failed, "", at)
		}
		limit := noon.Add(3 * time.Hour) // three rows of each are older
		for i, want := range []int64{2, 1, 0} {
			// A lock holds until its time, and not at it.
			if n := must(tx.Prune(limit.Add(-1), limit, limit, 2))(t); n != want {
				t.Errorf("batch %d has %d rows, want %d", i+1, n, want)
			}
		}
		for name, query := range map[string]string{
			"messages": `SELECT COUNT(*) FROM messages WHERE at >= $1`, "requests": `SELECT COUNT(*) FROM requests WHERE at >= $1`,
			"outbox": `SELECT COUNT(*) FROM outbox WHERE done_at >= $1`, "locks": `SELECT COUNT(*) FROM locks WHERE until >= $1`,
		} {
			if n := must(Get[int](tx, "count", query, limit))(t); n != 2 {
				t.Errorf("%s: %d rows are left, want 2", name, n)
			}
		}
		return nil
	})
}
