package storage

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const patience = time.Minute // after which a claim is stale

func enqueue(t *testing.T, tx *Tx, o Outgoing, at time.Time) bool {
	t.Helper()
	if o.Body == nil {
		o.Body = []byte("{}")
	}
	return must(tx.Enqueue(o, at))(t)
}

// claim returns the nonces of what was claimed, and the IDs by nonce.
func claim(t *testing.T, tx *Tx, now time.Time) ([]string, map[string]int64) {
	t.Helper()
	var nonces []string
	ids := map[string]int64{}
	for _, o := range must(tx.ClaimOutgoing("test", false, now, patience, 10))(t) {
		nonces = append(nonces, o.Nonce)
		ids[o.Nonce] = o.ID
	}
	return nonces, ids
}

func wantClaim(t *testing.T, tx *Tx, now time.Time, want ...string) map[string]int64 {
	t.Helper()
	got, ids := claim(t, tx, now)
	if !slices.Equal(got, want) {
		t.Fatalf("claimed %q at %v, want %q", got, now.Sub(noon), want)
	}
	return ids
}

func wantNext(t *testing.T, tx *Tx, want time.Time) {
	t.Helper()
	if got := must(tx.NextOutgoing("test", false))(t); !got.Equal(want) {
		t.Errorf("next message after %v, want %v", got.Sub(noon), want.Sub(noon))
	}
}

func TestOutgoingKeepsEveryField(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := must(tx.EnsureCommunity("test", "1", true, 0, "", noon))(t)
		want := Outgoing{Nonce: "n", CommunityID: c.ID, Network: "test", CommunityKey: "1", Private: true, Channel: "topic",
			Message: "m1", RoundID: 7, Shows: true, Body: []byte("body"), BestBefore: noon.Add(time.Hour), CreatedAt: noon}
		if !enqueue(t, tx, want, noon) {
			t.Error("a new nonce was refused")
		}
		if enqueue(t, tx, want, noon) {
			t.Error("the same nonce was taken twice")
		}
		got := must(tx.ClaimOutgoing("test", false, noon, patience, 10))(t)
		want.ID = 1
		if diff := cmp.Diff([]Outgoing{want}, got); diff != "" {
			t.Errorf("claimed (-want +got):\n%s", diff)
		}
		if err := tx.Delivered(1, "m1", noon); err != nil {
			return err
		}
		if enqueue(t, tx, want, noon) {
			t.Error("the nonce of what was delivered was taken again")
		}
		return nil
	})
}

func TestClaimKeepsOrderInACommunity(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		a, b := community(t, tx, "a"), community(t, tx, "b")
		enqueue(t, tx, Outgoing{Nonce: "a1", CommunityID: a.ID}, noon)
		enqueue(t, tx, Outgoing{Nonce: "a2", CommunityID: a.ID}, noon)
		enqueue(t, tx, Outgoing{Nonce: "b1", CommunityID: b.ID}, noon.Add(time.Second))
		wantClaim(t, tx, noon.Add(-time.Second))
		wantNext(t, tx, noon)
		ids := wantClaim(t, tx, noon, "a1")
		wantNext(t, tx, noon.Add(time.Second)) // a2 waits for a1, so it does not count
		wantClaim(t, tx, noon.Add(time.Second), "b1")

		// A pause of a1 is one of a2 too.
		if err := tx.Postpone(ids["a1"], noon.Add(5*time.Second), "slow down", true); err != nil {
			return err
		}
		wantClaim(t, tx, noon.Add(4*time.Second))
		wantNext(t, tx, noon.Add(5*time.Second))
		retried := must(tx.ClaimOutgoing("test", false, noon.Add(5*time.Second), patience, 10))(t)
		if len(retried) != 1 || retried[0].Nonce != "a1" || retried[0].Failures != 1 {
			t.Fatalf("retried %+v, want a1 after one failure", retried)
		}
		if err := tx.Fail(ids["a1"], "no right to post", noon.Add(6*time.Second)); err != nil {
			return err
		}
		wantNext(t, tx, noon)
		wantClaim(t, tx, noon.Add(6*time.Second), "a2")
		return nil
	})
}

