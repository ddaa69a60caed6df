package storage

import (
	"testing"
	"time"
)

func TestRequestCountsOnce(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if must(tx.HasRequest("test:1"))(t) {
			t.Error("a request never seen is stored")
		}
		return tx.SaveRequest("test:1", noon)
	})
	err := s.Write(t.Context(), func(tx *Tx) error {
		c := community(t, tx, "1")
		enqueue(t, tx, Outgoing{Nonce: "test:1", CommunityID: c.ID, Event: []byte("event")}, noon)
		return tx.SaveRequest("test:1", noon)
	})
	if err == nil {
		t.Error("the key was stored twice")
	}
	write(t, s, func(tx *Tx) error {
		if !must(tx.HasRequest("test:1"))(t) {
			t.Error("the key is not stored")
		}
		if _, err := tx.FindCommunity("test", "1"); err != ErrNotFound {
			t.Errorf("the effect of the repeated request was kept: %v", err)
		}
		if _, err := tx.ReplyTo("test:1"); err != ErrNotFound {
			t.Errorf("the reply to the repeated request was kept: %v", err)
		}
		return nil
	})
}

func TestPruneRequests(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for i, key := range []string{"old", "limit", "new"} {
			if err := tx.SaveRequest(key, noon.Add(time.Duration(i)*time.Hour)); err != nil {
				return err
			}
		}
		if n := must(tx.PruneRequests(noon.Add(time.Hour), 9))(t); n != 1 {
			t.Errorf("pruned %d, want 1", n)
		}
		for key, want := range map[string]bool{"old": false, "limit": true, "new": true} {
			if got := must(tx.HasRequest(key))(t); got != want {
				t.Errorf("%s is stored: %v", key, got)
			}
		}
		return nil
	})
}
