package storage

import "time"

// Prune deletes rows that are old by the declarations of tables, and rows of ended boards of the
// World. It deletes at most limit rows of each table, and returns the largest number of rows that
// it deleted from one table: if that is limit, there may be more.
func (tx *Tx) Prune(now time.Time, limit int) (int64, error) {
	ofTables, err := tx.pruneTables(now, limit)
	if err != nil {
		return 0, err
	}
	ofBoards, err := tx.clearEnded(World, now, limit)
	if err != nil {
		return 0, err
	}
	return max(ofTables, ofBoards), nil
}

// pruneTables deletes old rows of all tables, at most limit of each. It returns the largest number
// that it deleted of one table.
func (tx *Tx) pruneTables(now time.Time, limit int) (int64, error) {
	var most int64
	for _, t := range tx.declared {
		if t.Old == nil {
			continue
		}
		deleted, err := tx.exec("prune "+t.Name, t.prune(), t.Old.before(now), limit)
		if err != nil {
			return 0, err
		}
		most = max(most, deleted)
	}
	return most, nil
}
