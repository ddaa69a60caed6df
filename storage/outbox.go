package storage

import (
	"fmt"
	"slices"
	"time"
)

// An Outcome is how a delivery ended.
type Outcome string

const (
	Delivered Outcome = "delivered"
	// Failed means that the outbox has given up.
	Failed Outcome = "failed"
	// Replaced means that a newer delivery was sent instead of this one.
	Replaced Outcome = "replaced"
)

// Enqueue stores a delivery. Once the transaction is committed, o has the ID of its row. If there was
// a delivery with the same Nonce before, or the community is gone, nothing is stored, and the ID
// is 0.
//
// The owner of the row is decided in this order:
//
//   - A bulk delivery has no owner.
//   - A reply is owned by this process if it is Unordered, or if the database is a file: no other
//     process answers there.
//   - A delivery that is no reply has no owner if this process does not deliver to the network now. The
//     function delivers reports whether it does; if it is nil, the process delivers nothing.
//   - If a delivery waits in the community that another process owns, or nobody, the new one has no
//     owner. Otherwise it would overtake the one that waits.
//   - In all other cases this process owns it.
//
// A delivery that is neither a reply nor bulk Follows the reply to the event whose request the transaction
// carries out: see Outgoing.
//
// If this process owns the row, o is Mine. If nobody owns it, the other processes are told that there
// is something to claim.
func (tx *Tx) Enqueue(o *Outgoing, delivers func(network string) bool, at time.Time) error {
	c, ok, err := Found(tx.communityOf(o))
	if err != nil || !ok {
		return err
	}
	o.ID = 0
	o.Network = c.Network
	o.CommunityKey = c.Key
	o.Private = c.Private
	o.CreatedAt = at
	var event any
	if o.IsReply() {
		event = string(o.Event)
	}
	var follows any
	if tx.event != "" && !o.IsReply() && !o.Bulk {
		o.Follows = tx.event
		follows = tx.event
	}
	mustOwn := o.IsReply() && (o.Unordered || !tx.server)
	args := []any{
		o.Nonce,
		c.ID,
		c.Network,
		o.Bulk,
		o.Priority,
		o.Channel,
		o.Message,
		event,
		o.Locale,
		Reference(o.RoundID),
		o.Shows,
		Reference(o.PlayerID),
		o.Hint,
		o.Body,
		o.Expires,
		at,
		Reference(o.MatchID),
		mustOwn,
		mayOwn(o, delivers),
		Reference(tx.process),
		follows,
	}
	// On a server the statement itself tells other processes of a row that nobody owns.
	tellOthers := ""
	if tx.server && !mustOwn {
		tellOthers = `, CASE WHEN claimed_by IS NULL THEN CAST(pg_notify($22, $23) AS TEXT) END`
		args = append(args, notifyChannel, fmt.Sprint("left ", tx.process))
	}
	return queueRows(tx, "enqueue", insertDelivery+tellOthers, args, func(stored deliveryRow) error {
		o.ID = stored.ID
		o.Mine = stored.Mine
		if o.Mine {
			tx.committed.Deliveries = append(tx.committed.Deliveries, *o)
		} else {
			tx.committed.UnclaimedDeliveries = true
		}
		return nil
	})
}

// mayOwn reports whether this process may own a delivery, provided that it owns all deliveries that wait
// in the community.
func mayOwn(o *Outgoing, delivers func(network string) bool) bool {
	switch {
	case o.Bulk:
		return false
	case o.IsReply():
		return true
	}
	return delivers != nil && delivers(o.Network)
}

// communityOf returns the community of a delivery. A bulk delivery keeps no order with others, so for
// it the community is not locked.
func (tx *Tx) communityOf(o *Outgoing) (Community, error) {
	if o.Bulk {
		return Get[Community](tx, "find community", communityByID, o.CommunityID)
	}
	return tx.CommunityByID(o.CommunityID)
}

// noneWaits is the condition that no delivery with a certain owner waits in a community. The argument owner is
// the end of a comparison with the owner's number: "IS NULL" is for deliveries without an owner, and "< $3" for
// those of owners whose numbers are less than $3. Bulk deliveries do not count.
func noneWaits(community, owner string) string {
	return `NOT EXISTS (
			SELECT 1 FROM outbox h
			WHERE h.community_id = ` + community + ` AND h.done_at IS NULL AND h.bulk = 0
				AND h.claimed_by ` + owner + `)`
}

// noneOfOthersWaits is the condition that no delivery of another process waits in a community. It looks for
// other owners by < and by >, and not by <>: so it skips this process's own rows in the index, however many
// wait.
func noneOfOthersWaits(community, process string) string {
	return noneWaits(community, `< `+process) + ` AND ` + noneWaits(community, `> `+process)
}

