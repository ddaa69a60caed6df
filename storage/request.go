package storage

import "time"

// HasRequest reports whether the key of an event is stored.
func (tx *Tx) HasRequest(key string) (bool, error) {
	return get[bool](tx, "find request", `SELECT EXISTS (SELECT 1 FROM requests WHERE key = $1)`, key)
}

// SaveRequest stores the key of an event. A key that is there already is an error,
// so that the transaction of a repeated event fails as a whole.
func (tx *Tx) SaveRequest(key string, at time.Time) error {
	return tx.put("save request", `INSERT INTO requests (key, at) VALUES ($1, $2)`, key, at)
}
