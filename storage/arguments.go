package storage

import (
	"fmt"
	"strings"
	"time"
)

// A Reference is a row number that is NULL in the database if it is 0.
type Reference int64

// Bigints returns a row of a VALUES clause with count parameters, which are numbers: Bigints(2, 2) is
// "(CAST($3 AS BIGINT), CAST($4 AS BIGINT))". The argument used is how many parameters the statement has
// already. Without the casts a server would take the parameters for texts.
func Bigints(used, count int) string { return "(" + bigints(used, count) + ")" }

// bigints lists the parameters of Bigints without the parentheses.
func bigints(used, count int) string {
	var all []string
	for i := range count {
		all = append(all, fmt.Sprintf("CAST($%d AS BIGINT)", used+i+1))
	}
	return strings.Join(all, ", ")
}

// Parameters lists count parameters of a statement, beginning with the number first: Parameters(3, 2) is
// "$3, $4".
func Parameters(first, count int) string {
	var all []string
	for i := range count {
		all = append(all, fmt.Sprintf("$%d", first+i))
	}
	return strings.Join(all, ", ")
}

// argumentOf returns an argument of a statement as the databases take it. A time becomes Unix
// milliseconds, and a duration milliseconds. The zero Time and the Reference 0 become NULL, and a flag
// becomes 1 or 0. In a text for a server NUL and bytes that are not UTF-8 become U+FFFD.
func argumentOf(a any, onServer bool) any {
	switch v := a.(type) {
	case time.Time:
		if v.IsZero() {
			return nil
		}
		return v.UnixMilli()
	case time.Duration:
		return v.Milliseconds()
	case Reference:
		if v == 0 {
			return nil
		}
		return int64(v)
	case bool:
		if v {
			return 1
		}
		return 0
	case string:
		if onServer {
			return strings.ReplaceAll(strings.ToValidUTF8(v, "\uFFFD"), "\x00", "\uFFFD")
		}
	}
	return a
}
