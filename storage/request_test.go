package storage

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRequestKeepsEveryField(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for _, want := range []Request{
			{Key: "full", At: noon, Body: []byte("reply"), RoundID: 7, Shows: true, PlayerID: 3, Hint: 2},
			{Key: "sent", At: noon, Delivered: true},
			{Key: "empty", At: noon},
		} {
			if err := tx.SaveRequest(want); err != nil {
				return err
			}
			if diff := cmp.Diff(want, must(tx.Request(want.Key))(t)); diff != "" {
				t.Errorf("request (-want +got):\n%s", diff)
			}
		}
		return nil
	})
}

func TestRequestCountsOnce(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if _, err := tx.Request("test:1"); err != ErrNotFound {
			t.Errorf("a request never seen: %v", err)
		}
		return tx.SaveRequest(Request{Key: "test:1", At: noon, Body: []byte("reply")})
	})
	err := s.Write(t.Context(), func(tx *Tx) error {
		community(t, tx, "1")
		return tx.SaveRequest(Request{Key: "test:1", At: noon, Body: []byte("other")})
	})
	if err == nil {
		t.Error("the key was stored twice")
	}
	write(t, s, func(tx *Tx) error {
		if r, err := tx.Request("test:1"); string(r.Body) != "reply" || err != nil {
			t.Errorf("request is %+v, %v", r, err)
		}
		if _, err := tx.FindCommunity("test", "1"); err != ErrNotFound {
			t.Errorf("the effect of the repeated request was kept: %v", err)
		}
		return nil
	})
}

// A delivery is news once: a hint is charged once, and the reply is dropped.
func TestMarkDelivered(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		want := Request{Key: "hint", At: noon, Body: []byte("reply"), RoundID: 7, PlayerID: 3, Hint: 2}
		if err := tx.SaveRequest(want); err != nil {
			return err
		}
		want.Body, want.Delivered = nil, true
		for i, key := range []string{"hint", "hint", "unknown"} {
			r, news, err := tx.MarkDelivered(key)
			if err != nil {
				return err
			}
			if news != (i == 0) {
				t.Errorf("delivery %d of %s: news %v", i+1, key, news)
			}
			if i == 0 && !cmp.Equal(r, want) {
				t.Errorf("delivered %+v, want %+v", r, want)
			}
		}
		if diff := cmp.Diff(want, must(tx.Request("hint"))(t)); diff != "" {
			t.Errorf("after its delivery (-want +got):\n%s", diff)
		}
		return nil
	})
}

func TestPruneRequests(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for i, key := range []string{"old", "limit", "new"} {
			if err := tx.SaveRequest(Request{Key: key, At: noon.Add(time.Duration(i) * time.Hour)}); err != nil {
				return err
			}
		}
		if n := must(tx.PruneRequests(noon.Add(time.Hour), 9))(t); n != 1 {
			t.Errorf("pruned %d, want 1", n)
		}
		if _, err := tx.Request("old"); err != ErrNotFound {
			t.Errorf("the old one: %v", err)
		}
		_, err := tx.Request("limit")
		return err
	})
}
