package storage

import "time"

// A Due is something that must happen later. {Kind, Key} identify it.
type Due struct {
	Kind, Key string
	At        time.Time // must be set
}

// SetDue stores a due thing, in place of one of the same Kind and Key.
func (tx *Tx) SetDue(d Due) error {
	_, err := tx.exec("set due", `
		INSERT INTO dues (kind, key, at) VALUES (?, ?, ?) ON CONFLICT (kind, key) DO UPDATE SET at = excluded.at`,
		d.Kind, d.Key, instant(d.At))
	return err
}

// DropDue deletes a due thing; none is no error.
func (tx *Tx) DropDue(kind, key string) error {
	_, err := tx.exec("drop due", `DELETE FROM dues WHERE kind = ? AND key = ?`, kind, key)
	return err
}

// DueBy returns what is due at a time, oldest first, at most limit of them.
func (tx *Tx) DueBy(now time.Time, limit int) ([]Due, error) {
	return list(tx, "list due", func(scan scan) (d Due, err error) {
		err = scan(&d.Kind, &d.Key, (*instant)(&d.At))
		return d, err
	}, `SELECT kind, key, at FROM dues WHERE at <= ? ORDER BY at, kind, key LIMIT ?`, instant(now), limit)
}

// NextDue returns when there is something to do again: the earliest due thing,
// or message that may go out, or claim that goes stale. Of each chat only the
// first message counts, since the others wait for it; so look again after each
// Delivered, Postpone or Fail.
func (tx *Tx) NextDue() (time.Time, error) {
	next, err := get(tx, "find next due", func(scan scan) (at time.Time, err error) {
		err = scan((*instant)(&at))
		return at, err
	}, `
		SELECT MIN(at) FROM (
			SELECT MIN(at) AS at FROM dues
			UNION ALL
			SELECT MIN(next_at) FROM outbox WHERE id IN (`+headsOfChats+`)
		) AS both_tables`)
	if err == nil && next.IsZero() {
		return next, ErrNotFound
	}
	return next, err
}
