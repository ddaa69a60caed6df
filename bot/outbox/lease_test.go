package outbox_test

import (
	"testing"
	"time"

	"reckon/storage"
	"reckon/storage/dbtest"
)

// A process that was silent for so long that another took it for gone does not say
// from memory what is the other's to say, whether it finds out by a heartbeat or has
// none in between. What it claims anew it says.
func TestTakenForGone(t *testing.T) {
	dbtest.OnlyFile(t) // on a server who lives is known at once
	for name, heartbeats := range map[string]int{"after a heartbeat": 1, "before any": 0} {
		for said, want := range map[bool]string{true: "group post", false: ""} {
			t.Run(name, func(t *testing.T) {
				path := migrated(t)
				first := openRoom(t, path)
				first.box.Open(first)
				first.now, first.pace = time.Now(), time.Hour
				first.enqueue(storage.Outgoing{Nonce: "post"})
				first.once()
				second := openRoom(t, path) // of the same number: so the first is gone
				second.box.Open(second)
				if !said {
					second.pace = time.Hour
				}
				second.once()
				first.pass(40 * time.Second)
				for range heartbeats {
					first.once()
				}
				first.letGo()
				first.wantSaid()
				if want != "" {
					second.wantSaid(want)
				}
				second.enqueue(storage.Outgoing{Nonce: "daily", Bulk: true})
				first.once()
				first.wantSaid("group daily")
			})
		}
	}
}

// What another has begun to say since is not said, though nothing tells of it.
func TestTakenBeforeItIsBegun(t *testing.T) {
	dbtest.OnlyFile(t)
	path := migrated(t)
	first := openRoom(t, path)
	first.forgetful = true
	first.box.Open(first)
	first.pace = time.Hour
	first.enqueue(storage.Outgoing{Nonce: "daily", Bulk: true})
	first.once()
	second := openRoom(t, path)
	second.forgetful = true
	second.once()
	second.wantSaid("group daily")
	first.letGo()
	first.wantSaid()
}
