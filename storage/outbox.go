package storage

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// An Outcome is how a delivery ended.
type Outcome string

const (
	Delivered Outcome = "delivered"
	// Failed says that it was given up.
	Failed Outcome = "failed"
	// Replaced says that a newer one took its place.
	Replaced Outcome = "replaced"
)

// ErrRepeated says that the key of an event is stored already.
var ErrRepeated = errors.New("carried out before")

// SaveRequest stores the key of an event, or returns ErrRepeated, with which the
// transaction of a repeated event fails as a whole.
func (tx *Tx) SaveRequest(key string, at time.Time) error {
	saved, err := tx.exec("save request", `
		INSERT INTO requests (key, at) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING`, key, at)
	if err != nil {
		return err
	}
	if saved == 0 {
		return ErrRepeated
	}
	return nil
}

// Enqueue stores a delivery. Once the transaction is committed, o has its ID, which stays 0 if
// there was one of the same Nonce before: only the first is kept. Nothing is stored if the
// community is gone.
//
// The row is owned
//
//   - by nobody if it is bulk, or posts on a network whose deliveries this process does not want
//     (wants nil: it wants none);
//   - by this process if it is a reply in a file, where no other process answers, or an Unordered
//     one;
//   - otherwise by this process, too, unless a delivery that waits in the community has another
//     owner or none. Then nobody owns it, and the other processes are told that it is there to
//     claim.
//
// If this process owns it, it is Mine.
func (tx *Tx) Enqueue(o *Outgoing, wants func(network string) bool, at time.Time) error {
	c, ok, err := Found(tx.communityOf(o))
	if err != nil || !ok {
		return err
	}
	o.ID = 0
	o.Network = c.Network
	o.CommunityKey = c.Key
	o.Private = c.Private
	o.CreatedAt = at
	isReply := o.Event != nil
	var event any
	if isReply {
		event = string(o.Event)
	}
	owns := isReply && (o.Unordered || !tx.server)
	args := []any{
		o.Nonce, c.ID, c.Network, o.Bulk, o.Priority, o.Channel, o.Message, event, o.Locale,
		Reference(o.RoundID), o.Shows, Reference(o.PlayerID), o.Hint, o.Body, o.Expires, at,
		Reference(o.MatchID), owns, mayOwn(o, wants), Reference(tx.process),
	}
	// On a server other processes are told of a row that nobody owns.
	tells := ""
	if tx.server && !owns {
		tells = `, CASE WHEN claimed_by IS NULL THEN CAST(pg_notify($21, $22) AS TEXT) END`
		args = append(args, channel, fmt.Sprint("left ", tx.process))
	}
	return queueRows(tx, "enqueue", insertDelivery+tells, args, func(stored deliveryRow) error {
		o.ID = stored.ID
		o.Mine = stored.Mine
		if o.Mine {
			tx.committed.Deliveries = append(tx.committed.Deliveries, *o)
		} else {
			tx.committed.Unclaimed = true
		}
		return nil
	})
}

// mayOwn reports whether this process owns a delivery if the community has none that are not its
// own.
func mayOwn(o *Outgoing, wants func(network string) bool) bool {
	switch {
	case o.Bulk:
		return false
	case o.Event != nil:
		return true
	}
	return wants != nil && wants(o.Network)
}

// communityOf returns the community of a delivery. What is bulk keeps no order with anything, so
// nothing is locked for it.
func (tx *Tx) communityOf(o *Outgoing) (Community, error) {
	if o.Bulk {
		return Get[Community](tx, "find community", communityByID, o.CommunityID)
	}
	return tx.CommunityByID(o.CommunityID)
}

// insertDelivery stores a delivery. Other owners are looked for by < and by > instead of <>: so the
// index skips this process's own rows, however many wait.
const insertDelivery = `
	INSERT INTO outbox (nonce, community_id, network, bulk, priority, channel, message, event, locale, round_id, shows,
		player_id, hint, body, expires_at, created_at, match_id, claimed_by)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, CASE WHEN $18 = 1 OR $19 = 1
		AND NOT EXISTS (
			SELECT 1 FROM outbox WHERE community_id = $2 AND done_at IS NULL AND bulk = 0 AND claimed_by IS NULL)
		AND NOT EXISTS (
			SELECT 1 FROM outbox WHERE community_id = $2 AND done_at IS NULL AND bulk = 0 AND claimed_by < $20)
		AND NOT EXISTS (
			SELECT 1 FROM outbox WHERE community_id = $2 AND done_at IS NULL AND bulk = 0 AND claimed_by > $20)
		THEN CAST($20 AS BIGINT) END)
	ON CONFLICT (nonce) DO NOTHING RETURNING id, claimed_by IS NOT NULL`

