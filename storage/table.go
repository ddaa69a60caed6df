package storage

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Table declares what becomes of the rows of a table when a person is forgotten, reads all
// that is stored about them, when two communities become one, and when rows grow old. Features
// declare theirs; Open takes the declarations.
type Table struct {
	Name string
	// Key are the columns of the primary key.
	Key []string
	// People are the columns that name players, first the one whose rows these are.
	People []string
	// Community is the column that names a community; empty: there is none.
	Community string

	// Forget is what becomes of the rows of a person who is forgotten, and OwnChat of the rows
	// of their private chats.
	Forget  Fate
	OwnChat Fate
	// ForgetBy are further statements for a person who is forgotten, $1, before the rows go.
	ForgetBy []string

	// Merge is what becomes of the rows of a community that becomes part of another.
	Merge Merge
	// MergeBy are statements that merge rows where no Merge says how: $1 is the community that
	// stays, $2 the one that goes.
	MergeBy []string

	// Export has a query for each section of what a person reads about themselves. $1 is one of
	// their players.
	Export map[string]string
	// Derived tables are made of what others hold, so nothing of them is exported.
	Derived bool

	// Earned runs in the transaction that pays a person for a daily of a day, if they are in the
	// World; shown is the player by whom they are there.
	Earned func(tx *Tx, shown int64, day int) error
	// Shown runs when what the World has of a person has been made again: they wish to be there, or
	// no longer, are checked, linked or parted. shown is 0 if they are not there.
	Shown func(tx *Tx, playerID, shown int64) error

	// Old says which rows are deleted in the end; nil: none.
	Old *Old
}

// A Fate is what becomes of rows when a person is forgotten.
type Fate int

const (
	// Keep says that they stay, and name nobody who can be found.
	Keep Fate = iota
	// Delete says that they go.
	Delete
	// Clear says that they stay and belong to nobody: the column becomes NULL.
	Clear
)

// A Merge is what becomes of the rows of a community that becomes part of another.
type Merge int

const (
	// MergeNothing says that there are none, or that MergeBy says what becomes of them.
	MergeNothing Merge = iota
	// MergeAll says that they become the other's, where no two can be equal.
	MergeAll
	// MergeUnlessIn says that they become the other's, unless it has a row of the same key.
	MergeUnlessIn
)

// Old says which rows are deleted in the end.
type Old struct {
	// Column says when the row was written, or until when it holds.
	Column string
	// Keep is how long after that it is kept.
	Keep time.Duration
	// Days reports whether the column counts days since 1970.
	Days bool
}

// touchesPerson reports whether rows of the table name a person.
func (t Table) touchesPerson() bool { return len(t.People) > 0 }

// ownChats are the private chats of a person, $1.
const ownChats = `(SELECT id FROM communities WHERE player_id = $1)`

// forget returns the statements that carry out a table's declaration for a person, $1, who is
// forgotten.
func (t Table) forget() []string {
	statements := slices.Clone(t.ForgetBy)
	if t.OwnChat == Delete {
		statements = append(statements, fmt.Sprintf(`DELETE FROM %s WHERE %s IN %s`, t.Name, t.Community, ownChats))
	}
	if !t.touchesPerson() {
		return statements
	}
	person := t.People[0]
	switch t.Forget {
	case Delete:
		statements = append(statements, fmt.Sprintf(`DELETE FROM %s WHERE %s = $1`, t.Name, person))
	case Clear:
		statements = append(statements, fmt.Sprintf(`UPDATE %s SET %s = NULL WHERE %s = $1`, t.Name, person, person))
	}
	return statements
}

// merge returns the statements that move a table's rows from one community, $2, to another, $1.
func (t Table) merge() []string {
	statements := slices.Clone(t.MergeBy)
	switch t.Merge {
	case MergeAll:
		statements = append(statements, fmt.Sprintf(`UPDATE %s SET %s = $1 WHERE %s = $2`, t.Name, t.Community, t.Community))
	case MergeUnlessIn:
		same := []string{fmt.Sprintf("other.%s = $1", t.Community)}
		for _, column := range t.Key {
			if column != t.Community {
				same = append(same, fmt.Sprintf("other.%s = %s.%s", column, t.Name, column))
			}
		}
		statements = append(statements,
			fmt.Sprintf(`UPDATE %s SET %s = $1 WHERE %s = $2 AND NOT EXISTS (SELECT 1 FROM %s other WHERE %s)`,
				t.Name, t.Community, t.Community, t.Name, strings.Join(same, " AND ")),
			// $1 is named, since PostgreSQL wants to know each parameter's type.
			fmt.Sprintf(`DELETE FROM %s WHERE %s = $2 AND %s <> $1`, t.Name, t.Community, t.Community))
	}
	return statements
}

// prune returns the statement that deletes old rows of the table from before $1, at most $2.
func (t Table) prune() string {
	key := strings.Join(t.Key, ", ")
	return fmt.Sprintf(`DELETE FROM %s WHERE (%s) IN (SELECT %s FROM %s WHERE %s < $1 ORDER BY %s LIMIT $2)`,
		t.Name, key, key, t.Name, t.Old.Column, t.Old.Column)
}

// before is the value of an old row's column from which on rows are kept.
func (o Old) before(now time.Time) any {
	if o.Days {
		return dayOf(now.Add(-o.Keep))
	}
	return now.Add(-o.Keep)
}
