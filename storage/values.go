package storage

import (
	"fmt"
	"time"
)

// A row is read from a row of the database.
type row interface {
	columns() []any // pointers to where the columns go
}

// targets returns where the columns of a row go: into the fields of a value, or the only
// column into the value itself.
func targets(value any) []any {
	into := []any{value}
	if r, ok := value.(row); ok {
		into = r.columns()
	}
	for i, field := range into {
		switch field := field.(type) {
		case *time.Time:
			into[i] = (*instant)(field)
		case *time.Duration:
			into[i] = (*millis)(field)
		}
	}
	return into
}

// An instant is a time in the database: Unix milliseconds, NULL for the zero Time.
type instant time.Time

func (i *instant) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*i = instant{}
	case int64:
		*i = instant(time.UnixMilli(v).UTC())
	default:
		return fmt.Errorf("a time is stored as %T", src)
	}
	return nil
}

// millis is a length of time in the database: milliseconds.
type millis time.Duration

func (m *millis) Scan(src any) error {
	v, ok := src.(int64)
	if !ok {
		return fmt.Errorf("a length of time is stored as %T", src)
	}
	*m = millis(time.Duration(v) * time.Millisecond)
	return nil
}

// A reference is a row number in the database, NULL for 0.
type reference int64

func (r *reference) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*r = 0
	case int64:
		*r = reference(v)
	default:
		return fmt.Errorf("a row number is stored as %T", src)
	}
	return nil
}
