package storage

import (
	"context"
	"errors"
	"time"
)

var errReadOnly = errors.New("the database is open to be read only")

// Write runs fn in a transaction that may change things, and returns once it is
// on the disk. If fn returns an error or panics, or ctx ends before fn does,
// nothing of it is kept. Writers queue: those that wait are committed together, up
// to groupSize of them or for groupTime, so that a slow disk flushes once for
// many. One that fails takes nothing from the others; a failure to commit is that
// of all of them. fn must not call Write, and should wait for nothing but the
// database. What fn has written is seen by the functions after it.
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error {
	var changed Committed
	err := s.write(ctx, func(tx *Tx) error {
		err := fn(tx)
		changed = tx.committed
		return err
	})
	if err == nil {
		s.hook.call(changed)
	}
	return err
}

func (s *Store) write(ctx context.Context, fn func(tx *Tx) error) error {
	if s.server != nil {
		defer s.took(true, time.Now())
		return s.server.write(ctx, fn)
	}
	if s.turns == nil {
		return errReadOnly
	}
	defer s.took(true, time.Now())
	return s.note(s.turns.write(ctx, fn))
}

// Read runs fn on one snapshot of the database, which other transactions do
// not change and do not wait for.
func (s *Store) Read(ctx context.Context, fn func(tx *Tx) error) error {
	if s.older != nil {
		return s.older
	}
	defer s.took(false, time.Now())
	if s.server != nil {
		return s.server.read(ctx, fn)
	}
	return s.note(s.pool.read(ctx, fn))
}

// Observe has every transaction told of: whether it may write, and how long it took
// with the wait for its turn. It must be called before the first one.
func (s *Store) Observe(f func(write bool, took time.Duration)) { s.observer = f }

func (s *Store) took(write bool, begun time.Time) {
	if s.observer != nil {
		s.observer(write, time.Since(begun))
	}
}
