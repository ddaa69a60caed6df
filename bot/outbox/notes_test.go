package outbox

import (
	"testing"

	"reckon/bot/chat"
	"reckon/storage"
)

// A note locks its chat if it may change something about it: only a reply that shows no puzzle, hint or
// match, and reached its place, does not.
func TestWhichNotesLock(t *testing.T) {
	reply := []byte("{}")
	for _, c := range []struct {
		name string
		note note
		want bool
	}{
		{"reply", note{row: storage.Outgoing{Event: reply, RoundID: 1}}, false},
		{"post", note{row: storage.Outgoing{}}, true},
		{"reply to a place that is gone", note{row: storage.Outgoing{Event: reply}, gone: chat.GoneRight}, true},
		{"puzzle", note{row: storage.Outgoing{Event: reply, Shows: true}}, true},
		{"first hint", note{row: storage.Outgoing{Event: reply, Hint: 1}}, true},
		{"match", note{row: storage.Outgoing{Event: reply, MatchID: 1}}, true},
	} {
		if got := c.note.locks(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
