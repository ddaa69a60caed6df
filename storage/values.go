package storage

import (
	"database/sql/driver"
	"fmt"
	"strings"
	"time"
)

// A scan reads the columns of a row.
type scan func(dest ...any) error

// one reads a row of a single column.
func one[T any](scan scan) (t T, err error) {
	err = scan(&t)
	return t, err
}

// instant is a time in the database: Unix milliseconds, NULL for the zero Time.
type instant time.Time

func (i instant) Value() (driver.Value, error) {
	if time.Time(i).IsZero() {
		return nil, nil
	}
	return time.Time(i).UnixMilli(), nil
}

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

// reference is a row number in the database, NULL for 0.
type reference int64

func (r reference) Value() (driver.Value, error) {
	if r == 0 {
		return nil, nil
	}
	return int64(r), nil
}

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

// optional is text in the database, NULL for nil.
type optional []byte

func (o optional) Value() (driver.Value, error) {
	if o == nil {
		return nil, nil
	}
	return string(o), nil
}

func (o *optional) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*o = nil
	case string:
		*o = optional(v)
	case []byte:
		*o = append(optional{}, v...)
	default:
		return fmt.Errorf("a text is stored as %T", src)
	}
	return nil
}

// storable converts the arguments of a statement to what PostgreSQL takes: a flag is a
// number, and in a text NUL and bytes that are not UTF-8 become U+FFFD.
func storable(args []any) ([]any, error) {
	out := make([]any, len(args))
	for i, a := range args {
		if ids, ok := a.([]int64); ok {
			out[i] = ids
			continue
		}
		v, err := driver.DefaultParameterConverter.ConvertValue(a)
		if err != nil {
			return nil, err
		}
		switch v := v.(type) {
		case bool:
			out[i] = int64(0)
			if v {
				out[i] = int64(1)
			}
		case string:
			out[i] = strings.ReplaceAll(strings.ToValidUTF8(v, "\uFFFD"), "\x00", "\uFFFD")
		default:
			out[i] = v
		}
	}
	return out, nil
}
