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

// RekeyCommunity gives the community with the key from the key to: the network
// has moved it. If there is one with the key to already, which people have begun
// to use before the bot was told of the move, all it has passes to the moved one
// and it is deleted. The moved community keeps its ID and its settings, and takes
// those it has not set from the other. Its messages stay behind: no round is found by
// them any more, and none is edited. None with the key from is no error, so
// the move may be told twice.
func (tx *Tx) RekeyCommunity(network, from, to string) error {
	if err := tx.LockChat(network, from, to); err != nil {
		return err
	}
	old, err := tx.FindCommunity(network, from)
	if errors.Is(err, ErrNotFound) || (err == nil && from == to) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := tx.leaveMessages(old.ID); err != nil {
		return err
	}
	twin, err := tx.FindCommunity(network, to)
	if err == nil {
		err = tx.mergeCommunity(old, twin)
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	return tx.put("rekey community", `UPDATE communities SET key = $1 WHERE id = $2`, to, old.ID)
}

// leaveMessages forgets the network's IDs of a community's messages: under another
// key they are those of others.
func (tx *Tx) leaveMessages(id int64) error {
	for _, query := range []string{
		`DELETE FROM messages WHERE community_id = $1`,
		`UPDATE rounds SET message = '' WHERE community_id = $1 AND message <> ''`,
		`UPDATE matches SET message = '' WHERE community_id = $1 AND message <> ''`,
		`UPDATE outbox SET outcome = 'failed', done_at = created_at, claimed_by = NULL, body = ''
			WHERE community_id = $1 AND done_at IS NULL AND message <> '' AND event IS NULL`,
	} {
		if err := tx.put("leave messages", query, id); err != nil {
			return err
		}
	}
	return nil
}

// AdoptChannel makes a channel that was a community of its own a part of its
// community: what it has becomes that of the channel there. None of that key is
// no error.
func (tx *Tx) AdoptChannel(network, community, channel string) error {
	old, err := tx.FindCommunity(network, channel)
	if errors.Is(err, ErrNotFound) || (err == nil && old.Private) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, query := range []string{
		`UPDATE rounds SET channel = $1 WHERE community_id = $2 AND channel = ''`,
		`UPDATE matches SET channel = $1 WHERE community_id = $2 AND channel = ''`,
		`UPDATE currents SET channel = $1 WHERE community_id = $2 AND channel = ''`,
		`UPDATE outbox SET channel = $1 WHERE community_id = $2 AND channel = '' AND done_at IS NULL`,
		`UPDATE communities SET daily_channel = $1 WHERE id = $2 AND daily_channel = ''`,
	} {
		if err := tx.put("adopt channel", query, channel, old.ID); err != nil {
			return err
		}
	}
	old.DailyChannel = channel
	into, err := tx.FindCommunity(network, community)
	if errors.Is(err, ErrNotFound) {
		return tx.put("adopt channel", `UPDATE communities SET key = $1 WHERE id = $2`, community, old.ID)
	}
	if err != nil {
		return err
	}
	return tx.mergeCommunity(into, old)
}

// mergeCommunity moves everything of the community from into the community into.
func (tx *Tx) mergeCommunity(into, from Community) error {
	if err := tx.lockMembers(into.ID, from.ID); err != nil {
		return err
	}
	for _, query := range []string{
		`UPDATE rounds SET community_id = $1 WHERE community_id = $2`,
		`UPDATE matches SET community_id = $1 WHERE community_id = $2`,
		`UPDATE outbox SET community_id = $1 WHERE community_id = $2 AND done_at IS NULL`,
		`UPDATE messages SET community_id = $1 WHERE community_id = $2 AND NOT EXISTS
			(SELECT 1 FROM messages m WHERE m.community_id = $1 AND m.message = messages.message)`,
		// What people were at in the community that is in use now goes before.
		`DELETE FROM currents WHERE community_id = $1 AND EXISTS
			(SELECT 1 FROM currents c WHERE c.community_id = $2 AND c.channel = currents.channel AND c.player_id = currents.player_id)`,
		`UPDATE currents SET community_id = $1 WHERE community_id = $2`,
		`UPDATE members SET community_id = $1 WHERE community_id = $2 AND NOT EXISTS
			(SELECT 1 FROM members m WHERE m.community_id = $1 AND m.player_id = members.player_id)`,
		`UPDATE solvers SET community_id = $1 WHERE community_id = $2 AND NOT EXISTS
			(SELECT 1 FROM solvers s WHERE s.community_id = $1 AND s.round_id = solvers.round_id AND s.at = solvers.at AND s.player_id = solvers.player_id)`,
		`UPDATE awards SET community_id = $1 WHERE community_id = $2`,
		`INSERT INTO winners (community_id, period, player_id, place, points)
			SELECT CAST($1 AS BIGINT), period, player_id, place, points FROM winners WHERE community_id = $2 ON CONFLICT DO NOTHING`,
	} {
		if err := tx.put("merge communities", query, into.ID, from.ID); err != nil {
			return err
		}
	}
	if err := tx.put("merge communities", `
		INSERT INTO shared_days (community_id, number)
		SELECT CAST($1 AS BIGINT), number FROM shared_days WHERE community_id = $2 ON CONFLICT DO NOTHING`, into.ID, from.ID); err != nil {
		return err
	}
	if err := tx.put("merge communities", `
		INSERT INTO bests (community_id, round_id, measure, at, player_id)
		SELECT CAST($1 AS BIGINT), round_id, measure, at, player_id FROM bests WHERE community_id = $2`+addBest, into.ID, from.ID); err != nil {
		return err
	}
	if err := tx.sumUpAgain(into.ID, from.ID); err != nil {
		return err
	}
	for _, query := range []string{
		`DELETE FROM messages WHERE community_id = $1`,
		`DELETE FROM members WHERE community_id = $1`,
		`DELETE FROM solvers WHERE community_id = $1`,
		`DELETE FROM winners WHERE community_id = $1`,
		`DELETE FROM shared_days WHERE community_id = $1`,
		`DELETE FROM bests WHERE community_id = $1`,
		`DELETE FROM communities WHERE id = $1`,
	} {
		if err := tx.put("merge communities", query, from.ID); err != nil {
			return err
		}
	}
	into.Active = into.Active || from.Active
	if from.Title != "" {
		into.Title = from.Title
	}
	if into.Locale == "" {
		into.Locale = from.Locale
	}
	if into.AdminLocale == "" {
		into.AdminLocale = from.AdminLocale
	}
	if into.Zone == "" && !into.Daily { // these are set together
		into.Zone, into.Hour, into.Minute, into.Daily, into.DailyChannel = from.Zone, from.Hour, from.Minute, from.Daily, from.DailyChannel
	}
	if into.Games == "" {
		into.Games = from.Games
	}
	if into.Level == 0 {
		into.Level = from.Level
	}
	if into.Dealers == "" {
		into.Dealers = from.Dealers
	}
	into.Reminder = into.Reminder || from.Reminder
	if into.Seconds == 0 {
		into.Seconds = from.Seconds
	}
	return tx.SaveCommunity(into)
}

// lockMembers locks all who count in two communities.
func (tx *Tx) lockMembers(id, other int64) error {
	if !tx.locking() {
		return nil
	}
	all, err := list(tx, "list players to lock", one[int64], `
		SELECT player_id FROM members WHERE community_id IN ($1, $2)
		UNION SELECT player_id FROM scores WHERE community_id IN ($1, $2)`, id, other)
	if err != nil {
		return err
	}
	return tx.lockPlayers(all...)
}

// sumUpAgain makes the scores and totals of a community of its awards, and
// deletes those of another.
func (tx *Tx) sumUpAgain(id, other int64) error {
	for _, query := range []string{
		`DELETE FROM scores WHERE community_id IN ($1, $2)`,
		`DELETE FROM totals WHERE community_id IN ($1, $2)`,
		`DELETE FROM boards WHERE community_id IN ($1, $2)`,
	} {
		if err := tx.put("sum up again", query, id, other); err != nil {
			return err
		}
	}
	if err := tx.gameScoresAgain(id, other); err != nil {
		return err
	}
	err := tx.put("sum up again", `
		INSERT INTO scores (community_id, player_id, day, points, solved, reached)
		SELECT community_id, player_id, day, SUM(points), SUM(solved), MAX(at) FROM (
			SELECT community_id, player_id, day, points, solved, at,
				ROW_NUMBER() OVER (PARTITION BY player_id, day ORDER BY points DESC, at) AS place
			FROM awards WHERE community_id = $1
		) best WHERE place <= $2 GROUP BY community_id, player_id, day`, id, BestOfDay)
	if err != nil {
		return err
	}
	err = tx.put("sum up again", `
		INSERT INTO totals (community_id, player_id, points, solved, reached)
		SELECT community_id, player_id, SUM(points), SUM(solved), MAX(reached) FROM scores
		WHERE community_id = $1 GROUP BY community_id, player_id`, id)
	if err != nil {
		return err
	}
	return tx.boardsAgain(id)
}

// Join notes that a player did something in a community, to the day.
func (tx *Tx) Join(communityID, playerID int64, at time.Time) error {
	if err := tx.lockPlayers(playerID); err != nil {
		return err
	}
	last, err := get(tx, "find member", func(scan scan) (at time.Time, err error) {
		err = scan((*instant)(&at))
		return at, err
	}, `SELECT at FROM members WHERE community_id = $1 AND player_id = $2`, communityID, playerID)
	if err == nil && at.Sub(last) < 24*time.Hour {
		return nil
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	isNew := err != nil
	err = tx.put("join community", `
		INSERT INTO members (community_id, player_id, at) VALUES ($1, $2, $3)
		ON CONFLICT (community_id, player_id) DO UPDATE SET at = excluded.at`, communityID, playerID, instant(at))
	if err == nil && isNew {
		err = tx.putOnBoards(communityID, playerID, at)
	}
	if err != nil {
		return err
	}
	return tx.clearBoards(communityID, at)
}

// IsMember tells whether a player did something in a community since a time.
func (tx *Tx) IsMember(communityID, playerID int64, since time.Time) (bool, error) {
	return get(tx, "look for member", one[bool], `
		SELECT EXISTS (SELECT 1 FROM members WHERE community_id = $1 AND player_id = $2 AND at >= $3)`,
		communityID, playerID, instant(since))
}

// CommunitiesOf returns the communities, but for private ones, in which a person
// did something since a time, at most limit of them.
func (tx *Tx) CommunitiesOf(playerID int64, since time.Time, limit int) ([]Community, error) {
	return list(tx, "list communities of player", readCommunity, `
		SELECT `+communityColumns+` FROM communities
		WHERE private = 0 AND id IN (SELECT community_id FROM members WHERE player_id IN `+kin(1)+` AND at >= $2 ORDER BY at DESC LIMIT $3)`,
		playerID, instant(since), limit)
}

// ClearTrouble notes that something could be posted in a community's channel.
func (tx *Tx) ClearTrouble(communityID int64, channel string) error {
	return tx.put("clear trouble", `
		UPDATE communities SET trouble = '', trouble_channel = '' WHERE id = $1 AND trouble <> '' AND trouble_channel = $2`, communityID, channel)
}
