package storage

import (
	"slices"
	"time"
)

// EnsureCommunity returns the community of this network and key, and adds it if it is new. It makes the
// community active, and stores whether it is private. It sets the title and the owner if they are given.
// If all of this is stored already, it writes nothing.
func (tx *Tx) EnsureCommunity(
	network, key string, private bool, owner int64, title string, at time.Time,
) (Community, error) {
	c, ok, err := Found(tx.FindCommunity(network, key))
	if err != nil {
		return Community{}, err
	}
	if ok && c.isUpToDate(private, owner, title) {
		return c, nil
	}
	return Get[Community](tx, "ensure community", `
		INSERT INTO communities (network, key, private, player_id, title, created_at)
		VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (network, key) DO UPDATE SET
			private = excluded.private,
			active = 1,
			player_id = COALESCE(excluded.player_id, communities.player_id),
			title = CASE WHEN excluded.title = '' THEN communities.title ELSE excluded.title END
		RETURNING `+communityColumns, network, key, private, Reference(owner), title, at)
}

// isUpToDate reports whether EnsureCommunity has nothing to change.
func (c Community) isUpToDate(private bool, owner int64, title string) bool {
	if !c.Active || c.Private != private {
		return false
	}
	hasTitle := title == "" || c.Title == title
	hasOwner := owner == 0 || c.OwnerID == owner
	return hasTitle && hasOwner
}

// communityByID is the query for a community.
const communityByID = `SELECT ` + communityColumns + ` FROM communities WHERE id = $1`

// CommunityByID returns a community, or ErrNotFound if it has become part of another one (MergePage). It
// locks the chat of the community, and remembers the community until this transaction changes any
// community.
func (tx *Tx) CommunityByID(id int64) (Community, error) {
	i := slices.IndexFunc(tx.known, func(c Community) bool { return c.ID == id })
	if i >= 0 {
		return tx.known[i], nil
	}
	if err := tx.lockCommunities(id); err != nil {
		return Community{}, err
	}
	c, err := Get[Community](tx, "find community", communityByID, id)
	if err != nil {
		return Community{}, err
	}
	tx.known = append(tx.known, c)
	return c, nil
}

// FindCommunity returns the community of this network and key. It locks and remembers it, as
// CommunityByID does.
func (tx *Tx) FindCommunity(network, key string) (Community, error) {
	i := slices.IndexFunc(tx.known, func(c Community) bool { return c.Network == network && c.Key == key })
	if i >= 0 {
		return tx.known[i], nil
	}
	if err := tx.LockChat(network, key); err != nil {
		return Community{}, err
	}
	c, err := Get[Community](tx, "find community", `
		SELECT `+communityColumns+` FROM communities WHERE network = $1 AND key = $2`, network, key)
	if err != nil {
		return Community{}, err
	}
	tx.known = append(tx.known, c)
	if !tx.IsAlone() {
		tx.locks.communities = append(tx.locks.communities, c.ID)
	}
	return c, nil
}

// SaveCommunity stores all fields of the community with c's ID except Network, Key, Private and
// OwnerID. It returns ErrNotFound if there is no such community.
func (tx *Tx) SaveCommunity(c Community) error {
	changed, err := tx.exec("save community", `
		UPDATE communities SET
			active = $1, title = $2, locale = $3, host_locale = $4,
			zone = $5, hour = $6, daily = $7, daily_channel = $8,
			seconds = $9, trouble = $10, trouble_channel = $11, minute = $12,
			games = $13, level = $14, dealers = $15,
			worldwide = $16, zone_before = $17, zone_from = $18
		WHERE id = $19`,
		c.Active, c.Title, c.Locale, c.AdminLocale,
		c.Zone, c.Hour, c.Daily, c.DailyChannel,
		c.Seconds, c.Trouble, c.TroubleChannel, c.Minute,
		c.Games, c.Level, c.Dealers,
		c.Worldwide, c.ZoneBefore, c.ZoneFrom,
		c.ID)
	if err != nil {
		return err
	}
	if changed == 0 {
		return ErrNotFound
	}
	return nil
}

// ClearTrouble deletes the Trouble of a community if it is one of the given troubles, and was in this channel.
// It is for a caller who has seen that the network no longer refuses what it refused there.
func (tx *Tx) ClearTrouble(communityID int64, channel string, troubles ...string) error {
	args := []any{communityID, channel}
	for _, trouble := range troubles {
		args = append(args, trouble)
	}
	return tx.Exec("clear trouble", `
		UPDATE communities SET trouble = '', trouble_channel = ''
		WHERE id = $1 AND trouble_channel = $2 AND trouble IN (`+Parameters(3, len(troubles))+`)`, args...)
}

// communitiesByID is the query for communities, on a server.
const communitiesByID = `SELECT ` + communityColumns + ` FROM communities WHERE id = ANY (CAST($1 AS BIGINT[]))`

// lockCommunities makes this transaction the only one about some communities. A transaction about several
// communities calls it once with all of them. If it locked one after the other, it and another transaction
// could wait for each other.
func (tx *Tx) lockCommunities(ids ...int64) error {
	if tx.IsAlone() {
		return nil
	}
	ids = slices.DeleteFunc(slices.Clone(ids), tx.locks.hasCommunity)
	if len(ids) == 0 {
		return nil
	}
	all, err := List[Community](tx, "find chats to lock", communitiesByID, ids)
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
