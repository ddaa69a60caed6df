package storage

import (
	"errors"
	"slices"
	"time"
)

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
	// ZoneBefore is the zone that dailies go by before number ZoneFrom; from then on they go
	// by Zone.
	ZoneBefore string
	ZoneFrom   int
}

const communityColumns = `id, network, key, private, player_id, active, title, locale, host_locale, zone, hour, daily,
	daily_channel, seconds, trouble, trouble_channel, minute, games, level, dealers, reminder, worldwide, zone_before, zone_from`

func (c *Community) columns() []any {
	return []any{&c.ID, &c.Network, &c.Key, &c.Private, (*reference)(&c.OwnerID), &c.Active, &c.Title, &c.Locale,
		&c.AdminLocale, &c.Zone, &c.Hour, &c.Daily, &c.DailyChannel, &c.Seconds,
		&c.Trouble, &c.TroubleChannel, &c.Minute, &c.Games, &c.Level, &c.Dealers, &c.Reminder, &c.Worldwide, &c.ZoneBefore, &c.ZoneFrom}
}

// EnsureCommunity returns the community of this network and key, which it makes
// if it is new. It marks it as active, as private or not, and sets title and
// owner if they are given. A row that says so already is not written.
func (tx *Tx) EnsureCommunity(network, key string, private bool, owner int64, title string, at time.Time) (Community, error) {
	if err := tx.LockChat(network, key); err != nil {
		return Community{}, err
	}
	c, err := tx.FindCommunity(network, key)
	if err == nil && c.Active && c.Private == private && (title == "" || c.Title == title) && (owner == 0 || c.OwnerID == owner) {
		return c, nil
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return Community{}, err
	}
	return get[Community](tx, "ensure community", `
		INSERT INTO communities (network, key, private, player_id, title, created_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (network, key) DO UPDATE SET private = excluded.private, active = 1,
			player_id = COALESCE(excluded.player_id, communities.player_id),
			title = CASE WHEN excluded.title = '' THEN communities.title ELSE excluded.title END
		RETURNING `+communityColumns, network, key, private, reference(owner), title, at)
}

// CommunityByID returns a community. RekeyCommunity and AdoptChannel may have deleted it.
func (tx *Tx) CommunityByID(id int64) (Community, error) {
	return tx.findCommunity(func(c *Community) bool { return c.ID == id }, communityByID, id)
}

// communityByID is the query for a community.
const communityByID = `SELECT ` + communityColumns + ` FROM communities WHERE id = $1`

// FindCommunity returns the community of this network and key.
func (tx *Tx) FindCommunity(network, key string) (Community, error) {
	return tx.findCommunity(func(c *Community) bool { return c.Network == network && c.Key == key },
		`SELECT `+communityColumns+` FROM communities WHERE network = $1 AND key = $2`, network, key)
}

// findCommunity returns the community that a query finds, and locks its chat: if the lock
// is new, the row may have changed and is read again. Then only this transaction changes
// it, and it is remembered until that.
func (tx *Tx) findCommunity(is func(*Community) bool, query string, args ...any) (Community, error) {
	for _, r := range tx.known {
		if c, ok := r.(*Community); ok && is(c) {
			return *c, nil
		}
	}
	for {
		c, err := get[Community](tx, "find community", query, args...)
		if err != nil {
			return c, err
		}
		locked := true
		if tx.locks != nil && !slices.Contains(tx.locks.communities, c.ID) {
			before := len(tx.locks.keys)
			if err := tx.LockChat(c.Network, c.Key); err != nil {
				return Community{}, err
			}
			tx.locks.communities = append(tx.locks.communities, c.ID)
			locked = len(tx.locks.keys) == before
		}
		if locked {
			tx.known = append(tx.known, &c)
			return c, nil
		}
	}
}

// SaveCommunity stores what can be set of the community with c's ID: all but
// Network, Key, Private and OwnerID. It returns ErrNotFound if there is none.
func (tx *Tx) SaveCommunity(c Community) error {
	n, err := tx.exec("save community", `
		UPDATE communities SET active = $1, title = $2, locale = $3, host_locale = $4, zone = $5, hour = $6, daily = $7,
			daily_channel = $8, seconds = $9, trouble = $10, trouble_channel = $11, minute = $12, games = $13, level = $14, dealers = $15,
			reminder = $16, worldwide = $17, zone_before = $18, zone_from = $19 WHERE id = $20`,
		c.Active, c.Title, c.Locale, c.AdminLocale, c.Zone, c.Hour, c.Daily, c.DailyChannel, c.Seconds, c.Trouble, c.TroubleChannel,
		c.Minute, c.Games, c.Level, c.Dealers, c.Reminder, c.Worldwide, c.ZoneBefore, c.ZoneFrom, c.ID)
	if err == nil && n == 0 {
		return ErrNotFound
	}
	return err
}

// ClearTrouble notes that something could be posted in a community's channel.
func (tx *Tx) ClearTrouble(communityID int64, channel string) error {
	return tx.put("clear trouble", `
		UPDATE communities SET trouble = '', trouble_channel = '' WHERE id = $1 AND trouble <> '' AND trouble_channel = $2`, communityID, channel)
}

// LockCommunities makes this transaction the only one about some communities. They are
// named all at once: of two transactions that lock one after the other, each may wait
// for the other.
func (tx *Tx) LockCommunities(ids ...int64) error {
	if tx.locks == nil {
		return nil
	}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return id == 0 || slices.Contains(tx.locks.communities, id) })
	if len(ids) == 0 {
		return nil
	}
	all, err := list[Community](tx, "find chats to lock", `SELECT `+communityColumns+` FROM communities WHERE id = ANY (CAST($1 AS BIGINT[]))`, ids)
	if err != nil {
		return err
	}
	var keys []int64
	for _, c := range all {
		keys = append(keys, lockKey("chat", c.Network, c.Key))
	}
	if err := tx.lockKeys(keys...); err != nil {
		return err
	}
	tx.locks.communities = append(tx.locks.communities, ids...)
	return nil
}
