package storage

import (
	"errors"
	"fmt"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrDamaged says that the file is damaged, or no longer a database. Further writes may
// be lost, or damage more: the program should end.
var ErrDamaged = errors.New("the database is damaged")

// code is SQLite's primary result code of an error; 0: it is none of SQLite's.
func code(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code() & 0xff
}

// damage signals that a transaction has found damage.
type damage struct {
	found chan struct{}
	once  *sync.Once
}

func newDamage() damage { return damage{make(chan struct{}), new(sync.Once)} }

// Damaged returns a channel that is closed when a transaction has met damage.
func (d damage) Damaged() <-chan struct{} { return d.found }

// note makes an error of damage an ErrDamaged.
func (d damage) note(err error) error {
	switch code(err) {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		d.once.Do(func() { close(d.found) })
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}
