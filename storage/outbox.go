package storage

import (
	"errors"
	"time"
)

// An Outgoing is something to be said unasked.
type Outgoing struct {
	ID        int64
	Nonce     string // the same for the same thing; not empty
	ChatID    int64
	Network   string // filled by queries, as the chat is now
	ChatKey   string // filled by queries
	Private   bool   // filled by queries
	Thread    string // topic inside the chat; empty: none
	Message   string // the network's ID of the message to edit; empty: post a new one
	Body      []byte // opaque
	Event     string // what the delivery is to be reported to, opaque
	Tries     int    // deliveries that did not succeed
	CreatedAt time.Time
}

// headsOfChats selects the first message of each chat that is not done. It
// reads outbox_open, which holds no others.
const headsOfChats = `SELECT MIN(id) FROM outbox WHERE done_at IS NULL GROUP BY chat_id`

// Enqueue stores something to be said from a time on, and tells whether it is
// new: of the same Nonce only the first is kept. An edit takes the place of
// edits of the same message that nobody has claimed; it does not go out before
// they would have.
func (tx *Tx) Enqueue(o Outgoing, at time.Time) (bool, error) {
	id, err := get(tx, "enqueue", one[int64], `
		INSERT INTO outbox (nonce, chat_id, thread, message, body, event, created_at, next_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (nonce) DO NOTHING RETURNING id`,
		o.Nonce, o.ChatID, o.Thread, o.Message, o.Body, o.Event, instant(at), instant(at))
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil || o.Message == "" {
		return err == nil, err
	}
	replaced, err := list(tx, "replace edit", one[int64], `
		UPDATE outbox SET state = 'replaced', done_at = ?
		WHERE chat_id = ? AND message = ? AND id < ? AND state = 'pending' AND done_at IS NULL
		RETURNING next_at`, instant(at), o.ChatID, o.Message, id)
	if err != nil {
		return false, err
	}
	for _, next := range replaced { // the network may have asked for a pause
		_, err := tx.exec("delay edit", `UPDATE outbox SET next_at = ? WHERE id = ? AND next_at < ?`, next, id, next)
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// ClaimOutgoing returns what is to be said now, oldest first, at most limit, and
// marks it as claimed: what may go out by now, and what was claimed stale ago
// or longer, by someone who has not come back. Of each chat it is the first
// message not done, or none, so that order within a chat is kept.
func (tx *Tx) ClaimOutgoing(now time.Time, stale time.Duration, limit int) ([]Outgoing, error) {
	claimed, err := list(tx, "list outgoing", func(scan scan) (o Outgoing, err error) {
		err = scan(&o.ID, &o.Nonce, &o.ChatID, &o.Network, &o.ChatKey, &o.Private, &o.Thread, &o.Message,
			&o.Body, &o.Event, &o.Tries, (*instant)(&o.CreatedAt))
		return o, err
	}, `
		SELECT o.id, o.nonce, o.chat_id, c.network, c.key, c.private, o.thread, o.message,
			o.body, o.event, o.tries, o.created_at
		FROM outbox o JOIN chats c ON c.id = o.chat_id
		WHERE o.id IN (`+headsOfChats+`)
			AND ((o.state = 'pending' AND o.next_at <= ?) OR (o.state = 'claimed' AND o.claimed_at <= ?))
		ORDER BY o.id LIMIT ?`, instant(now), instant(now.Add(-stale)), limit)
	if err != nil {
		return nil, err
	}
	for _, o := range claimed {
		_, err := tx.exec("claim outgoing", `
			UPDATE outbox SET state = 'claimed', claimed_at = ?, next_at = ? WHERE id = ?`,
			instant(now), instant(now.Add(stale)), o.ID)
		if err != nil {
			return nil, err
		}
	}
	return claimed, nil
}

// Delivered notes that something was said, as the network's message of that ID.
// On what is done already, Delivered, Postpone and Fail change nothing: a stale
// claim may have been taken over.
func (tx *Tx) Delivered(id int64, message string, at time.Time) error {
	_, err := tx.exec("mark outgoing delivered", `
		UPDATE outbox SET state = 'delivered', posted = ?, claimed_at = NULL, done_at = ?
		WHERE id = ? AND done_at IS NULL`, message, instant(at), id)
	return err
}

// Postpone gives a claim back, to be tried again from a time on. The chat's
// later messages wait too.
func (tx *Tx) Postpone(id int64, until time.Time, reason string) error {
	_, err := tx.exec("postpone outgoing", `
		UPDATE outbox SET state = 'pending', tries = tries + 1, next_at = ?, reason = ?, claimed_at = NULL
		WHERE id = ? AND done_at IS NULL`, instant(until), reason, id)
	return err
}

// Fail gives something up for good.
func (tx *Tx) Fail(id int64, reason string, at time.Time) error {
	_, err := tx.exec("mark outgoing failed", `
		UPDATE outbox SET state = 'failed', tries = tries + 1, reason = ?, claimed_at = NULL, done_at = ?
		WHERE id = ? AND done_at IS NULL`, reason, instant(at), id)
	return err
}

// PruneOutgoing deletes what was done before a time and tells how many. Their
// nonces are forgotten with them.
func (tx *Tx) PruneOutgoing(before time.Time) (int64, error) {
	return tx.exec("prune outgoing", `DELETE FROM outbox WHERE done_at < ?`, instant(before))
}
