package storage

import (
	"database/sql/driver"
	"strings"
)

// arguments are those of a statement as a server takes them: a flag as a number,
// and no text that it cannot hold.
func arguments(args []any) ([]any, error) {
	out := make([]any, len(args))
	for i, a := range args {
		v, err := argument(a)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func argument(a any) (any, error) {
	if list, ok := a.([]int64); ok {
		return list, nil
	}
	v, err := driver.DefaultParameterConverter.ConvertValue(a)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case bool:
		if v {
			return int64(1), nil
		}
		return int64(0), nil
	case string:
		return storable(v), nil
	}
	return v, nil
}

// storable is a text without what PostgreSQL refuses in one: NUL, and bytes that are
// no UTF-8. Both become U+FFFD.
func storable(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
