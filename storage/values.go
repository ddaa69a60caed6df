package storage

import (
	"fmt"
	"strings"
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