// insertDelivery stores a delivery. This process ($20) becomes the owner if it must own the delivery
// ($18), or if it may own it ($19) and owns each delivery that waits in the community.
var insertDelivery = `
	INSERT INTO outbox (nonce, community_id, network, bulk, priority, channel, message, event, locale, round_id, shows,
		player_id, hint, body, expires_at, created_at, match_id, claimed_by, follows)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
		CASE
			WHEN $18 = 1 THEN CAST($20 AS BIGINT)
			WHEN $19 = 1 AND ` + noneWaits("$2", "IS NULL") + ` AND ` + noneOfOthersWaits("$2", "$20") + `
				THEN CAST($20 AS BIGINT)
		END, $21)
	ON CONFLICT (nonce) DO NOTHING RETURNING id, claimed_by IS NOT NULL`

// A deliveryRow is what insertDelivery returns.
type deliveryRow struct {
	ID   int64
	Mine bool
	// Told is the result of pg_notify, which is an empty text. A statement that tells nobody has no such column.
	Told string
}

// Outgoing returns a delivery as it is stored now, with Mine. If it has ended, the error is
// ErrNotFound.
func (tx *Tx) Outgoing(id int64) (Outgoing, error) {
	return Get[Outgoing](tx, "find outgoing", `
		SELECT `+outgoingColumns+`, o.claimed_by = $2
		FROM outbox o JOIN communities c ON c.id = o.community_id
		WHERE o.id = $1 AND o.done_at IS NULL`, id, Reference(tx.process))
}

// HasOutgoing reports whether a network has deliveries without an owner: bulk ones if bulk is true,
// or else others.
func (tx *Tx) HasOutgoing(network string, bulk bool) (bool, error) {
	return Get[bool](tx, "look for outgoing", `
		SELECT EXISTS (
			SELECT 1 FROM outbox
			WHERE network = $1 AND bulk = $2 AND done_at IS NULL AND claimed_by IS NULL)`, network, bulk)
}

// OwnOutgoing returns the IDs of the deliveries for a network that this process owns and that have not
// ended, either bulk ones or others. It reads all deliveries that wait.
func (tx *Tx) OwnOutgoing(network string, bulk bool) ([]int64, error) {
	return List[int64](tx, "list own outgoing", `
		SELECT id FROM outbox
		WHERE network = $1 AND bulk = $2 AND done_at IS NULL AND claimed_by = $3`,
		network, bulk, Reference(tx.process))
}

// NoteBegun stores that a delivery is about to be sent. If this process is killed meanwhile, the next
// owner can see that people may have read the message. NoteBegun reports whether this process still
// owns the delivery. If it does not, nothing is stored.
func (tx *Tx) NoteBegun(id int64) (bool, error) {
	noted, err := tx.exec("note begun", `
		UPDATE outbox SET begun = 1 WHERE id = $1 AND done_at IS NULL AND claimed_by = $2`,
		id, Reference(tx.process))
	return noted > 0, err
}

// ClearBegun takes back what NoteBegun has stored, because nobody saw the message. If this process no
// longer owns the delivery, nothing changes.
func (tx *Tx) ClearBegun(id int64) error {
	return tx.Exec("clear begun", `
		UPDATE outbox SET begun = 0 WHERE id = $1 AND done_at IS NULL AND claimed_by = $2`,
		id, Reference(tx.process))
}

