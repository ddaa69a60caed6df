package storage

import (
	"fmt"
	"strings"
	"time"
)

// A row is read from a row of the database.
type row interface {
	columns() []any // pointers to where the columns go
}

// A reference is a row number in the database, NULL for 0.
type reference int64

// parameters is a list of so many parameters of a statement, from number first on.
func parameters(first, count int) string {
	var all []string
	for i := range count {
		all = append(all, fmt.Sprintf("$%d", first+i))
	}
	return strings.Join(all, ", ")
}

// A number is called with a whole number of the database, if it is not NULL.
type number func(v int64)

// Scan implements sql.Scanner.
func (n number) Scan(src any) error {
	switch v := src.(type) {
	case nil:
	case int64:
		n(v)
	case bool: // what a server compares
		if v {
			n(1)
		}
	default:
		return fmt.Errorf("a number is stored as %T", src)
	}
	return nil
}

// An optional is a place for a column that may be NULL, which leaves it as it is.
type optional struct{ to any }

// Scan implements sql.Scanner.
func (o optional) Scan(src any) error {
	if src == nil {
		return nil
	}
	switch to := o.to.(type) {
	case *string:
		switch v := src.(type) {
		case string:
			*to = v
			return nil
		case []byte:
			*to = string(v)
			return nil
		}
	case *float64:
		if v, ok := src.(float64); ok {
			*to = v
			return nil
		}
	case *bool:
		return number(func(v int64) { *to = v != 0 }).Scan(src)
	case *int:
		return number(func(v int64) { *to = int(v) }).Scan(src)
	case *int64:
		return number(func(v int64) { *to = v }).Scan(src)
	}
	return fmt.Errorf("%T does not fit %T", src, o.to)
}

// maybe makes the columns of a row optional, all of which are NULL where there is none.
func maybe(columns []any) []any {
	for i, c := range columns {
		switch c.(type) {
		case *time.Time, *time.Duration, *reference: // are NULL for none
		default:
			columns[i] = optional{c}
		}
	}
	return columns
}

// rows are those of a query, of which one at a time may be open on a connection.
type rows interface {
	Next() bool
	Scan(into ...any) error
	Columns() ([]string, error)
	Err() error
	Close() error
}
