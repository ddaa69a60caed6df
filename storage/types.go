package storage

import "time"

// A Community is what has a leaderboard: a Discord server with all its channels, a group with all its
// topics, or a private chat. {Network, Key} identify it.
type Community struct {
	ID      int64
	Network string
	// Key is the network's own ID, opaque.
	Key string
	// Private reports whether the community is a chat of one person and the bot. OwnerID is that
	// person's player; 0: unknown.
	Private bool
	OwnerID int64
	// Active reports whether the bot can talk there.
	Active bool
	Title  string
	// Locale is the language set for the community, a BCP 47 tag; empty: each reader has their own.
	Locale string
	// AdminLocale is the language that the community probably speaks, a BCP 47 tag; empty: unknown. It is
	// the language that the network says or, if the network says none, that of the person who last changed
	// the settings there. If nobody has changed them, it is that of the person who first asked for
	// something.
	AdminLocale string
	// Zone is the IANA name of the time zone; empty: not set.
	Zone string
	// Hour is the local hour of the daily, 0 to 23; 9 unless set.
	Hour int
	// Daily reports whether the bot posts the daily every day, and DailyChannel says where; empty: in
	// the community's only channel.
	Daily        bool
	DailyChannel string
	// Seconds is the length of a round on the clock; 0: the game's own length.
	Seconds int
	// Trouble is why the network refused the last message, opaque; empty: it did not refuse that
	// message. TroubleChannel is the channel of that message.
	Trouble        string
	TroubleChannel string
	// Minute is the minute of Hour at which the daily is posted.
	Minute int
	// Games are the names of the games that are dealt, separated by commas; empty: all.
	Games string
	// Level is the level of puzzles when nobody asks for one, 1 to 5; 0: any.
	Level int
	// Dealers are the people who may deal, opaque; empty: everyone.
	Dealers string
	// Worldwide reports whether the owner of a private chat wishes to be on the boards of the World.
	Worldwide bool
	// ZoneFrom is the number of the first daily whose day begins by the time in Zone. The days of earlier
	// dailies begin by the time in ZoneBefore.
	ZoneBefore string
	ZoneFrom   int
}

const communityColumns = `id, network, key, private, player_id, active, title, locale, host_locale, zone, hour, daily,
	daily_channel, seconds, trouble, trouble_channel, minute, games, level, dealers, worldwide, zone_before, zone_from`

// An Outgoing is a delivery as it is stored: a reply to an event, an unsolicited message,
// or an edit of a message.
type Outgoing struct {
	ID int64
	// Nonce is different for each delivery. The Nonce of a reply is the key of its event.
	Nonce       string
	CommunityID int64
	// Network, CommunityKey and Private are the community's at present. Queries fill them.
	Network      string
	CommunityKey string
	Private      bool
	// Channel is the channel of the community that the delivery goes to; empty: the only channel.
	Channel string
	// Message is the network's ID of the message to edit; empty: a new one is sent.
	Message string
	// Event is the event that a reply answers, opaque; nil: the delivery is no reply.
	Event []byte
	// Locale is the language of the person whom the delivery answers.
	Locale string
	// RoundID is the round that the delivery is about; 0: none.
	RoundID int64
	// Shows reports whether the delivery is the round's own message.
	Shows bool
	// MatchID is the match, if the delivery is the match's own message; 0: it is not.
	MatchID int64
	// PlayerID is the person whom the delivery answers; 0: none.
	PlayerID int64
	// Hint is the number of the hint in it; 0: none. The hint costs points once it is delivered.
	Hint int
	// Bulk reports whether the delivery may wait. A bulk delivery keeps no order with others.
	Bulk bool
	// Priority decides the order of deliveries: the lowest goes first.
	Priority int
	// Body is opaque.
	Body []byte
	// Begun reports whether a process that is gone had begun to send the delivery: people may have
	// seen it.
	Begun bool
	// Expires is when the delivery becomes useless; zero: never.
	Expires   time.Time
	CreatedAt time.Time
	// Follows is the Nonce of the reply that is to be delivered before this delivery; empty: none. Enqueue
	// sets it for a message or an edit that the event of a request has made.
	Follows string
	// Awaits reports whether that reply waits in the outbox for the same community, and has no owner. Queries
	// fill it.
	Awaits bool
	// Mine reports whether this process owns the delivery. Enqueue and Tx.Outgoing fill it.
	Mine bool
	// Unordered reports whether the delivery need not wait for those before it. It is not stored.
	Unordered bool
}

// IsReply reports whether the delivery answers what a person did.
func (o Outgoing) IsReply() bool { return o.Event != nil }

const outgoingColumns = `o.id, o.nonce, o.community_id, c.network, c.key, c.private, o.channel, o.message, o.event,
	o.locale, o.round_id, o.shows, o.match_id, o.player_id, o.hint, o.bulk, o.priority, o.body, o.begun, o.expires_at,
	o.created_at, o.follows, EXISTS (
		SELECT 1 FROM outbox reply
		WHERE reply.nonce = o.follows AND reply.community_id = o.community_id AND reply.event IS NOT NULL
			AND reply.done_at IS NULL AND reply.claimed_by IS NULL)`

// Committed lists what a transaction changed.
type Committed struct {
	// Deliveries were enqueued, and this process owns them.
	Deliveries []Outgoing
	// Expired are the IDs of deliveries that wait and have become useless: they expire earlier now.
	Expired []int64
	// UnclaimedDeliveries reports whether there may be deliveries without an owner. The first process that
	// claims them delivers them.
	UnclaimedDeliveries bool
	// SetJobs are the jobs that were set.
	SetJobs []Job
	// MoreJobs reports whether other jobs may be due, because they have lost their owner or were made due.
	MoreJobs bool
	// Touched is what has changed that people may be looking at on the page.
	Touched []Touch
}

// isEmpty reports whether nobody needs to be told of the changes.
func (c Committed) isEmpty() bool {
	hasDeliveries := len(c.Deliveries) > 0 || len(c.Expired) > 0 || c.UnclaimedDeliveries
	hasJobs := len(c.SetJobs) > 0 || c.MoreJobs
	return !hasDeliveries && !hasJobs && len(c.Touched) == 0
}

// A Job is something that must happen later. {Kind, Key} identify it. At must be set.
type Job struct {
	Kind, Key string
	At        time.Time
}
