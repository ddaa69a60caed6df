package storage

import (
	"errors"
	"time"
)

// An Outgoing is an unsolicited message, or an edit of a message.
type Outgoing struct {
	ID           int64
	Nonce        string // the same for the same thing; not empty
	CommunityID  int64
	Network      string    // filled by queries, as the community is now
	CommunityKey string    // filled by queries
	Private      bool      // filled by queries
	Channel      string    // where in the community; empty: its one place
	Message      string    // the network's ID of the message to edit; empty: post a new one
	RoundID      int64     // of which round it speaks; 0: none
	Shows        bool      // it is the round's own message
	Bulk         bool      // it may wait for what is not, and keeps no order with that
	Body         []byte    // opaque
	Failures     int       // tries that failed for no known reason
	BestBefore   time.Time // not to be said after; zero: always of use
	CreatedAt    time.Time // filled by queries
}

// Enqueue stores something to be said from a time on, and tells whether it is
// new: of the same Nonce only the first is kept. An edit takes the place of
// edits of the same message that nobody has claimed; it does not go out before
// they would have.
func (tx *Tx) Enqueue(o Outgoing, at time.Time) (bool, error) {
	id, err := get(tx, "enqueue", one[int64], `
		INSERT INTO outbox (nonce, community_id, network, bulk, head, channel, message, round_id, shows, body, best_before, created_at, next_at)
		SELECT ?1, id, network, ?2, NOT EXISTS (SELECT 1 FROM outbox WHERE community_id = communities.id AND bulk = ?2 AND done_at IS NULL),
			?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
		FROM communities WHERE id = ?11 ON CONFLICT (nonce) DO NOTHING RETURNING id`,
		o.Nonce, o.Bulk, o.Channel, o.Message, reference(o.RoundID), o.Shows, o.Body, instant(o.BestBefore), instant(at), instant(at), o.CommunityID)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil || o.Message == "" {
		return err == nil, err
	}
	replaced, err := list(tx, "replace edit", one[int64], `
		UPDATE outbox SET state = 'replaced', head = 0, done_at = ?, body = ''
		WHERE community_id = ? AND message = ? AND id < ? AND state = 'pending' AND done_at IS NULL
		RETURNING next_at`, instant(at), o.CommunityID, o.Message, id)
	if err != nil {
		return false, err
	}
	for _, next := range replaced { // the network may have asked for a pause
		_, err := tx.exec("delay edit", `UPDATE outbox SET next_at = ? WHERE id = ? AND next_at < ?`, next, id, next)
		if err != nil {
			return false, err
		}
	}
	if len(replaced) == 0 {
		return true, nil
	}
	return true, tx.setHead(o.CommunityID)
}

// setHead marks the first message of each class that is not done in a community,
// and no other, as the one that may go out.
func (tx *Tx) setHead(communityID int64) error {
	for _, bulk := range []bool{false, true} {
		_, err := tx.exec("set head", `
			UPDATE outbox SET head = (id = (SELECT MIN(id) FROM outbox WHERE community_id = ?1 AND bulk = ?2 AND done_at IS NULL))
			WHERE community_id = ?1 AND bulk = ?2 AND done_at IS NULL AND (head = 1
				OR id = (SELECT MIN(id) FROM outbox WHERE community_id = ?1 AND bulk = ?2 AND done_at IS NULL))`, communityID, bulk)
		if err != nil {
			return err
		}
	}
	return nil
}

// ClaimOutgoing returns what is to be said now on a network, of what may wait
// (bulk) or of what may not, what may go out longest first, at most limit, and
// marks it as claimed by this process: what may go out by now, and what was claimed
// so long ago, by someone who has not come back. Of each community it is the first
// message of the class that is not done, or none, so that order within a community
// is kept. A claim is free at stale or, if its process is gone, when another on the
// same machine opens the database.
func (tx *Tx) ClaimOutgoing(network string, bulk bool, now time.Time, stale time.Duration, limit int) ([]Outgoing, error) {
	claimed, err := list(tx, "list outgoing", func(scan scan) (o Outgoing, err error) {
		err = scan(&o.ID, &o.Nonce, &o.CommunityID, &o.Network, &o.CommunityKey, &o.Private, &o.Channel, &o.Message, (*reference)(&o.RoundID),
			&o.Shows, &o.Bulk, &o.Body, &o.Failures, (*instant)(&o.BestBefore), (*instant)(&o.CreatedAt))
		return o, err
	}, `
		SELECT o.id, o.nonce, o.community_id, c.network, c.key, c.private, o.channel, o.message, o.round_id,
			o.shows, o.bulk, o.body, o.tries, o.best_before, o.created_at
		FROM outbox o CROSS JOIN communities c ON c.id = o.community_id
		WHERE o.network = ? AND o.bulk = ? AND o.head = 1 AND o.done_at IS NULL AND o.next_at <= ?
		ORDER BY o.next_at, o.id LIMIT ?`, network, bulk, instant(now), limit)
	if err != nil {
		return nil, err
	}
	for _, o := range claimed {
		_, err := tx.exec("claim outgoing", `
			UPDATE outbox SET state = 'claimed', claimed_at = ?, claimed_by = ?, next_at = ? WHERE id = ?`,
			instant(now), reference(tx.process), instant(now.Add(stale)), o.ID)
		if err != nil {
			return nil, err
		}
	}
	return claimed, nil
}

