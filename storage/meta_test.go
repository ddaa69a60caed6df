package storage

import (
	"bytes"
	"testing"
)

func TestSecret(t *testing.T) {
	s := openTemp(t)
	if err := s.Read(t.Context(), func(tx *Tx) error { _, err := tx.Secret("salt"); return err }); err != ErrNotFound {
		t.Errorf("a secret never made: %v", err)
	}
	var made []byte
	write(t, s, func(tx *Tx) error {
		made = must(tx.Secret("salt"))(t)
		if other := must(tx.Secret("other"))(t); len(made) != 32 || bytes.Equal(made, other) {
			t.Errorf("secrets are %x and %x", made, other)
		}
		return nil
	})
	if err := s.Read(t.Context(), func(tx *Tx) error {
		if kept := must(tx.Secret("salt"))(t); !bytes.Equal(kept, made) {
			t.Errorf("secret is %x, was %x", kept, made)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

func TestMeta(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		if _, err := tx.Meta("a"); err != ErrNotFound {
			t.Errorf("a fact never stored: %v", err)
		}
		for _, value := range []string{"1", "2"} {
			if err := tx.SetMeta("a", value); err != nil {
				return err
			}
			if got := must(tx.Meta("a"))(t); got != value {
				t.Errorf("fact is %q, want %q", got, value)
			}
		}
		return nil
	})
}