// A deliveryRow is what insertDelivery returns.
type deliveryRow struct {
	ID   int64
	Mine bool
	// Tells is empty: other processes are told.
	Tells string
}

// Outgoing returns a delivery as it is stored now, with Mine; ErrNotFound if it has ended.
func (tx *Tx) Outgoing(id int64) (Outgoing, error) {
	return Get[Outgoing](tx, "find outgoing", `
		SELECT `+outgoingColumns+`, o.claimed_by = $2
		FROM outbox o JOIN communities c ON c.id = o.community_id
		WHERE o.id = $1 AND o.done_at IS NULL`, id, Reference(tx.process))
}

// HasOutgoing reports whether deliveries of a class on a network have no owner.
func (tx *Tx) HasOutgoing(network string, bulk bool) (bool, error) {
	return Get[bool](tx, "look for outgoing", `
		SELECT EXISTS (
			SELECT 1 FROM outbox
			WHERE network = $1 AND bulk = $2 AND done_at IS NULL AND claimed_by IS NULL)`, network, bulk)
}

// NoteBegun notes that a delivery is about to be made: if this process ends, the next one cannot
// know whether people saw it. It reports whether this process still owns the delivery; if not,
// nothing is noted.
func (tx *Tx) NoteBegun(id int64) (bool, error) {
	noted, err := tx.exec("note begun", `
		UPDATE outbox SET begun = 1 WHERE id = $1 AND done_at IS NULL AND claimed_by = $2`,
		id, Reference(tx.process))
	return noted > 0, err
}

// ClearBegun takes back what NoteBegun has noted: nobody saw the delivery. If this process no longer
// owns it, nothing changes.
func (tx *Tx) ClearBegun(id int64) error {
	return tx.Exec("clear begun", `
		UPDATE outbox SET begun = 0 WHERE id = $1 AND done_at IS NULL AND claimed_by = $2`,
		id, Reference(tx.process))
}

// LockOutgoing makes this transaction the only one about the chats of deliveries. One that
// has moved since is locked again by the method that is about it.
func (tx *Tx) LockOutgoing(all ...Outgoing) error {
	if tx.locks == nil || len(all) == 0 {
		return nil
	}
	var keys, ids []int64
	for _, o := range all {
		keys = append(keys, lockKey("chat", o.Network, o.CommunityKey))
		ids = append(ids, o.CommunityID)
	}
	if err := tx.lockKeys(keys...); err != nil {
		return err
	}
	return queueRows(tx, "find chats", communitiesByID, []any{ids}, func(c Community) error {
		isLocked := slices.Contains(tx.locks.keys, lockKey("chat", c.Network, c.Key))
		if isLocked {
			tx.known = append(tx.known, c)
			tx.locks.communities = append(tx.locks.communities, c.ID)
		}
		return nil
	})
}

// Done notes how a delivery ended; message is the network's ID of what it became. A reply
// is not kept. What it returns has no row if that was noted before.
func (tx *Tx) Done(o Outgoing, outcome Outcome, message, reason string, at time.Time) *Query[int64] {
	if o.Event != nil {
		return Queue[int64](tx, "drop reply", `DELETE FROM outbox WHERE id = $1 RETURNING id`, o.ID)
	}
	return Queue[int64](tx, "mark outgoing done", `
		UPDATE outbox SET outcome = $1, posted = $2, reason = $3, claimed_by = NULL, done_at = $4, body = ''
		WHERE id = $5 AND done_at IS NULL RETURNING id`, outcome, message, reason, at, o.ID)
}

// Waiting returns the deliveries whose body holds a text, and PutBody replaces a body: so a
// person can be taken out of it.
func (tx *Tx) Waiting(text string) ([]Outgoing, error) {
	holds := `instr(o.body, $1) > 0`
	if tx.server {
		holds = `position(convert_to(CAST($1 AS TEXT), 'UTF8') IN o.body) > 0`
	}
	return List[Outgoing](tx, "list waiting", `
		SELECT `+outgoingColumns+` FROM outbox o JOIN communities c ON c.id = o.community_id
		WHERE o.done_at IS NULL AND `+holds, text)
}

// PutBody replaces the body of a delivery.
func (tx *Tx) PutBody(id int64, body []byte) error {
	return tx.Exec("replace body", `UPDATE outbox SET body = $1 WHERE id = $2 AND done_at IS NULL`, body, id)
}

// ExpirePost makes the message of a round useless that has not been posted. One that is
// being posted is not stopped.
func (tx *Tx) ExpirePost(roundID int64, at time.Time) error {
	ids, err := List[int64](tx, "expire post", `
		UPDATE outbox SET expires_at = $1
		WHERE community_id = (SELECT community_id FROM rounds WHERE id = $2) AND round_id = $2 AND shows = 1
			AND done_at IS NULL
		RETURNING id`, at, roundID)
	if err != nil {
		return err
	}
	tx.committed.Expired = append(tx.committed.Expired, ids...)
	return nil
}

