package storage

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"reckon/storage/dbtest"
)

// isNews reports whether the end of a delivery was not noted before.
func isNews(t *testing.T, ended *Query[int64]) bool {
	t.Helper()
	return len(must(ended.List())(t)) > 0
}

// anyNetwork makes a process want the deliveries of every network.
func anyNetwork(string) bool { return true }

// enqueue stores a delivery. It has no owner unless it is a reply. The result says whether it was stored.
func enqueue(t testing.TB, tx *Tx, o Outgoing, at time.Time) bool {
	t.Helper()
	if o.Body == nil {
		o.Body = []byte("{}")
	}
	return enqueued(t, tx, o, nil, at).ID != 0
}

// enqueued stores a delivery, and returns it as Enqueue has filled it.
func enqueued(t testing.TB, tx *Tx, o Outgoing, wants func(string) bool, at time.Time) Outgoing {
	t.Helper()
	err := tx.Enqueue(&o, wants, at)
	return must(o, errors.Join(err, tx.send()))(t)
}

// as returns the transaction as if another process had begun it.
func as(tx *Tx, process int64) *Tx {
	return &Tx{ctx: tx.ctx, q: tx.q, write: tx.write, server: tx.server, locks: tx.locks, process: process}
}

// wantClaim claims the deliveries that are not bulk, checks them, and returns them by nonce.
func wantClaim(t *testing.T, tx *Tx, want ...string) map[string]Outgoing {
	t.Helper()
	var got []string
	claimed := map[string]Outgoing{}
	for _, o := range must(tx.ClaimOutgoing("test", false, 10))(t) {
		got = append(got, o.Nonce)
		claimed[o.Nonce] = o
	}
	if !slices.Equal(got, want) {
		t.Fatalf("claimed %q, want %q", got, want)
	}
	return claimed
}

// waitingAs returns the waiting delivery of a nonce.
func waitingAs(t *testing.T, tx *Tx, nonce string) Outgoing {
	t.Helper()
	id := must(Get[int64](tx, "find nonce", `SELECT id FROM outbox WHERE nonce = $1`, nonce))(t)
	return must(tx.Outgoing(id))(t)
}

// end ends a delivery.
func end(t *testing.T, tx *Tx, o Outgoing, outcome Outcome, message string, at time.Time) {
	t.Helper()
	if !isNews(t, tx.Done(o, outcome, message, "", at)) {
		t.Errorf("the end of %d %q is no news", o.ID, o.Nonce)
	}
}

func TestOutgoingKeepsEveryField(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := must(tx.EnsureCommunity("test", "1", true, 0, "", noon))(t)
		full := Outgoing{Nonce: "full", CommunityID: c.ID, Network: "test", CommunityKey: "1", Private: true, Channel: "topic",
			Message: "m1", Event: []byte(`{"chat":1}`), Locale: "de", RoundID: 7, Shows: true, PlayerID: 3, Hint: 2, Priority: 3,
			Body: []byte("body \x00\xff"), Expires: noon.Add(time.Hour), CreatedAt: noon}
		bulk := Outgoing{Nonce: "bulk", CommunityID: c.ID, Network: "test", CommunityKey: "1", Private: true, Bulk: true,
			Body: []byte("body"), CreatedAt: noon}
		empty := Outgoing{Nonce: "answers an empty event", CommunityID: c.ID, Network: "test", CommunityKey: "1", Private: true,
			Event: []byte{}, Body: []byte("body"), CreatedAt: noon}
		for _, want := range []*Outgoing{&full, &bulk, &empty} {
			given := *want
			given.Network = ""
			given.CommunityKey = ""
			given.Private = false
			given.CreatedAt = time.Time{}
			if !enqueue(t, tx, given, noon) {
				t.Error("a new nonce was refused")
			}
			if enqueue(t, tx, given, noon) {
				t.Error("the same nonce was taken twice")
			}
			got := waitingAs(t, tx, want.Nonce)
			want.ID = got.ID
			if got.Mine != (want.Event != nil) {
				t.Errorf("%s: owned by this process: %v", want.Nonce, got.Mine)
			}
			// Mine was checked above, and is not compared.
			got.Mine = false
			if diff := cmp.Diff(*want, got); diff != "" {
				t.Errorf("stored (-want +got):\n%s", diff)
			}
		}
		mine := []Outgoing{full, empty}
		for i := range mine {
			mine[i].Mine = true
		}
		if diff := cmp.Diff(mine, tx.committed.Deliveries); diff != "" {
			t.Errorf("this process's to deliver (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]Outgoing{bulk}, must(tx.ClaimOutgoing("test", true, 10))(t)); diff != "" {
			t.Errorf("claimed (-want +got):\n%s", diff)
		}
		// They come in no order.
		waiting := must(tx.Waiting("body"))(t)
		slices.SortFunc(waiting, func(a, b Outgoing) int { return int(a.ID - b.ID) })
		if diff := cmp.Diff([]Outgoing{full, bulk, empty}, waiting); diff != "" {
			t.Errorf("waiting (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(full, must(tx.ReplyTo("full"))(t)); diff != "" {
			t.Errorf("reply (-want +got):\n%s", diff)
		}
		end(t, tx, bulk, Delivered, "m2", noon)
		if enqueue(t, tx, bulk, noon) {
			t.Error("the nonce of what was delivered was taken again")
		}
		return nil
	})
}

