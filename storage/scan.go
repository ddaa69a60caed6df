package storage

import (
	"fmt"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
)

// rowOf makes a row of its values.
func rowOf[T any](values []any) (t T, _ error) {
	rest, err := assign(reflect.ValueOf(&t).Elem(), values)
	if err != nil {
		return t, err
	}
	if len(rest) > 0 {
		return t, fmt.Errorf("a row has %d columns more than a %T has fields", len(rest), t)
	}
	return t, nil
}

// assign sets v to the first of some values and returns the others. If v is a struct, assign sets one field
// after the other in the same way. If there are fewer values than fields, the last fields stay as they are.
func assign(v reflect.Value, values []any) (rest []any, err error) {
	if v.Kind() != reflect.Struct || v.Type() == timeType {
		return values[1:], assignOne(v, values[0])
	}
	for i := range v.NumField() {
		if len(values) == 0 {
			break
		}
		values, err = assign(v.Field(i), values)
		if err != nil {
			return nil, err
		}
	}
	return values, nil
}

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
)

// assignOne sets v, which is no struct but may be a time, to a value. NULL leaves v as it is. A time is stored
// as Unix milliseconds, a duration as milliseconds, and a flag as a number.
func assignOne(v reflect.Value, value any) error {
	// On a server a sum of whole numbers is a Numeric.
	sum, isSum := value.(pgtype.Numeric)
	if isSum {
		n, err := sum.Int64Value()
		if err != nil {
			return err
		}
		value = n.Int64
	}
	if value == nil {
		return nil
	}
	from := reflect.ValueOf(value)
	to := v.Type()
	// Go converts a number to a text of one rune, which is never meant here.
	isRune := from.CanInt() && to.Kind() == reflect.String
	switch {
	case from.CanInt() && to == timeType:
		v.Set(reflect.ValueOf(time.UnixMilli(from.Int()).UTC()))
	case from.CanInt() && to == durationType:
		v.SetInt(from.Int() * int64(time.Millisecond))
	case from.CanInt() && to.Kind() == reflect.Bool:
		v.SetBool(from.Int() != 0)
	case isRune || !from.CanConvert(to):
		return fmt.Errorf("a %s is stored as %T", to, value)
	default:
		v.Set(from.Convert(to))
	}
	return nil
}
