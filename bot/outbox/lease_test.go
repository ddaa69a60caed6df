package outbox_test

import (
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/dbtest"
	"reckon/storage/storetest"
)

// If another process has ended this one's lease, this process does not deliver from memory what the other
// owns now, whether or not a heartbeat comes in between. It delivers what it claims afterwards.
func TestLeaseLost(t *testing.T) {
	// On a server it is known at once which processes live.
	dbtest.OnlyFile(t)
	for name, heartbeats := range map[string]int{"after a heartbeat": 1, "before any": 0} {
		for sent, want := range map[bool]string{true: "group post", false: ""} {
			t.Run(name, func(t *testing.T) {
				path := storetest.Database(t)
				first := openRoom(t, path)
				first.box.Open(first)
				first.now = time.Now()
				first.pace = time.Hour
				first.enqueue(storage.Outgoing{Nonce: "post"})
				first.once()
				// It has the same process number, so the first counts as gone.
				second := openRoom(t, path)
				second.box.Open(second)
				if !sent {
					second.pace = time.Hour
				}
				second.once()
				first.pass(40 * time.Second)
				for range heartbeats {
					first.once()
				}
				first.letGo()
				first.wantSent()
				if want != "" {
					second.wantSent(want)
				}
				second.enqueue(storage.Outgoing{Nonce: "daily", Bulk: true})
				first.once()
				first.wantSent("group daily")
				if sent {
					return
				}
				// The other has not delivered it, and leaves it.
				if err := second.store.Close(); err != nil {
					t.Fatal(err)
				}
				first.once()
				first.wantSent("group daily", "group post")
			})
		}
	}
}

// A delivery that another process has begun is not sent, even if no heartbeat shows that.
func TestTakenBeforeItIsBegun(t *testing.T) {
	dbtest.OnlyFile(t)
	path := storetest.Database(t)
	first := openRoom(t, path)
	first.forgetful = true
	first.box.Open(first)
	first.pace = time.Hour
	first.enqueue(storage.Outgoing{Nonce: "daily", Bulk: true})
	first.once()
	second := openRoom(t, path)
	second.forgetful = true
	second.once()
	second.wantSent("group daily")
	first.letGo()
	first.wantSent()
}

// A bulk delivery that people may have seen before its process ended is given up at once, if it would
// show twice on the network.
func TestBulkInDoubtIsGivenUp(t *testing.T) {
	dbtest.OnlyFile(t)
	path := storetest.Database(t)
	first := openRoom(t, path)
	first.enqueue(storage.Outgoing{Nonce: "daily", Bulk: true})
	first.write(func(tx *storage.Tx) error { return tx.Exec("begin", `UPDATE outbox SET begun = 1`) })
	second := openRoom(t, path)
	second.forgetful = true
	second.once()
	second.wantSent()
	if got := second.state("daily"); got != "done" {
		t.Errorf("it is %s", got)
	}
}
