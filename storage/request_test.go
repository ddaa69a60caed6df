package storage

import (
	"errors"
	"testing"
)

func TestRequestCountsOnce(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if isStored(t, tx, "test:1") {
			t.Error("a request never seen is stored")
		}
		return tx.SaveRequest("test:1", noon)
	})
	err := s.Write(t.Context(), func(tx *Tx) error {
		c := community(t, tx, "1")
		enqueue(t, tx, Outgoing{Nonce: "test:1", CommunityID: c.ID, Event: []byte("event")}, noon)
		return tx.SaveRequest("test:1", noon)
	})
	if !errors.Is(err, ErrRepeated) {
		t.Errorf("the key is stored again: %v", err)
	}
	write(t, s, func(tx *Tx) error {
		if !isStored(t, tx, "test:1") {
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
