package storage

import (
	"testing"
	"time"
)

func TestRequestCountsOnce(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if _, _, err := tx.Request("test:1"); err != ErrNotFound {
			t.Errorf("a request never seen: %v", err)
		}
		return tx.SaveRequest("test:1", noon, []byte("reply"), 0)
	})
	err := s.Write(t.Context(), func(tx *Tx) error {
		chat(t, tx, "1")
		return tx.SaveRequest("test:1", noon, []byte("other"), 0)
	})
	if err == nil {
		t.Error("the key was stored twice")
	}
	write(t, s, func(tx *Tx) error {
		if body, sent, err := tx.Request("test:1"); string(body) != "reply" || sent || err != nil {
			t.Errorf("request is %q, %v, %v", body, sent, err)
		}
		if _, err := tx.FindChat("test", "1"); err != ErrNotFound {
			t.Errorf("the effect of the repeated request was kept: %v", err)
		}
		if err := tx.SaveRequest("test:2", noon, nil, 0); err != nil {
			return err
		}
		if body, _, err := tx.Request("test:2"); body != nil || err != nil {
			t.Errorf("no body became %q, %v", body, err)
		}
		return nil
	})
}

func TestMarkSent(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		r := round(t, tx, Round{ChatID: chat(t, tx, "1").ID})
		for _, key := range []string{"alert", "first", "second"} {
			if err := tx.SaveRequest(key, noon, nil, r); err != nil {
				return err
			}
		}
		if err := tx.SaveRequest("no round", noon, nil, 0); err != nil {
			return err
		}
		for _, step := range []struct{ key, message, want string }{
			{"unknown", "m0", ""}, {"no round", "m0", ""}, {"alert", "", ""}, {"first", "m1", "m1"}, {"second", "m2", "m1"},
		} {
			if err := tx.MarkSent(step.key, step.message); err != nil {
				return err
			}
			if got := must(tx.RoundByID(r))(t).Message; got != step.want {
				t.Errorf("after %q the round's message is %q, want %q", step.key, got, step.want)
			}
			if _, sent, err := tx.Request(step.key); step.key != "unknown" && (!sent || err != nil) {
				t.Errorf("%q is not sent: %v", step.key, err)
			}
		}
		return nil
	})
}

func TestPruneRequests(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for i, key := range []string{"old", "limit", "new"} {
			if err := tx.SaveRequest(key, noon.Add(time.Duration(i)*time.Hour), nil, 0); err != nil {
				return err
			}
		}
		if n := must(tx.PruneRequests(noon.Add(time.Hour)))(t); n != 1 {
			t.Errorf("pruned %d, want 1", n)
		}
		if _, _, err := tx.Request("old"); err != ErrNotFound {
			t.Errorf("the old one: %v", err)
		}
		_, _, err := tx.Request("limit")
		return err
	})
}
