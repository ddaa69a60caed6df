package storage

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
)

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

// assign puts the values of a row where they belong, in v or, if that is a struct, in its fields
// in their order, and returns those that are left. NULL leaves zero; a time is Unix
// milliseconds, and a flag a number.
func assign(v reflect.Value, values []any) (rest []any, err error) {
	if v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[time.Time]() {
		for i := 0; i < v.NumField() && len(values) > 0 && err == nil; i++ {
			values, err = assign(v.Field(i), values)
		}
		return values, err
	}
	value, rest := values[0], values[1:]
	if sum, ok := value.(pgtype.Numeric); ok { // of whole numbers, on a server
		n, err := sum.Int64Value()
		if err != nil {
			return nil, err
		}
		value = n.Int64
	}
	from, to := reflect.ValueOf(value), v.Type()
	switch {
	case value == nil:
	case from.CanInt() && to == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.UnixMilli(from.Int()).UTC()))
	case from.CanInt() && to == reflect.TypeFor[time.Duration]():
		v.SetInt(from.Int() * int64(time.Millisecond))
	case from.CanInt() && to.Kind() == reflect.Bool:
		v.SetBool(from.Int() != 0)
	case !from.CanConvert(to) || from.CanInt() && to.Kind() == reflect.String:
		return nil, fmt.Errorf("a %s is stored as %T", to, value)
	default:
		v.Set(from.Convert(to))
	}
	return rest, nil
}
