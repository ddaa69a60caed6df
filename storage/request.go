package storage

import "time"

// HasRequest tells whether the key of an event is stored.
func (tx *Tx) HasRequest(key string) (bool, error) {
	return get(tx, "find request", one[bool], `SELECT EXISTS (SELECT 1 FROM requests WHERE key = $1)`, key)
}

// SaveRequest stores the key of an event. A key that is there already is an error,
// so that the transaction of a repeated event fails as a whole.
func (tx *Tx) SaveRequest(key string, at time.Time) error {
	return tx.put("save request", `INSERT INTO requests (key, at) VALUES ($1, $2)`, key, instant(at))
}

// PruneRequests deletes at most limit of the requests from before a time and
// tells how many. Networks repeat an event within a day or so.
func (tx *Tx) PruneRequests(before time.Time, limit int) (int64, error) {
	return tx.exec("prune requests",
		`DELETE FROM requests WHERE key IN (SELECT key FROM requests WHERE at < $1 ORDER BY at LIMIT $2)`, instant(before), limit)
}
