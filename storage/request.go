package storage

import (
	"errors"
	"time"
)

// A Request is what was stored with the key of an event.
type Request struct {
	Key       string
	At        time.Time
	Body      []byte // the reply, opaque; nil: none, or delivered
	Delivered bool   // the reply was delivered
	RoundID   int64  // the round the reply speaks of; 0: none
	Shows     bool   // the reply is the round's own message
	PlayerID  int64  // whose event it was; 0: nobody's
	Hint      int    // the number of the hint in the reply; 0: none
}

const requestColumns = `key, at, body, delivered, round_id, shows, player_id, hint`

func readRequest(scan scan) (r Request, err error) {
	err = scan(&r.Key, (*instant)(&r.At), &r.Body, &r.Delivered, (*reference)(&r.RoundID), &r.Shows, (*reference)(&r.PlayerID), &r.Hint)
	return r, err
}

// Request returns what was stored with the key of an event.
func (tx *Tx) Request(key string) (Request, error) {
	return get(tx, "find request", readRequest, `SELECT `+requestColumns+` FROM requests WHERE key = ?`, key)
}

// SaveRequest stores the key of an event and its reply. A key that is there
// already is an error, so that the transaction of a repeated event fails as a
// whole.
func (tx *Tx) SaveRequest(r Request) error {
	_, err := tx.exec("save request", `
		INSERT INTO requests (`+requestColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		r.Key, instant(r.At), r.Body, r.Delivered, reference(r.RoundID), r.Shows, reference(r.PlayerID), r.Hint)
	return err
}

// MarkDelivered notes that the reply to the event of this key was delivered,
// drops its body, and tells whether that is news. A key unknown is none.
func (tx *Tx) MarkDelivered(key string) (r Request, news bool, err error) {
	r, err = get(tx, "mark request delivered", readRequest, `
		UPDATE requests SET delivered = 1, body = NULL WHERE key = ? AND delivered = 0 RETURNING `+requestColumns, key)
	if errors.Is(err, ErrNotFound) {
		return Request{}, false, nil
	}
	return r, err == nil, err
}

// DropReplies drops the replies that were not delivered yet and hold a text: so
// nothing is kept of a person there. Such an event gets no reply any more.
func (tx *Tx) DropReplies(text string) error {
	_, err := tx.exec("drop replies", `UPDATE requests SET body = NULL WHERE body IS NOT NULL AND instr(body, ?) > 0`, text)
	return err
}

// PruneRequests deletes at most limit of the requests from before a time and
// tells how many. Networks repeat an event within a day or so.
func (tx *Tx) PruneRequests(before time.Time, limit int) (int64, error) {
	return tx.exec("prune requests",
		`DELETE FROM requests WHERE key IN (SELECT key FROM requests WHERE at < ? ORDER BY at LIMIT ?)`, instant(before), limit)
}