// A delivery to a community that is gone is not stored.
func TestEnqueueToNoCommunity(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for _, event := range [][]byte{nil, []byte("event")} {
			if enqueue(t, tx, Outgoing{Nonce: "n", CommunityID: 99, Event: event}, noon) {
				t.Error("stored")
			}
		}
		if c := tx.committed; len(c.Deliveries) > 0 || c.UnclaimedDeliveries || c.MoreJobs || len(c.SetJobs) > 0 {
			t.Errorf("it changed %+v", tx.committed)
		}
		return nil
	})
}

// A process owns what it enqueues if that keeps the order of the community. Otherwise the row has no
// owner, and other processes are told of it.
func TestWhoOwnsWhatIsEnqueued(t *testing.T) {
	const other = 99
	// No other process answers on a file, so this one owns its replies even if another process owns what waits.
	isOwnAnyway := !dbtest.Server()
	post := Outgoing{Nonce: "new"}
	bulk := Outgoing{Nonce: "new", Bulk: true}
	reply := Outgoing{Nonce: "new", Event: []byte("event")}
	alone := Outgoing{Nonce: "new", Event: []byte("event"), Unordered: true}
	for _, test := range []struct {
		name   string
		before func(t *testing.T, tx *Tx, c Community)
		o      Outgoing
		// delivers is given to Enqueue.
		delivers func(string) bool
		mine     bool
	}{
		{"nothing waits", nil, post, anyNetwork, true},
		{"this process does not deliver to the network", nil, post, func(network string) bool { return network != "test" }, false},
		{"this process delivers nothing", nil, post, nil, false},
		{"it is bulk", nil, bulk, anyNetwork, false},
		{"it is a reply", nil, reply, nil, true},
		{"one waits without an owner", func(t *testing.T, tx *Tx, c Community) {
			enqueue(t, tx, Outgoing{Nonce: "old", CommunityID: c.ID}, noon)
		}, post, anyNetwork, false},
		{"one waits that this process owns", func(t *testing.T, tx *Tx, c Community) {
			enqueue(t, tx, Outgoing{Nonce: "old", CommunityID: c.ID}, noon)
			wantClaim(t, tx, "old")
		}, post, anyNetwork, true},
		{"one waits that an earlier process owns", func(t *testing.T, tx *Tx, c Community) {
			enqueue(t, tx, Outgoing{Nonce: "old", CommunityID: c.ID}, noon)
			wantClaim(t, as(tx, tx.process-1), "old")
		}, post, anyNetwork, false},
		{"one waits that a later process owns", func(t *testing.T, tx *Tx, c Community) {
			enqueue(t, as(tx, other), Outgoing{Nonce: "old", CommunityID: c.ID, Event: []byte("event")}, noon)
		}, post, anyNetwork, false},
		{"it is a reply, and one waits that another process owns", func(t *testing.T, tx *Tx, c Community) {
			enqueue(t, as(tx, other), Outgoing{Nonce: "old", CommunityID: c.ID, Event: []byte("event")}, noon)
		}, reply, anyNetwork, isOwnAnyway},
		{"it is an unordered reply, and one waits that another process owns", func(t *testing.T, tx *Tx, c Community) {
			enqueue(t, as(tx, other), Outgoing{Nonce: "old", CommunityID: c.ID, Event: []byte("event")}, noon)
		}, alone, anyNetwork, true},
		{"a bulk one waits", func(t *testing.T, tx *Tx, c Community) {
			enqueue(t, tx, Outgoing{Nonce: "old", CommunityID: c.ID, Bulk: true}, noon)
		}, post, anyNetwork, true},
		{"one was delivered", func(t *testing.T, tx *Tx, c Community) {
			enqueue(t, tx, Outgoing{Nonce: "old", CommunityID: c.ID}, noon)
			end(t, tx, wantClaim(t, as(tx, other), "old")["old"], Delivered, "m", noon)
		}, post, anyNetwork, true},
		{"one of another community waits", func(t *testing.T, tx *Tx, _ Community) {
			enqueue(t, tx, Outgoing{Nonce: "old", CommunityID: community(t, tx, "another").ID}, noon)
		}, post, anyNetwork, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := openTemp(t)
			write(t, s, func(tx *Tx) error {
				tx.process = 7
				c := community(t, tx, "1")
				if test.before != nil {
					test.before(t, tx, c)
				}
				fresh := as(tx, tx.process)
				test.o.CommunityID = c.ID
				test.o.Body = []byte("{}")
				if o := enqueued(t, fresh, test.o, test.delivers, noon); o.ID == 0 || o.Mine != test.mine {
					t.Fatalf("enqueued as %d, mine %v", o.ID, o.Mine)
				}
				if c := fresh.committed; len(c.Deliveries) == 1 != test.mine || c.UnclaimedDeliveries == test.mine {
					t.Errorf("to be delivered at once %+v, unclaimed %v", c.Deliveries, c.UnclaimedDeliveries)
				}
				free := must(Get[bool](tx, "look", `SELECT claimed_by IS NULL FROM outbox WHERE nonce = 'new'`))(t)
				if free == test.mine {
					t.Errorf("it has no owner: %v", free)
				}
				return nil
			})
		})
	}
}

