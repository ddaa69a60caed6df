package storage

import (
	"errors"
	"fmt"

	sqlite3 "modernc.org/sqlite/lib"
)

// These say why a database cannot be opened, as ErrDamaged, ErrEmpty and ErrPooling do.
var (
	// ErrDisk says that the disk has no room, or fails.
	ErrDisk = errors.New("the disk is full, or failing")
	// ErrAbsent says that the server has no database of this name.
	ErrAbsent = errors.New("the server has no such database")
	// ErrForbidden says that this user may not open the file, or not write to it or to its folder.
	ErrForbidden = errors.New("the file or its folder cannot be written")
	// ErrFolder says that there is a folder where the file should be.
	ErrFolder = errors.New("it is a folder, not a file")
	// ErrInUse says that another process serves from the file.
	ErrInUse = errors.New("another process serves from the file")
	// ErrLogin says that the server refuses the user or the password.
	ErrLogin = errors.New("the server refuses the user or the password")
	// ErrNewer says that a newer program has brought the schema up to date.
	ErrNewer = errors.New("the schema is newer than this program")
)

// An OutdatedError says that the schema is older than this program.
type OutdatedError struct {
	// Version is the version of the schema, and Newest that of this program.
	Version, Newest int64
}

func (e OutdatedError) Error() string {
	const text = "its schema has version %d, older than %d: it is brought up to date when a bot serves from it"
	return fmt.Sprintf(text, e.Version, e.Newest)
}

// errorForOperator puts the driver's errors on opening a file into words for the operator.
func errorForOperator(err error) error {
	switch code(err) {
	case sqlite3.SQLITE_NOTADB:
		return errors.New("the file is not a database")
	case sqlite3.SQLITE_CORRUPT:
		return ErrDamaged
	case sqlite3.SQLITE_BUSY:
		return errors.New("the database is in use by another process")
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR:
		return ErrDisk
	case sqlite3.SQLITE_CANTOPEN:
		return operatorError{ErrForbidden, "the file cannot be opened, or its folder cannot be written"}
	case sqlite3.SQLITE_READONLY:
		return ErrForbidden
	}
	return err
}

// An operatorError wraps an error, and has a text for the operator instead of that error's own.
type operatorError struct {
	err  error
	text string
}

func (e operatorError) Error() string { return e.text }
func (e operatorError) Unwrap() error { return e.err }