// NextOutgoing returns when something of a class may go out again on a network, or
// a claim goes stale. Of each community only the first message counts, since the
// others wait for it.
func (tx *Tx) NextOutgoing(network string, bulk bool) (time.Time, error) {
	return nextOf(tx, "find next outgoing", `
		SELECT MIN(next_at) FROM outbox WHERE network = ? AND bulk = ? AND head = 1 AND done_at IS NULL`, network, bulk)
}

// Delivered notes that something was said, as the network's message of that ID.
// On what is done already, Delivered, Postpone and Fail change nothing: a stale
// claim may have been taken over.
func (tx *Tx) Delivered(id int64, message string, at time.Time) error {
	return tx.done("mark outgoing delivered", `
		UPDATE outbox SET state = 'delivered', posted = ?, claimed_at = NULL, claimed_by = NULL, head = 0, done_at = ?, body = ''
		WHERE id = ? AND done_at IS NULL RETURNING community_id`, message, instant(at), id)
}

// done runs an update that ends a message, and has the next of its community go
// out.
func (tx *Tx) done(what, query string, args ...any) error {
	community, err := get(tx, what, one[int64], query, args...)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return tx.setHead(community)
}

// Postpone gives a claim back, to be tried again from a time on; failed counts
// it as a failure of unknown cause. The community's later messages wait too.
func (tx *Tx) Postpone(id int64, until time.Time, reason string, failed bool) error {
	_, err := tx.exec("postpone outgoing", `
		UPDATE outbox SET state = 'pending', tries = tries + ?, next_at = ?, reason = ?, claimed_at = NULL, claimed_by = NULL
		WHERE id = ? AND done_at IS NULL`, failed, instant(until), reason, id)
	return err
}

// Fail gives something up for good.
func (tx *Tx) Fail(id int64, reason string, at time.Time) error {
	return tx.done("mark outgoing failed", `
		UPDATE outbox SET state = 'failed', reason = ?, claimed_at = NULL, claimed_by = NULL, head = 0, done_at = ?, body = ''
		WHERE id = ? AND done_at IS NULL RETURNING community_id`, reason, instant(at), id)
}

// PruneOutgoing deletes at most limit of what was done before a time and tells
// how many. Their nonces are forgotten with them.
func (tx *Tx) PruneOutgoing(before time.Time, limit int) (int64, error) {
	return tx.exec("prune outgoing",
		`DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE done_at < ? ORDER BY done_at LIMIT ?)`, instant(before), limit)
}

// Waiting returns what is to be said and holds a text, and PutBody what is to be
// said in its place: so a person can be taken out of it.
func (tx *Tx) Waiting(text string) ([]Outgoing, error) {
	return list(tx, "list waiting", func(scan scan) (o Outgoing, err error) {
		err = scan(&o.ID, &o.Body)
		return o, err
	}, `SELECT id, body FROM outbox WHERE done_at IS NULL AND instr(body, ?) > 0`, text)
}

// PutBody replaces the body of what is to be said.
func (tx *Tx) PutBody(id int64, body []byte) error {
	_, err := tx.exec("replace body", `UPDATE outbox SET body = ? WHERE id = ? AND done_at IS NULL`, body, id)
	return err
}

// PostedAs returns the network's ID of the message that was posted under a nonce.
func (tx *Tx) PostedAs(nonce string) (string, error) {
	return get(tx, "find posted message", one[string],
		`SELECT posted FROM outbox WHERE nonce = ? AND state = 'delivered' AND posted <> ''`, nonce)
}
