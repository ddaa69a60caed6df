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

// searching returns the outlet of the network net on a database. Its store seems to have counted a commit in doubt that
// the outlet has not seen, so it searches for the rows of that commit. The outlet reads the time from now.
func searching(store *storage.Store, now *time.Time) *outlet {
	c := &Config{Store: store, Now: func() time.Time { return *now }}
	return &outlet{
		Config:   c,
		front:    frontOfNet{},
		notes:    &notes{Config: c, pending: map[int64]bool{}, wake: make(chan struct{}, 1)},
		searches: map[class]*search{prompt: {doubts: -1}},
		rows:     map[int64]*item{},
		held:     map[class]int{},
	}
}

// After a commit in doubt the database is searched for a minute, and then no more.
func TestSearchEnds(t *testing.T) {
	began := time.Date(2026, time.March, 2, 9, 0, 0, 0, time.UTC)
	now := began
	o := searching(storetest.Open(t), &now)
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

// A row of a commit in doubt is delivered when two searches in a row have found it, since the row of a reply that was
// stored a moment ago is not known yet. The row is read again before that. What an earlier search has found says nothing.
func TestRowIsFoundTwice(t *testing.T) {
	now := storetest.Noon
	store := storetest.Open(t)
	o := searching(store, &now)
	var group storage.Community
	storetest.Write(t, store, func(tx *storage.Tx) (err error) {
		group, err = tx.EnsureCommunity("net", "group", false, 0, "The group", now)
		return err
	})
	add := func(nonce string) (row storage.Outgoing) {
		row = storage.Outgoing{CommunityID: group.ID, Nonce: nonce, Event: []byte("{}"), Body: []byte("{}")}
		storetest.Write(t, store, func(tx *storage.Tx) error {
			return tx.Enqueue(&row, func(string) bool { return true }, now)
		})
		return row
	}
	search := func(want ...string) {
		t.Helper()
		found, err := o.searchDoubted(t.Context(), prompt)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, it := range found {
			got = append(got, it.Key)
			if !it.stale.Load() || it.Place.Community != "group" {
				t.Errorf("%s is not read again, or goes to %q", it.Key, it.Place.Community)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q is found, want %q", got, want)
		}
	}
	add("first")
	search()
	known := add("known")
	o.rows[known.ID] = new(item)
	add("second")
	search("first")
	search("first", "second")
	now = now.Add(2 * searchFor)
	search()
	// Now there is another doubt.
	o.searches[prompt].doubts = -1
	search()
	search("first", "second")
}

// While the search for rows of a commit in doubt goes on, the pause between two claims is short.
func TestPauseBetweenClaims(t *testing.T) {
	now := storetest.Noon
	o := searching(storetest.Open(t), &now)
	for _, c := range []struct {
		after time.Duration
		want  time.Duration
	}{{0, searchEvery}, {searchFor, searchEvery}, {searchFor + 1, pollEvery}} {
		now = storetest.Noon.Add(c.after)
		if got, err := o.claim(t.Context(), prompt); err != nil || got != c.want {
			t.Errorf("after %v the pause is %v, want %v (%v)", c.after, got, c.want, err)
		}
	}
}

// An item waits for the reply that it follows if the reply is expected. When the last item has waited in vain, the reply
// is no longer expected: it may never come. But if an item is dropped while it waits, the reply still is.
func TestHowLongAReplyIsExpected(t *testing.T) {
	for _, c := range []struct {
		name    string
		follow  int
		dropped int
		after   time.Duration
		want    bool
	}{
		{"it has just come", 0, 0, 0, true},
		{"one was dropped at once", 1, 1, 0, true},
		{"one was dropped just before the end of its wait", 1, 1, followFor - 1, true},
		{"one has waited in vain", 1, 1, followFor, false},
		{"one of two has waited in vain", 2, 1, followFor, true},
		{"both have waited in vain", 2, 2, followFor, false},
		{"another one waits no more, but is there", 1, 0, followFor, true},
	} {
		now := storetest.Noon
		o := &outlet{
			Config:    &Config{Now: func() time.Time { return now }},
			followers: map[string][]*item{},
			rows:      map[int64]*item{},
			held:      map[class]int{},
		}
		o.expect("hi")
		var items []*item
		for range c.follow {
			it := &item{row: storage.Outgoing{Follows: "hi"}}
			o.follow(it)
			if !it.waits(now) || it.waits(now.Add(followFor)) {
				t.Errorf("%s: it waits until %v", c.name, it.waitsUntil)
			}
			items = append(items, it)
		}
		now = now.Add(c.after)
		for _, it := range items[:c.dropped] {
			o.forget(it, note{})
		}
		later := &item{row: storage.Outgoing{Follows: "hi"}}
		o.follow(later)
		if got := later.waits(now); got != c.want {
			t.Errorf("%s: a later item waits: %t", c.name, got)
		}
	}
}

// A row that was claimed while the reply that it follows had no owner waits for that reply, which this process claims
// next. Another row waits only for a reply that this process has.
func TestWhatIsClaimedBeforeItsReply(t *testing.T) {
	for _, awaits := range []bool{true, false} {
		now := storetest.Noon
		o := &outlet{Config: &Config{Now: func() time.Time { return now }}, followers: map[string][]*item{}}
		it := &item{row: storage.Outgoing{Follows: "hi", Awaits: awaits}}
		o.follow(it)
		if it.waits(now) != awaits {
			t.Errorf("awaits %t: it waits until %v", awaits, it.waitsUntil)
		}
		o.endWait("hi")
		if it.waits(now) {
			t.Errorf("awaits %t: after the reply it waits until %v", awaits, it.waitsUntil)
		}
	}
}
