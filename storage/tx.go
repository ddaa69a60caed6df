package storage

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// errDoubt means that it is unknown whether a transaction was committed.
var errDoubt = errors.New("it may have been committed")

// IsInDoubt reports whether an error of Write or Commit leaves it unknown whether the transaction was committed.
func IsInDoubt(err error) bool { return errors.Is(err, errDoubt) }

// errSilent means that a server gives no answer at all.
var errSilent = errors.New("the server does not answer")

var errReadOnly = errors.New("the database is open to be read only")

// A Tx is a transaction. It is for one goroutine and for no longer than the
// function it was given to.
type Tx struct {
	// ctx is the context given to Write, Read or Look.
	ctx context.Context
	// q runs the statements.
	q querier
	// write reports whether the transaction may write.
	write bool
	// server reports whether the database is on a server.
	server bool
	// locks is nil if the transaction needs none: on a file, and when it only reads.
	locks *locks
	// known are communities that were read under a lock: only this transaction can change them.
	known []Community
	// lost is the error that ended the transaction early; nil: it goes on.
	lost error

	// tables are the declarations of the kernel's tables and of those of all features.
	tables declarations
	// process is the owner of the claims that the transaction makes.
	process int64
	// event is the key of the event whose request the transaction carries out; empty: no event.
	event string
	// statements counts the statements so far.
	statements int
	// committed is what OnCommit tells when the transaction is committed.
	committed Committed
}

// locks are what a transaction has locked on a server, where several write at the same time. The
// server frees them when the transaction ends.
type locks struct {
	// keys are the numbers of advisory locks.
	keys        []int64
	communities []int64
	players     []int64
}

func (l *locks) hasKey(key int64) bool { return slices.Contains(l.keys, key) }

// hasCommunity reports whether a community is locked. Community 0 is none, and needs no lock.
func (l *locks) hasCommunity(id int64) bool { return id == 0 || slices.Contains(l.communities, id) }

// hasPlayer reports whether a player is locked. Player 0 is none, and needs no lock.
func (l *locks) hasPlayer(id int64) bool { return id == 0 || slices.Contains(l.players, id) }

// querier is what a Tx needs of a connection.
type querier interface {
	exec(ctx context.Context, query string, args []any) (changed int64, err error)
	query(ctx context.Context, query string, args []any, row rowFunc) error
}

// noteFailure is called with the error of a statement that was run, and returns the error with the purpose
// of the statement. A server ends the whole transaction at any error, and SQLite ends it at some errors.
// Then noteFailure sets tx.lost, so that no later statement runs outside the transaction.
func (tx *Tx) noteFailure(what string, err error) error {
	isOver := tx.server || rollsBack(code(err))
	err = fmt.Errorf("%s: %w", what, err)
	if isOver {
		tx.lost = err
	}
	return err
}

// rollsBack reports whether SQLite itself rolls a transaction back at an error with this code.
func rollsBack(code int) bool {
	switch code {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM,
		sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_CORRUPT:
		return true
	}
	return false
}

// code returns SQLite's primary result code of an error, 0 if the error is not SQLite's.
func code(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}

// exec runs a statement and returns how many rows it changed.
func (tx *Tx) exec(what, query string, args ...any) (int64, error) {
	ctx, args, err := tx.prepare(query, args)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	changed, err := tx.q.exec(ctx, query, args)
	if err != nil {
		return 0, tx.noteFailure(what, err)
	}
	return changed, nil
}

// prepare returns the context in which a statement runs, and its arguments as the databases take
// them. Each statement passes through it.
//
// On a file several calls of Write share a transaction, and cancelling one statement would undo all
// of them. So a statement of a Write is never cancelled. When its context ends, the next statement
// fails.
func (tx *Tx) prepare(query string, args []any) (context.Context, []any, error) {
	if tx.lost != nil {
		return nil, nil, tx.lost
	}
	ctx := tx.ctx
	if tx.write {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		ctx = context.WithoutCancel(ctx)
	}
	tx.statements++
	// The communities that were read so far may have other values after this statement.
	if mayWrite(query, "communities") {
		tx.known = nil
	}
	stored := make([]any, len(args))
	for i, a := range args {
		stored[i] = argumentOf(a, tx.server)
	}
	return ctx, stored, nil
}

// each calls row for each row of a query.
func (tx *Tx) each(what, query string, args []any, row rowFunc) error {
	ctx, args, err := tx.prepare(query, args)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	err = tx.q.query(ctx, query, args, row)
	if err != nil {
		return tx.noteFailure(what, err)
	}
	return nil
}

// Touch notes that the transaction changes something that people may be looking at on the page.
func (tx *Tx) Touch(kind TouchKind, id int64) {
	touch := Touch{kind, id}
	if id == 0 || slices.Contains(tx.committed.Touched, touch) {
		return
	}
	tx.committed.Touched = append(tx.committed.Touched, touch)
}
