package storage

import "time"

// A Community is whose leaderboard counts: a server with all its channels, a
// group with all its topics, a private chat. {Network, Key} identify it.
type Community struct {
	ID      int64
	Network string
	// Key is the network's own ID, opaque.
	Key string
	// Private is a chat of one person and the bot, and OwnerID that person; 0: not known.
	Private bool
	OwnerID int64
	// Active reports whether the bot can talk there.
	Active bool
	Title  string
	// Locale is a BCP 47 tag; empty: that of each reader.
	Locale string
	// AdminLocale is the BCP 47 tag of what the community speaks: as the network has it, or else of
	// the person who first asked for something there or last changed the settings; empty: unknown.
	AdminLocale string
	// Zone is the IANA name of the time zone; empty: not set.
	Zone string
	// Hour is the local hour of the daily, 0 to 23; 9 unless set.
	Hour int
	// Daily reports whether the daily is posted by itself, and DailyChannel where; empty: in the
	// community's one place.
	Daily        bool
	DailyChannel string
	// Seconds is the length of a round on the clock; 0: as the game has it.
	Seconds int
	// Trouble is why the last post there was refused, opaque, and TroubleChannel
	// where; empty: it was not.
	Trouble        string
	TroubleChannel string
	// Minute is that of Hour.
	Minute int
	// Games are the names of those that are dealt, separated by commas; empty: all.
	Games string
	// Level is dealt where none is asked for, 1 to 5; 0: any.
	Level int
	// Dealers are the people who may deal, opaque; empty: everyone.
	Dealers string
	// Worldwide, of a private chat: its owner is on the boards of the World.
	Worldwide bool
	// ZoneBefore is the zone that dailies go by before number ZoneFrom; from then on they go
	// by Zone.
	ZoneBefore string
	ZoneFrom   int
}

const communityColumns = `id, network, key, private, player_id, active, title, locale, host_locale, zone, hour, daily,
	daily_channel, seconds, trouble, trouble_channel, minute, games, level, dealers, worldwide, zone_before, zone_from`

// An Outgoing is a delivery as it is stored: a reply to an event, an unsolicited message,
// or an edit of a message.
type Outgoing struct {
	ID int64
	// Nonce is of one delivery; of a reply it is the key of its event.
	Nonce       string
	CommunityID int64
	// Network, CommunityKey and Private are the community's, as it is now. Queries fill them.
	Network      string
	CommunityKey string
	Private      bool
	// Channel is where in the community; empty: its only place.
	Channel string
	// Message is the network's ID of the message to edit; empty: a new one.
	Message string
	// Event is what it answers, opaque; nil: nothing.
	Event []byte
	// Locale is that of the person it answers.
	Locale string
	// RoundID is the round it speaks of; 0: none.
	RoundID int64
	// Shows reports whether it is the round's own message.
	Shows bool
	// MatchID is the match whose own message it is; 0: none.
	MatchID int64
	// PlayerID is the person it answers; 0: none.
	PlayerID int64
	// Hint is the number of the hint in it, to be charged; 0: none.
	Hint int
	// Bulk reports whether it may wait, and keeps no order with what is not bulk.
	Bulk bool
	// Priority is lower for what goes first.
	Priority int
	// Body is opaque.
	Body []byte
	// Begun reports whether a process that is gone had begun it: people may have seen it.
	Begun bool
	// Expires is when it becomes useless; zero: never.
	Expires   time.Time
	CreatedAt time.Time
	// Mine reports whether this process owns it. Enqueue and Outgoing fill it.
	Mine bool
	// Unordered reports whether it keeps no order with anything. It is not stored.
	Unordered bool
}

const outgoingColumns = `o.id, o.nonce, o.community_id, c.network, c.key, c.private, o.channel, o.message, o.event,
	o.locale, o.round_id, o.shows, o.match_id, o.player_id, o.hint, o.bulk, o.priority, o.body, o.begun, o.expires_at,
	o.created_at`

// Committed lists what a transaction changed.
type Committed struct {
	// Deliveries were enqueued, and are this process's to deliver.
	Deliveries []Outgoing
	// Expired are deliveries that are useless now.
	Expired []int64
	// Unclaimed reports whether a delivery has no owner: the first process that claims it delivers
	// it.
	Unclaimed bool
	// Set are jobs that were set.
	Set []Job
	// Jobs reports whether jobs may have lost their owner.
	Jobs bool
	// Touched is what people may see otherwise now.
	Touched []Touch
}

// isEmpty reports whether nobody needs to hear of it.
func (c Committed) isEmpty() bool {
	hasDeliveries := len(c.Deliveries) > 0 || len(c.Expired) > 0 || c.Unclaimed
	hasJobs := len(c.Set) > 0 || c.Jobs
	return !hasDeliveries && !hasJobs && len(c.Touched) == 0
}

// A Touch is something that people may see otherwise now, by its row number.
type Touch struct {
	Kind TouchKind
	ID   int64
}

// A TouchKind is what a Touch is about.
type TouchKind byte

const (
	TouchRound     TouchKind = 'r'
	TouchCommunity TouchKind = 'c'
	TouchPlayer    TouchKind = 'p'
	// TouchAll says that anything may be otherwise.
	TouchAll TouchKind = 'a'
)

// A Job is something that must happen later. {Kind, Key} identify it. At must be set.
type Job struct {
	Kind, Key string
	At        time.Time
}
