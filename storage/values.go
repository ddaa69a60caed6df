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

// targets returns where columns are scanned into, each through a number if the field's type
// is not what the database holds.
func targets(into []any) []any {
	for i, field := range into {
		switch field := field.(type) {
		case *time.Time:
			into[i] = number(func(v int64) { *field = time.UnixMilli(v).UTC() })
		case *time.Duration:
			into[i] = number(func(v int64) { *field = time.Duration(v) * time.Millisecond })
		case *reference:
			into[i] = number(func(v int64) { *field = reference(v) })
		}
	}
	return into
}

// A number is called with a whole number of the database. NULL leaves the field zero.
type number func(v int64)

// Scan implements sql.Scanner.
func (n number) Scan(src any) error {
	switch v := src.(type) {
	case nil:
	case int64:
		n(v)
	default:
		return fmt.Errorf("a number is stored as %T", src)
	}
	return nil
}
