package storage

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Table is the declaration of a table. It says what happens to the rows in four cases: a person is forgotten,
// a person asks for all that is stored about them, two communities become one, and rows grow old. It can also
// have functions that are called when something changes in the World: Earned and Shown. Each feature declares
// its own tables. Open is given the declarations of all features.
type Table struct {
	Name string
	// Key are the columns of the primary key.
	Key []string
	// People are the columns that name players. The rows belong to the player in the first of them.
	People []string
	// Community is the column that names a community; empty: there is none.
	Community string

	// Forget is what happens to the rows of a person who is forgotten.
	Forget Fate
	// DeleteOwnChat means that, if a person is forgotten, the rows of their private chats are deleted.
	DeleteOwnChat bool
	// BeforeForget are statements that run before what Forget and DeleteOwnChat say. $1 is the player.
	BeforeForget []string

	// Merge is what happens to the rows of a community that becomes part of another.
	Merge Merge
	// BeforeMerge are statements that run before Merge. $1 is the community that stays, and $2 the one
	// that goes. Each handles at most $3 rows.
	BeforeMerge []string
	// MergeFirst means that the rows move before those of other tables: a limited number at once, and the rest
	// with the first pages (see MergePage).
	MergeFirst bool

	// Export has queries for a person's export. Each is for a section of the export, and is listed by the name
	// of the section. $1 is one of the person's players.
	Export map[string]string
	// Derived means that the rows follow from rows of other tables, so nothing of them is exported.
	Derived bool

	// Earned is called when a person in the World has earned points for a daily, in the same transaction.
	// The argument shown is the player under whom the person is in the World, and day is the daily's day.
	Earned func(tx *Tx, shown int64, day int) error
	// Shown is called when a person's part of the World has been rebuilt: they wish to be in the
	// World or no longer do, their Check has changed, or their players were linked or unlinked. The
	// argument playerID is one of the person's players, and shown is the one under whom the person is in the
	// World; 0: they are not there.
	Shown func(tx *Tx, playerID, shown int64) error

	// Old says which rows are deleted because of their age; nil: none.
	Old *Old
}

// A Fate is what happens to rows when a person is forgotten.
type Fate int

const (
	// Keep means that the rows stay. They have the ID of a player who is otherwise forgotten.
	Keep Fate = iota
	// Delete means that the rows are deleted.
	Delete
	// Clear means that the rows stay and belong to nobody: the column becomes NULL.
	Clear
)

// A Merge is what happens to the rows of a community that becomes part of another.
type Merge int

const (
	// MergeNothing means that nothing happens, except for what BeforeMerge does.
	MergeNothing Merge = iota
	// MergeAll means that all rows go to the community that stays. No two rows can have the same key.
	MergeAll
	// MergeUnlessIn means that a row goes to the community that stays. If that community has a row with the
	// same key, the row is deleted instead.
	MergeUnlessIn
)

// Old says which rows are deleted because of their age.
type Old struct {
	// Column is the column with the time when a row was written, or until which it is valid.
	Column string
	// KeptFor is how long a row is kept after that time.
	KeptFor time.Duration
	// Days reports whether the column counts days since 1970.
	Days bool
}

// namesPeople reports whether rows of the table name a person.
func (t Table) namesPeople() bool { return len(t.People) > 0 }

// ownChats are the private chats of a person, $1.
const ownChats = `(SELECT id FROM communities WHERE player_id = $1)`

// forget returns the statements that forget a player, $1, in the table.
func (t Table) forget() []string {
	statements := slices.Clone(t.BeforeForget)
	if t.DeleteOwnChat {
		statements = append(statements, fmt.Sprintf(`DELETE FROM %s WHERE %s IN %s`, t.Name, t.Community, ownChats))
	}
	if !t.namesPeople() {
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

// merge returns the statements that move the table's rows from one community, $2, to another, $1. Each of them
// handles at most $3 rows.
func (t Table) merge() []string {
	statements := slices.Clone(t.BeforeMerge)
	move := fmt.Sprintf(`UPDATE %s SET %s = $1 WHERE %s`, t.Name, t.Community, t.page())
	switch t.Merge {
	case MergeAll:
		statements = append(statements, move)
	case MergeUnlessIn:
		same := []string{fmt.Sprintf("other.%s = $1", t.Community)}
		for _, column := range t.Key {
			if column != t.Community {
				same = append(same, fmt.Sprintf("other.%s = %s.%s", column, t.Name, column))
			}
		}
		isIn := fmt.Sprintf(`EXISTS (SELECT 1 FROM %s other WHERE %s)`, t.Name, strings.Join(same, " AND "))
		// The second statement may select other rows than the first, so it has to leave out those with the same
		// key.
		statements = append(statements,
			fmt.Sprintf(`DELETE FROM %s WHERE %s AND %s`, t.Name, t.page(), isIn),
			move+` AND NOT `+isIn)
	}
	return statements
}

// page is the condition that selects at most $3 rows of a community, $2. They are the first in the order of the
// key, unless the database would have to sort the rows for that.
func (t Table) page() string {
	key := strings.Join(t.Key, ", ")
	order := ""
	if t.Key[0] == t.Community {
		order = " ORDER BY " + key
	}
	return fmt.Sprintf(`(%s) IN (SELECT %s FROM %s WHERE %s = $2%s LIMIT $3)`, key, key, t.Name, t.Community, order)
}

// prune returns the statement that deletes the rows of the table that are older than $1, at most $2 of
// them.
func (t Table) prune() string {
	key := strings.Join(t.Key, ", ")
	return fmt.Sprintf(`DELETE FROM %s WHERE (%s) IN (SELECT %s FROM %s WHERE %s < $1 ORDER BY %s LIMIT $2)`,
		t.Name, key, key, t.Name, t.Old.Column, t.Old.Column)
}

// before returns the value of the column before which a row is old.
func (o Old) before(now time.Time) any {
	if o.Days {
		return dayOf(now.Add(-o.KeptFor))
	}
	return now.Add(-o.KeptFor)
}
