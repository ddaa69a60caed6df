package storage

import "time"

// Prune deletes rows that are old by the declarations of tables, and rows of ended boards of the
// World: at most limit rows in all, so that the transaction is short whichever tables have old rows.
// It returns how many it has deleted: if that is limit, there may be more.
func (tx *Tx) Prune(now time.Time, limit int) (int64, error) {
	left, err := tx.pruneTables(now, int64(limit))
	if err != nil || left == 0 {
		return int64(limit), err
	}
	ofBoards, err := tx.clearEnded(World, now, int(left))
	return int64(limit) - left + ofBoards, err
}

// pruneTables deletes old rows of all tables, at most limit. It returns how many more it could have
// deleted.
func (tx *Tx) pruneTables(now time.Time, limit int64) (left int64, err error) {
	left = limit
	for _, t := range tx.declared {
		if t.Old == nil || left == 0 {
			continue
		}
		deleted, err := tx.pruneTable(t, now, left)
		if err != nil {
			return 0, err
		}
		left -= deleted
	}
	return left, nil
}

// pruneTable deletes the oldest rows of a table that are old, at most limit, and returns how many.
func (tx *Tx) pruneTable(t Table, now time.Time, limit int64) (int64, error) {
	return tx.exec("prune "+t.Name, t.prune(), t.Old.before(now), limit)
}