// One process owns all deliveries of a community that wait, so that they keep their order.
func TestClaimKeepsOrderInACommunity(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		a := community(t, tx, "a")
		b := community(t, tx, "b")
		for _, nonce := range []string{"a1", "a2", "a3"} {
			enqueue(t, tx, Outgoing{Nonce: nonce, CommunityID: a.ID}, noon)
		}
		enqueue(t, tx, Outgoing{Nonce: "b1", CommunityID: b.ID}, noon)
		// Others have a lower and a higher number.
		own := as(tx, 50)
		lower := as(tx, 49)
		higher := as(tx, 51)
		first := must(own.ClaimOutgoing("test", false, 1))(t)
		if len(first) != 1 || first[0].Nonce != "a1" {
			t.Fatalf("claimed %+v, want the oldest", first)
		}
		wantClaim(t, lower, "b1")
		wantClaim(t, higher)
		second := must(own.ClaimOutgoing("test", false, 1))(t)
		if len(second) != 1 || second[0].Nonce != "a2" {
			t.Fatalf("claimed %+v, want the next of a community that this process owns", second)
		}
		end(t, own, first[0], Delivered, "m", noon)
		wantClaim(t, higher)
		end(t, own, second[0], Failed, "", noon)
		wantClaim(t, higher, "a3")
		wantClaim(t, own)
		return nil
	})
}