// Post is a message that was posted: where it is, and the network's ID of it.
type Post struct{ Channel, Message string }

// NotePosted notes that a reply to a request became a message in a community, so that
// PostedAs finds it under a nonce. A later message replaces an earlier one.
func (tx *Tx) NotePosted(o Outgoing, message string, at time.Time) error {
	return tx.Exec("note posted message", `
		INSERT INTO outbox (nonce, community_id, network, channel, body, created_at, outcome, posted, done_at)
		VALUES ($1, $2, $3, $4, '', $5, $6, $7, $5)
		ON CONFLICT (nonce) DO UPDATE SET channel = excluded.channel, posted = excluded.posted`,
		o.Nonce, o.CommunityID, o.Network, o.Channel, at, Delivered, message)
}

// PostedAs returns the message that was posted under a nonce.
func (tx *Tx) PostedAs(nonce string) (Post, error) {
	return Get[Post](tx, "find posted message",
		`SELECT channel, posted FROM outbox WHERE nonce = $1 AND outcome = 'delivered' AND posted <> ''`, nonce)
}

// A Backlog counts the deliveries of a class that wait on a network.
type Backlog struct {
	Network string
	Bulk    bool
	Count   int
	// Oldest is when the first of it was stored.
	Oldest time.Time
}

// Backlogs counts all deliveries that wait, and reads all of them; a class without any is
// left out.
func (tx *Tx) Backlogs() ([]Backlog, error) {
	return List[Backlog](tx, "count backlog", `
		SELECT network, bulk, COUNT(*), MIN(created_at) FROM outbox
		WHERE done_at IS NULL GROUP BY network, bulk ORDER BY network, bulk`)
}

// ClaimOutgoing returns deliveries on a network that have no owner, bulk or not, the oldest
// first, at most limit, and makes this process their owner. What a community has waiting
// that is not bulk has one owner at a time, so that order is kept. When the owner is gone
// its claims are free: see StillHere.
func (tx *Tx) ClaimOutgoing(network string, bulk bool, limit int) ([]Outgoing, error) {
	claimable, err := tx.lockClaimable(network, bulk, limit)
	if err != nil {
		return nil, err
	}
	for _, o := range claimable {
		err := tx.Exec("claim delivery", `UPDATE outbox SET claimed_by = $1 WHERE id = $2`, Reference(tx.process), o.ID)
		if err != nil {
			return nil, err
		}
	}
	return claimable, nil
}

// lockClaimable returns what this process may claim. If that has an order, it locks the communities,
// so that nobody changes the order until the claim is committed.
func (tx *Tx) lockClaimable(network string, bulk bool, limit int) ([]Outgoing, error) {
	claimable, err := tx.claimable(network, bulk, limit)
	if err != nil {
		return nil, err
	}
	needsNoLock := bulk || tx.locks == nil
	if needsNoLock || len(claimable) == 0 {
		return claimable, nil
	}
	var communities []int64
	for _, o := range claimable {
		communities = append(communities, o.CommunityID)
	}
	if err := tx.lockCommunities(communities...); err != nil {
		return nil, err
	}
	// Others may have claimed some of them before the lock.
	claimable, err = tx.claimable(network, bulk, limit)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(claimable, func(o Outgoing) bool {
		return !slices.Contains(tx.locks.communities, o.CommunityID)
	}), nil
}

// claimable returns what this process may claim. Of bulk, which keeps no order, it passes over rows
// that another process is about to claim.
func (tx *Tx) claimable(network string, bulk bool, limit int) ([]Outgoing, error) {
	skip := ""
	if bulk && tx.locks != nil {
		skip = " FOR UPDATE OF o SKIP LOCKED"
	}
	return List[Outgoing](tx, "list outgoing", `
		SELECT `+outgoingColumns+`
		FROM outbox o CROSS JOIN communities c WHERE c.id = o.community_id
			AND o.network = $1 AND o.bulk = $2 AND o.done_at IS NULL AND o.claimed_by IS NULL
			AND ($2 = 1 OR NOT EXISTS (
					SELECT 1 FROM outbox h
					WHERE h.community_id = o.community_id AND h.done_at IS NULL AND h.bulk = 0 AND h.claimed_by < $3)
				AND NOT EXISTS (
					SELECT 1 FROM outbox h
					WHERE h.community_id = o.community_id AND h.done_at IS NULL AND h.bulk = 0 AND h.claimed_by > $3))
		ORDER BY o.id LIMIT $4`+skip, network, bulk, Reference(tx.process), limit)
}
