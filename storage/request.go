package storage

import (
	"errors"
	"time"
)

// Request returns what was stored with the key of an event: the body of the
// reply, and whether it was delivered.
func (tx *Tx) Request(key string) (body []byte, sent bool, err error) {
	type request struct {
		body []byte
		sent bool
	}
	r, err := get(tx, "find request", func(scan scan) (r request, err error) {
		err = scan(&r.body, &r.sent)
		return r, err
	}, `SELECT body, sent FROM requests WHERE key = ?`, key)
	return r.body, r.sent, err
}

// SaveRequest stores the key of an event and the body of its reply, which may
// be nil. roundID is the round the reply shows, or 0. A key that is there
// already is an error, so that the transaction of a repeated event fails as a
// whole.
func (tx *Tx) SaveRequest(key string, at time.Time, body []byte, roundID int64) error {
	_, err := tx.exec("save request", `INSERT INTO requests (key, at, body, round_id) VALUES (?, ?, ?, ?)`,
		key, instant(at), body, reference(roundID))
	return err
}

// MarkSent notes that the reply to the event of this key was delivered, as the
// network's message of that ID, or as no message if it is empty. The round the
// reply shows gets the message if it has none yet. A key unknown is no error.
func (tx *Tx) MarkSent(key string, message string) error {
	round, err := get(tx, "mark request sent", one[reference],
		`UPDATE requests SET sent = 1 WHERE key = ? RETURNING round_id`, key)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil || round == 0 || message == "" {
		return err
	}
	_, err = tx.exec("set message of round", `UPDATE rounds SET message = ? WHERE id = ? AND message = ''`,
		message, round)
	return err
}

// PruneRequests deletes the requests from before a time and tells how many.
// Networks repeat an event within a day or so.
func (tx *Tx) PruneRequests(before time.Time) (int64, error) {
	return tx.exec("prune requests", `DELETE FROM requests WHERE at < ?`, instant(before))
}