func TestClaimTakesTheOldestUpToTheLimit(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for _, key := range []string{"a", "b", "c"} {
			enqueue(t, tx, Outgoing{Nonce: key, CommunityID: community(t, tx, key).ID}, noon)
		}
		var got []string
		for _, limit := range []int{2, 2} {
			for _, o := range must(tx.ClaimOutgoing("test", false, noon, patience, limit))(t) {
				got = append(got, o.Nonce)
			}
		}
		if !slices.Equal(got, []string{"a", "b", "c"}) {
			t.Errorf("claimed %q", got)
		}
		return nil
	})
}

// Whoever claimed it has died, or is only slow.
func TestStaleClaim(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		enqueue(t, tx, Outgoing{Nonce: "n", CommunityID: community(t, tx, "1").ID}, noon)
		ids := wantClaim(t, tx, noon, "n")
		wantClaim(t, tx, noon.Add(patience-time.Millisecond))
		wantNext(t, tx, noon.Add(patience))
		wantClaim(t, tx, noon.Add(patience), "n")
		if err := tx.Delivered(ids["n"], "m", noon.Add(patience)); err != nil {
			return err
		}
		// The slow one comes back: what is done stays done.
		if err := tx.Postpone(ids["n"], noon, "late", true); err != nil {
			return err
		}
		if err := tx.Fail(ids["n"], "late", noon); err != nil {
			return err
		}
		wantClaim(t, tx, noon.Add(time.Hour))
		if _, err := tx.NextOutgoing("test", false); err != ErrNotFound {
			t.Errorf("nothing is to be done, but: %v", err)
		}
		return nil
	})
}

func TestEditReplacesPendingEdit(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		edit := func(nonce, message string, second int) bool {
			return enqueue(t, tx, Outgoing{Nonce: nonce, CommunityID: c.ID, Message: message}, noon.Add(time.Duration(second)*time.Second))
		}
		edit("claimed", "m1", 0)
		ids := wantClaim(t, tx, noon, "claimed")
		edit("other message", "m2", 1)
		edit("old", "m1", 1)
		edit("new", "m1", 2)
		if edit("old", "m1", 3) {
			t.Error("the nonce of what was replaced was taken again")
		}
		// A claimed edit may be under way and is not replaced.
		if err := tx.Postpone(ids["claimed"], noon.Add(time.Minute), "slow down", false); err != nil {
			return err
		}
		edit("newest", "m1", 4) // now it is, with its pause
		ids = wantClaim(t, tx, noon.Add(10*time.Second), "other message")
		if err := tx.Delivered(ids["other message"], "m2", noon.Add(10*time.Second)); err != nil {
			return err
		}
		wantClaim(t, tx, noon.Add(59*time.Second))
		wantNext(t, tx, noon.Add(time.Minute))
		ids = wantClaim(t, tx, noon.Add(time.Minute), "newest")
		if err := tx.Delivered(ids["newest"], "m1", noon.Add(time.Minute)); err != nil {
			return err
		}
		wantClaim(t, tx, noon.Add(time.Hour))
		return nil
	})
}

func TestPruneOutgoing(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for i, nonce := range []string{"delivered", "failed", "claimed", "recent", "pending"} {
			enqueue(t, tx, Outgoing{Nonce: nonce, CommunityID: community(t, tx, nonce).ID}, noon.Add(time.Duration(i/4)*time.Hour))
		}
		ids := wantClaim(t, tx, noon, "delivered", "failed", "claimed", "recent")
		if err := tx.Delivered(ids["delivered"], "m", noon); err != nil {
			return err
		}
		if err := tx.Fail(ids["failed"], "gone", noon); err != nil {
			return err
		}
		if err := tx.Delivered(ids["recent"], "m", noon.Add(time.Hour)); err != nil {
			return err
		}
		if n := must(tx.PruneOutgoing(noon.Add(time.Hour), 9))(t); n != 2 {
			t.Errorf("pruned %d, want 2", n)
		}
		wantClaim(t, tx, noon.Add(time.Hour), "claimed", "pending")
		return nil
	})
}

// A pause that the network asks for is no failure of the message's.
func TestPauseIsNoFailure(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		enqueue(t, tx, Outgoing{Nonce: "n", CommunityID: community(t, tx, "1").ID}, noon)
		for i, failed := range []bool{false, true, false, true} {
			out := must(tx.ClaimOutgoing("test", false, noon, patience, 9))(t)
			if want := i / 2; len(out) != 1 || out[0].Failures != want {
				t.Fatalf("claimed %+v, want it after %d failures", out, want)
			}
			if err := tx.Postpone(out[0].ID, noon, "slow down", failed); err != nil {
				return err
			}
		}
		return nil
	})
}

