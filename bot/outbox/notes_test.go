package outbox

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/storage"
	"reckon/storage/storetest"
)

// A note locks its chat if it may change something about it. The only note that does not is that of a
// reply that reached its place and shows no puzzle, no hint and no match.
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

// It is known that a delivery has ended until its end is stored, so that it is not sent again. A delivery
// that only counts as not begun has not ended.
func TestWhatHasEndedIsKnown(t *testing.T) {
	n := &notes{pending: map[int64]bool{}, wake: make(chan struct{}, 1)}
	n.add(note{row: storage.Outgoing{ID: 1}, outcome: storage.Delivered})
	n.add(note{row: storage.Outgoing{ID: 2}, clearsBegun: true})
	if !n.isPending(1) || n.isPending(2) {
		t.Errorf("ended: %v, %v, want the first", n.isPending(1), n.isPending(2))
	}
	n.removePending(n.removeAll())
	if n.isPending(1) {
		t.Error("it is known after its end is stored")
	}
}

// A row is unknown if this process neither holds its delivery nor has delivered it. It is known even if
// its end is not stored yet.
func TestUnknownRows(t *testing.T) {
	o := &outlet{rows: map[int64]*item{1: {}}, notes: &notes{pending: map[int64]bool{}, wake: make(chan struct{}, 1)}}
	o.notes.add(note{row: storage.Outgoing{ID: 2}, outcome: storage.Delivered})
	if got := o.unknown([]int64{1, 2, 3}); !slices.Equal(got, []int64{3}) {
		t.Errorf("the rows %v are unknown, want 3", got)
	}
}

// A frontOfNet is the front end of a network that sends nothing.
type frontOfNet struct{ chat.FrontEnd }

func (frontOfNet) Network() string { return "net" }

// After a commit in doubt the database is searched for a minute, and then no more.
func TestSearchEnds(t *testing.T) {
	began := time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	now := began
	o := &outlet{
		Config: &Config{Store: storetest.Open(t), Now: func() time.Time { return now }},
		front:  frontOfNet{},
		// The store has counted one commit in doubt more than this search has seen.
		searches: map[class]*search{prompt: {doubts: -1}},
	}
	for _, c := range []struct {
		after time.Duration
		want  bool
	}{{0, true}, {searchFor, true}, {searchFor + 1, false}, {2 * searchFor, false}} {
		now = began.Add(c.after)
		found, err := o.searchDoubted(t.Context(), prompt)
		goesOn := o.searches[prompt].goesOn(now)
		if err != nil || len(found) != 0 || goesOn != c.want {
			t.Errorf("after %v the search goes on: %t, want %t (%d found, %v)", c.after, goesOn, c.want, len(found), err)
		}
	}
}

// A file that is not made because the process ends may be made by the next process. So that is no failure of the
// file.
func TestFileAtTheEnd(t *testing.T) {
	ending, end := context.WithCancel(t.Context())
	o := &outlet{Config: &Config{Fill: func(context.Context, *chat.Delivery) error {
		end()
		return errors.New("interrupted")
	}}}
	it := &item{fileFailures: maxFileFailures - 1}
	d := chat.Delivery{Reply: chat.Reply{File: &chat.File{Kind: "export"}}}
	if err := o.fill(ending, it, &d); !errors.Is(err, errOurs) || it.lacksFile() {
		t.Errorf("it fails with %v, and is given up: %t", err, it.lacksFile())
	}
}
