package storage

import (
	"fmt"
	"testing"
	"time"
)

// Prune deletes at most as many rows as its limit, and of one table at a time, until nothing old is left.
func TestPruneHasOneLimit(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		const perTable = 10
		for i := range perTable {
			key := fmt.Sprint(i)
			if err := tx.Exec("add request", `INSERT INTO requests (key, at) VALUES ($1, $2)`, key, noon); err != nil {
				return err
			}
			enqueue(t, tx, Outgoing{Nonce: key, CommunityID: community(t, tx, key).ID}, noon)
			end(t, tx, wantClaim(t, tx, key)[key], Delivered, "", noon)
		}
		later := noon.Add(keepDeliveries + time.Minute)
		left := func() int64 {
			return must(Get[int64](tx, "count", `SELECT (SELECT COUNT(*) FROM requests) + (SELECT COUNT(*) FROM outbox)`))(t)
		}
		for i, want := range []int64{7, 3, 7, 3, 0} {
			before := left()
			deleted := must(tx.Prune(later, 7))(t)
			if gone := before - left(); deleted != want || gone != want {
				t.Errorf("in transaction %d it says %d, and %d are gone; want %d", i+1, deleted, gone, want)
			}
		}
		return nil
	})
}