// What is for a network that nobody serves here is left to who serves it, and
// keeps nobody waiting.
func TestClaimIsOfTheNetworksServed(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		other := must(tx.EnsureCommunity("other", "1", false, 0, "", noon))(t)
		enqueue(t, tx, Outgoing{Nonce: "other", CommunityID: other.ID}, noon)
		wantClaim(t, tx, noon)
		if _, err := tx.NextOutgoing("test", false); err != ErrNotFound {
			t.Errorf("of networks served nothing waits, but: %v", err)
		}
		enqueue(t, tx, Outgoing{Nonce: "own", CommunityID: community(t, tx, "1").ID}, noon.Add(time.Second))
		wantNext(t, tx, noon.Add(time.Second))
		if out := must(tx.ClaimOutgoing("other", false, noon.Add(time.Second), patience, 9))(t); len(out) != 1 {
			t.Errorf("who serves the other claims %+v", out)
		}
		return nil
	})
}

// What may wait keeps nothing waiting that may not, in the same community either.
func TestBulkIsAClassOfItsOwn(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		enqueue(t, tx, Outgoing{Nonce: "daily", CommunityID: c.ID, Bulk: true}, noon)
		enqueue(t, tx, Outgoing{Nonce: "result", CommunityID: c.ID}, noon.Add(time.Second))
		wantClaim(t, tx, noon)
		wantNext(t, tx, noon.Add(time.Second))
		wantClaim(t, tx, noon.Add(time.Second), "result")
		out := must(tx.ClaimOutgoing("test", true, noon, patience, 9))(t)
		if len(out) != 1 || out[0].Nonce != "daily" || !out[0].Bulk {
			t.Errorf("of what may wait %+v is claimed", out)
		}
		return nil
	})
}

// What is done keeps its nonce and no word of what was said.
func TestDoneHasNoBody(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := community(t, tx, "1")
		enqueue(t, tx, Outgoing{Nonce: "delivered", CommunityID: c.ID, Body: []byte("word")}, noon)
		enqueue(t, tx, Outgoing{Nonce: "failed", CommunityID: c.ID, Body: []byte("word")}, noon)
		enqueue(t, tx, Outgoing{Nonce: "replaced", CommunityID: c.ID, Message: "m", Body: []byte("word")}, noon)
		enqueue(t, tx, Outgoing{Nonce: "waiting", CommunityID: c.ID, Message: "m", Body: []byte("a word more")}, noon)
		if _, err := tx.PostedAs("delivered"); err != ErrNotFound {
			t.Errorf("posted before it was delivered: %v", err)
		}
		if err := tx.Delivered(1, "m1", noon); err != nil {
			return err
		}
		if err := tx.Fail(2, "gone", noon); err != nil {
			return err
		}
		if n := must(get(tx, "count", one[int], `SELECT COUNT(*) FROM outbox WHERE done_at IS NOT NULL AND length(body) > 0`))(t); n != 0 {
			t.Errorf("%d messages that are done have bodies", n)
		}
		if got := must(tx.PostedAs("delivered"))(t); got != "m1" {
			t.Errorf("posted as %q", got)
		}
		for _, nonce := range []string{"failed", "waiting", "unknown"} {
			if _, err := tx.PostedAs(nonce); err != ErrNotFound {
				t.Errorf("%s was not posted, but: %v", nonce, err)
			}
		}

		waiting := must(tx.Waiting("word"))(t)
		if len(waiting) != 1 || waiting[0].ID != 4 || string(waiting[0].Body) != "a word more" {
			t.Fatalf("waiting with the word: %+v", waiting)
		}
		for id := range int64(4) {
			if err := tx.PutBody(id+1, []byte("nothing")); err != nil {
				return err
			}
		}
		if left := must(tx.Waiting("word"))(t); len(left) != 0 {
			t.Errorf("still waiting with the word: %+v", left)
		}
		if n := must(get(tx, "count", one[int], `SELECT COUNT(*) FROM outbox WHERE length(body) > 0`))(t); n != 1 {
			t.Errorf("%d bodies after one that waits was replaced", n)
		}
		return nil
	})
}