func TestClaimTakesTheOldestUpToTheLimit(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for _, key := range []string{"a", "b", "c"} {
			enqueue(t, tx, Outgoing{Nonce: key, CommunityID: community(t, tx, key).ID}, noon)
		}
		var got []int
		for range 3 {
			got = append(got, len(must(tx.ClaimOutgoing("test", false, 2))(t)))
		}
		if !slices.Equal(got, []int{2, 1, 0}) {
			t.Errorf("claimed %d at a time", got)
		}
		return nil
	})
}

// A process does not claim deliveries for networks that it does not serve, and they keep no others
// waiting.
func TestClaimIsOfTheNetworksServed(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		other := must(tx.EnsureCommunity("other", "1", false, 0, "", noon))(t)
		enqueue(t, tx, Outgoing{Nonce: "other", CommunityID: other.ID}, noon)
		wantClaim(t, tx)
		if must(tx.HasOutgoing("test", false))(t) {
			t.Error("of the network served something waits")
		}
		enqueue(t, tx, Outgoing{Nonce: "own", CommunityID: community(t, tx, "1").ID}, noon)
		if !must(tx.HasOutgoing("test", false))(t) {
			t.Error("of the network served nothing waits")
		}
		wantClaim(t, tx, "own")
		if must(tx.HasOutgoing("test", false))(t) {
			t.Error("a claimed delivery counts as free")
		}
		if out := must(tx.ClaimOutgoing("other", false, 9))(t); len(out) != 1 {
			t.Errorf("who serves the other claims %+v", out)
		}
		return nil
	})
}

// Bulk deliveries keep no others waiting, even in the same community, and have no order.
func TestBulkIsAClassOfItsOwn(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		for _, nonce := range []string{"daily 1", "daily 2"} {
			enqueue(t, tx, Outgoing{Nonce: nonce, CommunityID: c.ID, Bulk: true}, noon)
		}
		for bulk, want := range map[bool]bool{true: true, false: false} {
			if got := must(tx.HasOutgoing("test", bulk))(t); got != want {
				t.Errorf("bulk %v: something waits %v", bulk, got)
			}
		}
		other := as(tx, 99)
		if out := must(other.ClaimOutgoing("test", true, 1))(t); len(out) != 1 || out[0].Nonce != "daily 1" || !out[0].Bulk {
			t.Errorf("of what may wait another process claims %+v", out)
		}
		enqueue(t, tx, Outgoing{Nonce: "result", CommunityID: c.ID}, noon)
		wantClaim(t, tx, "result")
		if out := must(tx.ClaimOutgoing("test", true, 9))(t); len(out) != 1 || out[0].Nonce != "daily 2" {
			t.Errorf("of what may wait %+v is claimed", out)
		}
		return nil
	})
}

// A reply is found by the key of its event until its delivery has ended. Then its row is deleted, however
// it has ended.
func TestReplyIsNotKept(t *testing.T) {
	for _, outcome := range []Outcome{Delivered, Failed, Replaced} {
		s := openTemp(t)
		write(t, s, func(tx *Tx) error {
			c := community(t, tx, "1")
			enqueue(t, tx, Outgoing{Nonce: "post", CommunityID: c.ID}, noon)
			enqueue(t, tx, Outgoing{Nonce: "test:1", CommunityID: c.ID, Event: []byte("event"), Hint: 2}, noon)
			for key, want := range map[string]bool{"test:1": true, "post": false, "unknown": false} {
				if o, err := tx.ReplyTo(key); want != (err == nil && o.Hint == 2) || !want && err != ErrNotFound {
					t.Errorf("the reply to %s is %+v, %v", key, o, err)
				}
			}
			reply := must(tx.ReplyTo("test:1"))(t)
			// The second end is not news, so that a hint is charged once.
			for i := range 2 {
				if news := isNews(t, tx.Done(reply, outcome, "m", "", noon)); news != (i == 0) {
					t.Errorf("end %d is news: %v", i+1, news)
				}
			}
			if _, err := tx.ReplyTo("test:1"); err != ErrNotFound {
				t.Errorf("the reply after its end: %v", err)
			}
			if n := must(Get[int](tx, "count", `SELECT COUNT(*) FROM outbox`))(t); n != 1 {
				t.Errorf("%d rows are left, want the post", n)
			}
			return nil
		})
	}
}

