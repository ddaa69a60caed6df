package storage

import "time"

// An Outgoing is a delivery as it is stored: a reply to an event, an unsolicited message,
// or an edit of a message.
type Outgoing struct {
	ID           int64
	Nonce        string // one delivery each; of a reply: the key of its event
	CommunityID  int64
	Network      string    // filled by queries, as the community is now
	CommunityKey string    // filled by queries
	Private      bool      // filled by queries
	Channel      string    // where in the community; empty: its only place
	Message      string    // the network's ID of the message to edit; empty: a new one
	Event        []byte    // that it answers, opaque; nil: none
	Locale       string    // of the person it answers
	RoundID      int64     // the round it speaks of; 0: none
	Shows        bool      // it is the round's own message
	MatchID      int64     // the match whose own message it is; 0: none
	PlayerID     int64     // the person it answers; 0: none
	Hint         int       // the number of the hint in it, to be charged; 0: none
	Bulk         bool      // it may wait, and keeps no order with what is not
	Unordered    bool      // it keeps no order with anything; not stored
	Mine         bool      // this process owns it; filled by Enqueue and Outgoing
	Priority     int       // the lower goes first
	Body         []byte    // opaque
	Begun        bool      // a process that is gone had begun it: people may have seen it
	Expires      time.Time // it is useless after; zero: never
	CreatedAt    time.Time
}

const outgoingColumns = `o.id, o.nonce, o.community_id, c.network, c.key, c.private, o.channel, o.message, o.event, o.locale, o.round_id,
	o.shows, o.player_id, o.hint, o.bulk, o.priority, o.body, o.begun, o.expires_at, o.created_at, o.match_id`

func (o *Outgoing) columns() []any {
	return []any{&o.ID, &o.Nonce, &o.CommunityID, &o.Network, &o.CommunityKey, &o.Private, &o.Channel, &o.Message, &o.Event, &o.Locale,
		(*reference)(&o.RoundID), &o.Shows, (*reference)(&o.PlayerID), &o.Hint, &o.Bulk, &o.Priority, &o.Body, &o.Begun,
		&o.Expires, &o.CreatedAt, (*reference)(&o.MatchID)}
}

// Committed lists what a transaction changed.
type Committed struct {
	Deliveries []Outgoing // enqueued, and this process's to deliver
	Expired    []int64    // deliveries that are useless now
	Unclaimed  bool       // a delivery has no owner: the first process that claims it delivers it
	Jobs       bool       // a job was set
}
