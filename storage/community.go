package storage

import (
	"errors"
	"time"
)

// A Community is whose leaderboard counts: a server with all its channels, a
// group with all its topics, a private chat. {Network, Key} identify it.
type Community struct {
	ID      int64
	Network string
	Key     string // the network's own ID, opaque
	Private bool   // one person and the bot
	OwnerID int64  // private: the player whose it is; 0: not known
	Active  bool   // the bot can talk there
	Title   string
	Locale  string // BCP 47 tag; empty: that of each reader
	// AdminLocale is the BCP 47 tag of what the community speaks, as the network has
	// it, or else of who last changed the settings, for what all read; empty: unknown.
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
	Dealers                 string // who deals, opaque; empty: everyone
	Reminder                bool   // private: a word before a streak ends
	Worldwide               bool   // private: its owner is on the boards of the World
}

const communityColumns = `id, network, key, private, player_id, active, title, locale, host_locale, zone, hour, daily,
	daily_channel, seconds, trouble, trouble_channel, minute, games, level, dealers, reminder, worldwide`

func readCommunity(scan scan) (c Community, err error) {
	err = scan(&c.ID, &c.Network, &c.Key, &c.Private, (*reference)(&c.OwnerID), &c.Active, &c.Title, &c.Locale,
		&c.AdminLocale, &c.Zone, &c.Hour, &c.Daily, &c.DailyChannel, &c.Seconds,
		&c.Trouble, &c.TroubleChannel, &c.Minute, &c.Games, &c.Level, &c.Dealers, &c.Reminder, &c.Worldwide)
	return c, err
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
	return get(tx, "ensure community", readCommunity, `
		INSERT INTO communities (network, key, private, player_id, title, created_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (network, key) DO UPDATE SET private = excluded.private, active = 1,
			player_id = COALESCE(excluded.player_id, communities.player_id),
			title = CASE WHEN excluded.title = '' THEN communities.title ELSE excluded.title END
		RETURNING `+communityColumns, network, key, private, reference(owner), title, instant(at))
}

// CommunityByID returns a community. After RekeyCommunity one may be gone.
func (tx *Tx) CommunityByID(id int64) (Community, error) {
	if c, ok := tx.known(func(c Community) bool { return c.ID == id }); ok {
		return c, nil
	}
	return settled(func() (Community, error) { return tx.communityByID(id) }, tx.lockCommunity)
}

// communityByID leaves a community to others, also to write.
func (tx *Tx) communityByID(id int64) (Community, error) {
	return get(tx, "find community", readCommunity, `SELECT `+communityColumns+` FROM communities WHERE id = $1`, id)
}

// FindCommunity returns the community of this network and key.
func (tx *Tx) FindCommunity(network, key string) (Community, error) {
	if c, ok := tx.known(func(c Community) bool { return c.Network == network && c.Key == key }); ok {
		return c, nil
	}
	return settled(func() (Community, error) {
		return get(tx, "find community", readCommunity,
			`SELECT `+communityColumns+` FROM communities WHERE network = $1 AND key = $2`, network, key)
	}, tx.lockCommunity)
}

// SaveCommunity stores what can be set of the community with c's ID: all but
// Network, Key, Private and OwnerID. It returns ErrNotFound if there is none.
func (tx *Tx) SaveCommunity(c Community) error {
	n, err := tx.exec("save community", `
		UPDATE communities SET active = $1, title = $2, locale = $3, host_locale = $4, zone = $5, hour = $6, daily = $7,
			daily_channel = $8, seconds = $9, trouble = $10, trouble_channel = $11, minute = $12, games = $13, level = $14, dealers = $15,
			reminder = $16, worldwide = $17 WHERE id = $18`,
		c.Active, c.Title, c.Locale, c.AdminLocale, c.Zone, c.Hour, c.Daily, c.DailyChannel, c.Seconds, c.Trouble, c.TroubleChannel,
		c.Minute, c.Games, c.Level, c.Dealers, c.Reminder, c.Worldwide, c.ID)
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
