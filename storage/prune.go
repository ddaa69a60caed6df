package storage

import "time"

// Prune deletes old rows, at most limit of each kind, and returns the most that it deleted of
// one: those that tables declare, and the ended boards of the World.
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

// pruneTables deletes old rows of all tables, at most limit of each, and returns the most that it
// deleted of one.
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