// A delivery that has ended cannot end again, whichever process believes that it owns the delivery.
func TestDoneIsFinal(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		enqueue(t, tx, Outgoing{Nonce: "n", CommunityID: community(t, tx, "1").ID}, noon)
		o := wantClaim(t, tx, "n")["n"]
		if !isNews(t, tx.Done(o, Delivered, "m", "", noon)) {
			t.Error("its end is no news")
		}
		if isNews(t, tx.Done(o, Failed, "", "late", noon.Add(time.Hour))) {
			t.Error("its second end is news")
		}
		if must(tx.NoteBegun(o.ID))(t) {
			t.Error("it was begun again")
		}
		for _, err := range []error{release(tx, o.ID), tx.PutBody(o.ID, []byte("late"))} {
			if err != nil {
				return err
			}
		}
		wantClaim(t, tx)
		if _, err := tx.Outgoing(o.ID); err != ErrNotFound {
			t.Errorf("it is still to be delivered: %v", err)
		}
		got := must(List[string](tx, "row", `
			SELECT outcome || ' ' || posted || ' ' || reason || ' ' || begun || ' ' || length(body) || ' ' || done_at || ' ' || CASE WHEN claimed_by IS NULL THEN 1 ELSE 0 END FROM outbox`))(t)
		if want := []string{fmt.Sprintf("delivered m  0 0 %d 1", noon.UnixMilli())}; !slices.Equal(got, want) {
			t.Errorf("it has become %q, want %q", got, want)
		}
		return nil
	})
}

// When a claim is freed, another process can claim the delivery, and sees whether the last one had begun
// it.
func TestReleaseKeepsThatItWasBegun(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		tx.process = 50
		for _, key := range []string{"begun", "failed for certain", "not begun"} {
			enqueue(t, tx, Outgoing{Nonce: key, CommunityID: community(t, tx, key).ID}, noon)
		}
		claimed := wantClaim(t, tx, "begun", "failed for certain", "not begun")
		if must(as(tx, 99).NoteBegun(claimed["not begun"].ID))(t) {
			t.Error("another process's delivery was begun")
		}
		for _, begun := range []bool{
			must(tx.NoteBegun(claimed["begun"].ID))(t),
			must(tx.NoteBegun(claimed["failed for certain"].ID))(t),
		} {
			if !begun {
				t.Error("an owned delivery was not begun")
			}
		}
		if err := tx.ClearBegun(claimed["failed for certain"].ID); err != nil {
			return err
		}
		// The process does not own the delivery, so nothing changes.
		if err := as(tx, 99).ClearBegun(claimed["begun"].ID); err != nil {
			return err
		}
		for _, o := range claimed {
			if o.Begun {
				t.Errorf("%s was begun before it was claimed", o.Nonce)
			}
			if err := release(tx, o.ID); err != nil {
				return err
			}
		}
		for nonce, o := range wantClaim(t, as(tx, 99), "begun", "failed for certain", "not begun") {
			if o.Begun != (nonce == "begun") {
				t.Errorf("%s was begun: %v", nonce, o.Begun)
			}
		}
		return nil
	})
}

// PostedAs finds the message that a reply has become, by the reply's nonce. A later message replaces an
// earlier one.
func TestNotePosted(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		o := Outgoing{Nonce: "test:1", CommunityID: community(t, tx, "1").ID, Network: "test"}
		type row struct {
			CommunityID      int64
			Network, Outcome string
			Body             []byte
			CreatedAt, Done  time.Time
		}
		for _, post := range []Post{{"a", "m1"}, {"b", "m2"}} {
			o.Channel = post.Channel
			if err := tx.NotePosted(o, post.Message, noon); err != nil {
				return err
			}
			if got := must(tx.PostedAs(o.Nonce))(t); got != post {
				t.Errorf("it is posted as %+v, want %+v", got, post)
			}
			got := must(Get[row](tx, "find row", `
				SELECT community_id, network, outcome, body, created_at, done_at FROM outbox WHERE nonce = $1`, o.Nonce))(t)
			want := row{o.CommunityID, "test", "delivered", []byte{}, noon, noon}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("it is stored so (-want +got):\n%s", diff)
			}
		}
		return nil
	})
}

