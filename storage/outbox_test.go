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
	for _, o := range must(tx.ClaimOutgoing(now, patience, 10))(t) {
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
	if got := must(tx.NextDue())(t); !got.Equal(want) {
		t.Errorf("next due after %v, want %v", got.Sub(noon), want.Sub(noon))
	}
}

func TestOutgoingKeepsEveryField(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := must(tx.EnsureChat("test", "1", true, "", noon))(t)
		want := Outgoing{Nonce: "n", ChatID: c.ID, Network: "test", ChatKey: "1", Private: true, Thread: "topic",
			Message: "m1", Body: []byte("body"), Event: "round 7", CreatedAt: noon}
		if !enqueue(t, tx, want, noon) {
			t.Error("a new nonce was refused")
		}
		if enqueue(t, tx, want, noon) {
			t.Error("the same nonce was taken twice")
		}
		got := must(tx.ClaimOutgoing(noon, patience, 10))(t)
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

func TestClaimKeepsOrderInAChat(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		a, b := chat(t, tx, "a"), chat(t, tx, "b")
		enqueue(t, tx, Outgoing{Nonce: "a1", ChatID: a.ID}, noon)
		enqueue(t, tx, Outgoing{Nonce: "a2", ChatID: a.ID}, noon)
		enqueue(t, tx, Outgoing{Nonce: "b1", ChatID: b.ID}, noon.Add(time.Second))
		wantClaim(t, tx, noon.Add(-time.Second))
		wantNext(t, tx, noon)
		ids := wantClaim(t, tx, noon, "a1")
		wantNext(t, tx, noon.Add(time.Second)) // a2 waits for a1, so it does not count
		wantClaim(t, tx, noon.Add(time.Second), "b1")

		// A pause of a1 is one of a2 too.
		if err := tx.Postpone(ids["a1"], noon.Add(5*time.Second), "slow down"); err != nil {
			return err
		}
		wantClaim(t, tx, noon.Add(4*time.Second))
		wantNext(t, tx, noon.Add(5*time.Second))
		retried := must(tx.ClaimOutgoing(noon.Add(5*time.Second), patience, 10))(t)
		if len(retried) != 1 || retried[0].Nonce != "a1" || retried[0].Tries != 1 {
			t.Fatalf("retried %+v, want a1 after one try", retried)
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
			enqueue(t, tx, Outgoing{Nonce: key, ChatID: chat(t, tx, key).ID}, noon)
		}
		var got []string
		for _, limit := range []int{2, 2} {
			for _, o := range must(tx.ClaimOutgoing(noon, patience, limit))(t) {
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
		enqueue(t, tx, Outgoing{Nonce: "n", ChatID: chat(t, tx, "1").ID}, noon)
		ids := wantClaim(t, tx, noon, "n")
		wantClaim(t, tx, noon.Add(patience-time.Millisecond))
		wantNext(t, tx, noon.Add(patience))
		wantClaim(t, tx, noon.Add(patience), "n")
		if err := tx.Delivered(ids["n"], "m", noon.Add(patience)); err != nil {
			return err
		}
		// The slow one comes back: what is done stays done.
		if err := tx.Postpone(ids["n"], noon, "late"); err != nil {
			return err
		}
		if err := tx.Fail(ids["n"], "late", noon); err != nil {
			return err
		}
		wantClaim(t, tx, noon.Add(time.Hour))
		if _, err := tx.NextDue(); err != ErrNotFound {
			t.Errorf("nothing is to be done, but: %v", err)
		}
		return nil
	})
}

func TestEditReplacesPendingEdit(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		c := chat(t, tx, "1")
		edit := func(nonce, message string, second int) bool {
			return enqueue(t, tx, Outgoing{Nonce: nonce, ChatID: c.ID, Message: message}, noon.Add(time.Duration(second)*time.Second))
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
		if err := tx.Postpone(ids["claimed"], noon.Add(time.Minute), "slow down"); err != nil {
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
			enqueue(t, tx, Outgoing{Nonce: nonce, ChatID: chat(t, tx, nonce).ID}, noon.Add(time.Duration(i/4)*time.Hour))
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
		if n := must(tx.PruneOutgoing(noon.Add(time.Hour)))(t); n != 2 {
			t.Errorf("pruned %d, want 2", n)
		}
		wantClaim(t, tx, noon.Add(time.Hour), "claimed", "pending")
		return nil
	})
}
