package storage

import (
	"errors"
	"time"
)

// ErrRepeated says that the key of an event is stored already: its request was carried out before.
var ErrRepeated = errors.New("carried out before")

// SaveRequest stores the key of an event. It is for transactions that do not call Arrive, which does the same. If
// the key is stored already, SaveRequest returns ErrRepeated, and the transaction should fail.
func (tx *Tx) SaveRequest(key string, at time.Time) error {
	saved, err := tx.exec("save request", `
		INSERT INTO requests (key, at) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING`, key, at)
	if err != nil {
		return err
	}
	if saved == 0 {
		return ErrRepeated
	}
	tx.event = key
	return nil
}