// ExpirePost makes the round's own message expire, and no other delivery about the round.
func TestExpirePost(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		over := round(t, tx, Round{CommunityID: c.ID})
		open := round(t, tx, Round{CommunityID: c.ID})
		puzzle := enqueued(t, tx, Outgoing{Nonce: "puzzle", CommunityID: c.ID, RoundID: over, Shows: true, Body: []byte("{}")}, anyNetwork, noon)
		enqueue(t, tx, Outgoing{Nonce: "verdict", CommunityID: c.ID, RoundID: over}, noon)
		enqueue(t, tx, Outgoing{Nonce: "another puzzle", CommunityID: c.ID, RoundID: open, Shows: true}, noon)
		sent := enqueued(t, tx, Outgoing{Nonce: "sent", CommunityID: c.ID, RoundID: over, Shows: true, Body: []byte("{}")}, anyNetwork, noon)
		end(t, tx, sent, Delivered, "m", noon)
		if err := tx.ExpirePost(over, noon.Add(time.Hour)); err != nil {
			return err
		}
		useless := must(List[string](tx, "useless", `SELECT nonce FROM outbox WHERE expires_at IS NOT NULL`))(t)
		if !slices.Equal(useless, []string{"puzzle"}) {
			t.Errorf("useless are %q, want the puzzle alone", useless)
		}
		if o := must(tx.Outgoing(puzzle.ID))(t); !o.Expires.Equal(noon.Add(time.Hour)) {
			t.Errorf("the puzzle is useless at %v", o.Expires)
		}
		if !slices.Equal(tx.committed.Expired, []int64{puzzle.ID}) {
			t.Errorf("those who deliver hear of %d, want %d", tx.committed.Expired, puzzle.ID)
		}
		return nil
	})
}

func TestPruneOutgoing(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		nonces := []string{"delivered", "failed", "claimed", "recent", "free"}
		for _, nonce := range nonces {
			enqueue(t, tx, Outgoing{Nonce: nonce, CommunityID: community(t, tx, nonce).ID}, noon)
		}
		claimed := wantClaim(t, tx, nonces...)
		if err := release(tx, claimed["free"].ID); err != nil {
			return err
		}
		end(t, tx, claimed["delivered"], Delivered, "m", noon)
		end(t, tx, claimed["failed"], Failed, "", noon)
		end(t, tx, claimed["recent"], Delivered, "m", noon.Add(time.Hour))
		if n := must(tx.Prune(noon.Add(keepDeliveries+time.Minute), 9))(t); n != 2 {
			t.Errorf("pruned %d, want 2", n)
		}
		left := must(List[string](tx, "nonces", `SELECT nonce FROM outbox ORDER BY id`))(t)
		if want := []string{"claimed", "recent", "free"}; !slices.Equal(left, want) {
			t.Errorf("%q are left, want %q", left, want)
		}
		return nil
	})
}