// LockOutgoing locks the chats of deliveries, so that no other transaction that writes reads or changes them
// until this one ends. It locks the keys that the chats had when the deliveries were read. If a chat has
// moved since, the method that needs the lock locks the chat's new key.
func (tx *Tx) LockOutgoing(all ...Outgoing) error {
	if tx.IsAlone() || len(all) == 0 {
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
	// The function below runs when the next result is needed, for each row before that. As CommunityByID does, it
	// remembers the communities that were read under their locks, so that later methods need not lock and read
	// them again.
	return queueRows(tx, "find chats", communitiesByID, []any{ids}, func(c Community) error {
		isLocked := slices.Contains(tx.locks.keys, lockKey("chat", c.Network, c.Key))
		if isLocked {
			tx.known = append(tx.known, c)
			tx.locks.communities = append(tx.locks.communities, c.ID)
		}
		return nil
	})
}

// Done stores how a delivery ended. The argument message is the network's ID of the message that the
// delivery became. If the delivery is a reply, its row is deleted instead. The Query that Done returns
// has no row if the delivery had ended before.
func (tx *Tx) Done(o Outgoing, outcome Outcome, message, reason string, at time.Time) *Query[int64] {
	if o.IsReply() {
		return Queue[int64](tx, "drop reply", `DELETE FROM outbox WHERE id = $1 RETURNING id`, o.ID)
	}
	return Queue[int64](tx, "mark outgoing done", `
		UPDATE outbox SET outcome = $1, posted = $2, reason = $3, claimed_by = NULL, done_at = $4, body = ''
		WHERE id = $5 AND done_at IS NULL RETURNING id`, outcome, message, reason, at, o.ID)
}

// Waiting returns the deliveries that wait and whose body contains a text, such as the name of a person who is to
// be forgotten. PutBody then stores a body without it. Waiting reads all deliveries that wait.
func (tx *Tx) Waiting(text string) ([]Outgoing, error) {
	return tx.WaitingAfter(text, 0)
}

// WaitingAfter is Waiting for deliveries whose IDs are greater than id.
func (tx *Tx) WaitingAfter(text string, id int64) ([]Outgoing, error) {
	contains := `instr(o.body, $1) > 0`
	if tx.server {
		contains = `position(convert_to(CAST($1 AS TEXT), 'UTF8') IN o.body) > 0`
	}
	return List[Outgoing](tx, "list waiting", `
		SELECT `+outgoingColumns+` FROM outbox o JOIN communities c ON c.id = o.community_id
		WHERE o.done_at IS NULL AND o.id > $2 AND `+contains, text, id)
}

// PutBody replaces the body of a delivery.
func (tx *Tx) PutBody(id int64, body []byte) error {
	return tx.Exec("replace body", `UPDATE outbox SET body = $1 WHERE id = $2 AND done_at IS NULL`, body, id)
}

// LastOutgoing returns the ID of the delivery that was stored last; 0 if there is none.
func (tx *Tx) LastOutgoing() (int64, error) {
	return Get[int64](tx, "find last outgoing", `SELECT COALESCE(MAX(id), 0) FROM outbox`)
}

// ExpirePost makes the round's own message expire if it still waits in the outbox. A delivery that has
// begun is not stopped.
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

// A Post is a message that was posted.
type Post struct {
	Channel string
	// Message is the network's ID of the message.
	Message string
}

// NotePosted stores that a reply became a message in a community, so that PostedAs finds the message under the
// reply's nonce: the row of a reply is deleted when it is delivered. A later message replaces an earlier one.
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

// HasFailed reports whether the outbox has given up the delivery with a nonce.
func (tx *Tx) HasFailed(nonce string) (bool, error) {
	return Get[bool](tx, "look for failed post", `
		SELECT EXISTS (SELECT 1 FROM outbox WHERE nonce = $1 AND outcome = 'failed')`, nonce)
}

// A Backlog counts the deliveries that wait for a network, either the bulk ones or the others.
type Backlog struct {
	Network string
	Bulk    bool
	Count   int
	// Oldest is when the oldest of them was stored.
	Oldest time.Time
}

// Backlogs counts all deliveries that wait. It reads all of them. A network without any is left out.
func (tx *Tx) Backlogs() ([]Backlog, error) {
	return List[Backlog](tx, "count backlog", `
		SELECT network, bulk, COUNT(*), MIN(created_at) FROM outbox
		WHERE done_at IS NULL GROUP BY network, bulk ORDER BY network, bulk`)
}

// ClaimOutgoing claims at most limit deliveries for a network that have no owner, either bulk ones or
// others, and returns them, the oldest first. At any time one process owns all deliveries of a
// community that are not bulk, so that they keep their order. When the owner is gone, its claims are
// freed: see StillHere.
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

// lockClaimable returns the deliveries that this process may claim. If they are not bulk, it first
// locks their communities, so that nobody changes their order before the claim is committed.
func (tx *Tx) lockClaimable(network string, bulk bool, limit int) ([]Outgoing, error) {
	claimable, err := tx.claimable(network, bulk, limit)
	if err != nil {
		return nil, err
	}
	needsLock := !bulk && !tx.IsAlone()
	if !needsLock || len(claimable) == 0 {
		return claimable, nil
	}
	var communities []int64
	for _, o := range claimable {
		communities = append(communities, o.CommunityID)
	}
	if err := tx.lockCommunities(communities...); err != nil {
		return nil, err
	}
	// Others may have claimed some of these deliveries before the lock. So they are read again, and those
	// in the communities that are locked stay.
	claimable, err = tx.claimable(network, bulk, limit)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(claimable, func(o Outgoing) bool {
		return !slices.Contains(tx.locks.communities, o.CommunityID)
	}), nil
}

// claimable returns the deliveries without an owner that this process may claim. Of bulk ones, which
// have no order, it skips those that another process is about to claim. Of others, it skips those of
// communities in which deliveries of another process wait.
func (tx *Tx) claimable(network string, bulk bool, limit int) ([]Outgoing, error) {
	skip := ""
	if bulk && !tx.IsAlone() {
		skip = " FOR UPDATE OF o SKIP LOCKED"
	}
	return List[Outgoing](tx, "list outgoing", `
		SELECT `+outgoingColumns+`
		FROM outbox o CROSS JOIN communities c WHERE c.id = o.community_id
			AND o.network = $1 AND o.bulk = $2 AND o.done_at IS NULL AND o.claimed_by IS NULL
			AND ($2 = 1 OR `+noneOfOthersWaits("o.community_id", "$3")+`)
		ORDER BY o.id LIMIT $4`+skip, network, bulk, Reference(tx.process), limit)
}
