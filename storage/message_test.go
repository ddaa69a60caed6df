package storage

import (
	"fmt"
	"testing"
	"time"
)

func TestMessages(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		other := community(t, tx, "2")
		first := round(t, tx, Round{})
		second := round(t, tx, Round{})
		// The message m2 was edited, and is then about another round.
		for _, m := range []struct {
			c     Community
			id    string
			round int64
		}{{c, "m1", first}, {c, "m2", first}, {other, "m1", second}, {c, "m2", second}} {
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
			// Three rows of each table are older than they are kept.
			late := time.Duration(i-3) * time.Hour
			key := fmt.Sprint(i)
			if err := tx.AddMessage(c.ID, key, r, noon.Add(late-keepMessages)); err != nil {
				return err
			}
			if err := tx.SaveRequest(key, noon.Add(late-keepEvents)); err != nil {
				return err
			}
			if err := tx.Exec("lock", `INSERT INTO locks (person, class, until) VALUES ($1, $2, $3)`, key, "class", noon.Add(late)); err != nil {
				return err
			}
			enqueue(t, tx, Outgoing{Nonce: key, CommunityID: c.ID}, noon)
			end(t, tx, Outgoing{ID: int64(i + 1)}, Failed, "", noon.Add(late-keepDeliveries))
		}
		for i, want := range []int64{2, 1, 2, 1, 2, 1, 2, 1, 0} {
			if n := must(tx.Prune(noon, 2))(t); n != want {
				t.Errorf("batch %d has %d rows, want %d", i+1, n, want)
			}
		}
		for name, query := range map[string]string{
			"messages": `SELECT COUNT(*) FROM messages WHERE message IN ('3', '4')`,
			"requests": `SELECT COUNT(*) FROM requests WHERE key IN ('3', '4')`,
			"outbox":   `SELECT COUNT(*) FROM outbox WHERE nonce IN ('3', '4')`,
			"locks":    `SELECT COUNT(*) FROM locks WHERE person IN ('3', '4')`,
		} {
			if n := must(Get[int](tx, "count", query))(t); n != 2 {
				t.Errorf("%s: %d rows are left, want 2", name, n)
			}
		}
		return nil
	})
}

// The message of a post is known until the next post of a group that changes its zone, which closes the earlier one.
func TestPostIsKnownUntilTheNext(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		if err := tx.NotePosted(Outgoing{Nonce: "post", CommunityID: c.ID}, "m1", noon); err != nil {
			return err
		}
		for wait, isKnown := range map[time.Duration]bool{
			48*time.Hour + time.Minute: true,
			72 * time.Hour:             true,
			Farthest + time.Minute:     true,
		} {
			if _, err := tx.Prune(noon.Add(wait), 100); err != nil {
				return err
			}
			if _, isFound, err := Found(tx.PostedAs("post")); err != nil || isFound != isKnown {
				t.Errorf("after %v the post is known: %t, %v", wait, isFound, err)
			}
		}
		if _, err := tx.Prune(noon.Add(2*Farthest), 100); err != nil {
			return err
		}
		if _, isFound, err := Found(tx.PostedAs("post")); err != nil || isFound {
			t.Errorf("after long the post is known: %t, %v", isFound, err)
		}
		return nil
	})
}