// A delivery that has ended keeps its nonce, but not its body.
func TestDoneHasNoBody(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		ended := map[string]Outcome{"delivered": Delivered, "delivered as nothing": Delivered, "failed": Failed, "replaced": Replaced}
		for nonce := range ended {
			enqueue(t, tx, Outgoing{Nonce: nonce, CommunityID: c.ID, Body: []byte("word")}, noon)
		}
		enqueue(t, tx, Outgoing{Nonce: "free", CommunityID: c.ID, Message: "m", Body: []byte("a word more")}, noon)
		enqueue(t, tx, Outgoing{Nonce: "reply", CommunityID: c.ID, Event: []byte("event"), Body: []byte("another word")}, noon)
		enqueue(t, tx, Outgoing{Nonce: "of others", CommunityID: c.ID, Body: []byte("other")}, noon)
		if _, err := tx.PostedAs("delivered"); err != ErrNotFound {
			t.Errorf("posted before it was delivered: %v", err)
		}
		for nonce, outcome := range ended {
			message := "m of " + nonce
			if nonce == "delivered as nothing" {
				message = ""
			}
			end(t, tx, waitingAs(t, tx, nonce), outcome, message, noon)
		}
		if n := must(Get[int](tx, "count", `SELECT COUNT(*) FROM outbox WHERE done_at IS NOT NULL AND length(body) > 0`))(t); n != 0 {
			t.Errorf("%d messages that are done have bodies", n)
		}
		if got := must(tx.PostedAs("delivered"))(t).Message; got != "m of delivered" {
			t.Errorf("posted as %q", got)
		}
		for _, nonce := range []string{"delivered as nothing", "failed", "replaced", "free", "unknown"} {
			if _, err := tx.PostedAs(nonce); err != ErrNotFound {
				t.Errorf("%s was not posted, but: %v", nonce, err)
			}
			if hasFailed := must(tx.HasFailed(nonce))(t); hasFailed != (nonce == "failed") {
				t.Errorf("%s has failed: %v", nonce, hasFailed)
			}
		}

		// A name is found in all waiting deliveries, even in claimed ones, and can be removed.
		found := map[string]string{}
		for _, o := range must(tx.Waiting("word"))(t) {
			found[o.Nonce] = string(o.Body)
			if err := tx.PutBody(o.ID, []byte("nothing")); err != nil {
				return err
			}
			if got := must(tx.Outgoing(o.ID))(t); string(got.Body) != "nothing" {
				t.Errorf("the body of %s is %q", o.Nonce, got.Body)
			}
		}
		if diff := cmp.Diff(map[string]string{"free": "a word more", "reply": "another word"}, found); diff != "" {
			t.Errorf("waiting with the word (-want +got):\n%s", diff)
		}
		if left := must(tx.Waiting("word"))(t); len(left) != 0 {
			t.Errorf("still waiting with the word: %+v", left)
		}
		if got := waitingAs(t, tx, "of others"); string(got.Body) != "other" {
			t.Errorf("the body of another delivery is %q", got.Body)
		}
		return nil
	})
}

// release frees a claim.
func release(tx *Tx, id int64) error {
	return tx.Exec("release", `UPDATE outbox SET claimed_by = NULL WHERE id = $1 AND done_at IS NULL`, id)
}

// The deliveries that wait are counted for each network, and bulk ones are counted separately.
func TestBacklogs(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		far := must(tx.EnsureCommunity("elsewhere", "1", false, 0, "", noon))(t)
		near := community(t, tx, "1")
		for i, o := range []Outgoing{
			{CommunityID: near.ID}, {CommunityID: near.ID}, {CommunityID: near.ID, Bulk: true},
			{CommunityID: far.ID, Bulk: true}, {CommunityID: far.ID}, {CommunityID: near.ID},
		} {
			o.Nonce = fmt.Sprint(i)
			enqueue(t, tx, o, noon.Add(time.Duration(i)*time.Minute))
		}
		end(t, tx, waitingAs(t, tx, "0"), Delivered, "m", noon)
		after := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
		want := []Backlog{
			{"elsewhere", false, 1, after(4)}, {"elsewhere", true, 1, after(3)},
			{"test", false, 2, after(1)}, {"test", true, 1, after(2)},
		}
		if got := must(tx.Backlogs())(t); !slices.Equal(got, want) {
			t.Errorf("there wait %+v, want %+v", got, want)
		}
		return nil
	})
}

