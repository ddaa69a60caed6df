package storage

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
	// it, or else of the person who last changed the settings; empty: unknown.
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
