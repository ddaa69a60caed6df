package storage

import "time"

// Prune deletes rows that are old by the declarations of tables, and rows of ended boards of the World: at most
// limit rows. They are all of one table, the first that has old rows. So they take about equally long to delete,
// as Page needs it. Prune returns how many it has deleted. If that is 0, nothing old is left.
func (tx *Tx) Prune(now time.Time, limit int) (int64, error) {
	for _, t := range tx.tables {
		if t.Old == nil {
			continue
		}
		deleted, err := tx.pruneTable(t, now, int64(limit))
		if err != nil || deleted > 0 {
			return deleted, err
		}
	}
	return tx.clearEnded(World, now, limit)
}

// pruneTable deletes the oldest rows of a table that are old, at most limit, and returns how many.
func (tx *Tx) pruneTable(t Table, now time.Time, limit int64) (int64, error) {
	return tx.exec("prune "+t.Name, t.prune(), t.Old.before(now), limit)
}