// OwnOutgoing returns the deliveries for a network that the process owns and that have not ended. Bulk
// ones are returned separately.
func TestOwnOutgoing(t *testing.T) {
	s := openTemp(t)
	ids := map[string]int64{}
	write(t, s, func(tx *Tx) error {
		near := community(t, tx, "1")
		far := must(tx.EnsureCommunity("elsewhere", "1", false, 0, "", noon))(t)
		for _, o := range []Outgoing{
			{Nonce: "own", CommunityID: near.ID}, {Nonce: "ended", CommunityID: near.ID}, {Nonce: "far", CommunityID: far.ID},
			{Nonce: "bulk", CommunityID: near.ID, Bulk: true}, {Nonce: "of others", CommunityID: near.ID, Event: []byte("event")},
		} {
			by := tx
			if o.Nonce == "of others" {
				by = as(tx, 99)
			}
			o.Body = []byte("{}")
			ids[o.Nonce] = enqueued(t, by, o, anyNetwork, noon).ID
		}
		must(tx.ClaimOutgoing("test", true, 9))(t)
		end(t, tx, waitingAs(t, tx, "ended"), Delivered, "m", noon)
		enqueue(t, tx, Outgoing{Nonce: "free", CommunityID: near.ID}, noon)
		for _, test := range []struct {
			network string
			bulk    bool
			want    string
		}{{"test", false, "own"}, {"test", true, "bulk"}, {"elsewhere", false, "far"}} {
			if got := must(tx.OwnOutgoing(test.network, test.bulk))(t); !slices.Equal(got, []int64{ids[test.want]}) {
				t.Errorf("on %s, bulk %v, this process owns %v, want %s, %d", test.network, test.bulk, got, test.want, ids[test.want])
			}
		}
		return nil
	})
	// A transaction that only reads belongs to the same process.
	err := s.Read(t.Context(), func(tx *Tx) error {
		if got := must(tx.OwnOutgoing("test", false))(t); !slices.Equal(got, []int64{ids["own"]}) {
			t.Errorf("a reader of this process owns %v, want %d", got, ids["own"])
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// WaitingAfter looks for a text in the deliveries with greater IDs.
func TestWaitingAfter(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if last := must(tx.LastOutgoing())(t); last != 0 {
			t.Errorf("the last of no deliveries is %d", last)
		}
		c := community(t, tx, "1")
		var ids []int64
		for _, text := range []string{"a word", "word", "nothing", "the word"} {
			ids = append(ids, enqueued(t, tx, Outgoing{Nonce: text, CommunityID: c.ID, Body: []byte(text)}, nil, noon).ID)
			if last := must(tx.LastOutgoing())(t); last != ids[len(ids)-1] {
				t.Errorf("the last is %d, want that of %q", last, text)
			}
		}
		for after, want := range map[int64][]int64{0: {ids[0], ids[1], ids[3]}, ids[0]: {ids[1], ids[3]}, ids[3]: nil} {
			var got []int64
			for _, o := range must(tx.WaitingAfter("word", after))(t) {
				got = append(got, o.ID)
			}
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("after %d wait %v, want %v", after, got, want)
			}
		}
		return nil
	})
}

// A delivery awaits the reply that it follows only while that reply has no owner and has not ended. An owner
// knows of it anyway.
func TestAwaitedReply(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		group := community(t, tx, "group").ID
		tx.event = "event"
		enqueue(t, tx, Outgoing{Nonce: "post", CommunityID: group}, noon)
		enqueue(t, tx, Outgoing{Nonce: "event", CommunityID: group, Event: []byte("{}")}, noon)
		for _, step := range []struct {
			change string
			want   bool
		}{
			{`claimed_by = NULL`, true},
			{`claimed_by = $1`, false},
			{`claimed_by = NULL, done_at = $1`, false},
		} {
			if err := tx.Exec("change reply", `UPDATE outbox SET `+step.change+` WHERE nonce = 'event' AND $1 > 0`, tx.process); err != nil {
				return err
			}
			if got := waitingAs(t, tx, "post").Awaits; got != step.want {
				t.Errorf("after %s: %t", step.change, got)
			}
		}
		return nil
	})
}
