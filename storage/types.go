package storage

import "time"

// A Community is whose leaderboard counts: a server with all its channels, a
// group with all its topics, a private chat. {Network, Key} identify it.
type Community struct {
	ID      int64
	Network string
	Key     string // the network's own ID, opaque
	Private bool   // one person and the bot
	OwnerID int64  // private: the person; 0: not known
	Active  bool   // the bot can talk there
	Title   string
	Locale  string // BCP 47 tag; empty: that of each reader
	// AdminLocale is the BCP 47 tag of what the community speaks, as the network has
	// it, or else of the person who first asked for something there or last changed the settings; empty:
	// unknown.
	AdminLocale  string
	Zone         string // IANA name of the time zone; empty: not set
	Hour         int    // 0..23, local time of the daily; 9 unless set
	Daily        bool   // the daily is posted by itself; off unless set
	DailyChannel string // where; empty: the community's one place
	Seconds      int    // length of a round on the clock; 0: as the game has it
	// Trouble is why the last post there was refused, opaque, and TroubleChannel
	// where; empty: it was not.
	Trouble, TroubleChannel string
	Minute                  int    // 0..59, of Hour
	Games                   string // names of those that are dealt, parted by commas; empty: all
	Level                   int    // dealt where none is asked for, 1 to 5; 0: any
	Dealers                 string // the people who may deal, opaque; empty: everyone
	Reminder                bool   // private: a word before a streak ends
	Worldwide               bool   // private: its owner is on the boards of the World
	Credited                bool   // private: its owner's name stands beside their records
	// ZoneBefore is the zone that dailies go by before number ZoneFrom; from then on they go
	// by Zone.
	ZoneBefore string
	ZoneFrom   int
	Pin        bool // the post of the daily is pinned, in the place of the one before
	Quiet      bool // the daily makes no sound
	Recordings bool // private: who plays against recordings of its owner reads their name
}

const communityColumns = `id, network, key, private, player_id, active, title, locale, host_locale, zone, hour, daily,
	daily_channel, seconds, trouble, trouble_channel, minute, games, level, dealers, reminder, worldwide, credited, zone_before, zone_from, pin, quiet, recordings`

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
	Priority     int       // the lower goes first
	Body         []byte    // opaque
	Begun        bool      // a process that is gone had begun it: people may have seen it
	Expires      time.Time // it is useless after; zero: never
	CreatedAt    time.Time
	Mine         bool // this process owns it; filled by Enqueue and Outgoing
	Unordered    bool // it keeps no order with anything; not stored
}

const outgoingColumns = `o.id, o.nonce, o.community_id, c.network, c.key, c.private, o.channel, o.message, o.event, o.locale, o.round_id,
	o.shows, o.match_id, o.player_id, o.hint, o.bulk, o.priority, o.body, o.begun, o.expires_at, o.created_at`

// Committed lists what a transaction changed.
type Committed struct {
	Deliveries []Outgoing // enqueued, and this process's to deliver
	Expired    []int64    // deliveries that are useless now
	Unclaimed  bool       // a delivery has no owner: the first process that claims it delivers it
	Set        []Job      // jobs that were set
	Jobs       bool       // jobs may have lost their owner
	Touched    []Touch    // what people may see otherwise now
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
	TouchAll       TouchKind = 'a' // anything may be otherwise
)

// A Job is something that must happen later. {Kind, Key} identify it.
type Job struct {
	Kind, Key string
	At        time.Time // must be set
}
