package storage

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// A statement that cannot run any more says what it was for, and why it cannot: the transaction was lost before, or
// its context has ended.
func TestWhyAStatementCannotRun(t *testing.T) {
	s := openTemp(t)
	fault := errors.New("fault")
	for why, prevent := range map[error]func(tx *Tx, cancel func()){
		fault:            func(tx *Tx, _ func()) { tx.lost = fault },
		context.Canceled: func(_ *Tx, cancel func()) { cancel() },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		err := s.Write(ctx, func(tx *Tx) error {
			prevent(tx, cancel)
			for verb, do := range map[string]func(what string) error{
				"Exec":   func(what string) error { return tx.Exec(what, `DELETE FROM meta`) },
				"exec":   func(what string) error { _, err := tx.exec(what, `DELETE FROM meta`); return err },
				"Insert": func(what string) error { _, err := tx.Insert(what, `INSERT INTO meta (key) VALUES ('')`); return err },
				"List":   func(what string) error { _, err := List[int](tx, what, `SELECT 1`); return err },
				"Get":    func(what string) error { _, err := Get[int](tx, what, `SELECT 1`); return err },
				"Queue":  func(what string) error { _, err := Queue[int](tx, what, `SELECT 1`).Get(); return err },
			} {
				what := "purpose of " + verb
				if err := do(what); !errors.Is(err, why) || !strings.HasPrefix(err.Error(), what) {
					t.Errorf("%s: %v, want the purpose and %v", verb, err, why)
				}
			}
			return nil
		})
		cancel()
		if !errors.Is(err, why) {
			t.Errorf("it is committed: %v, want %v", err, why)
		}
	}
}
