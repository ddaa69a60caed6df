package round

import "reckon/storage"

// A home is the community in whose zone the days of a person begin. If CommunityID is 0 there is none, and the
// person has the zone by themselves.
type home struct {
	CommunityID int64
	dayZone
}

// storedHome returns the home that a player had when they began their last daily. If they have begun none, the
// error is storage.ErrNotFound. For the CAST see factsQuery.
func storedHome(tx *storage.Tx, playerID int64) (home, error) {
	return storage.Get[home](tx, "find home of player", `
		SELECT h.community_id, COALESCE(c.zone, h.zone), COALESCE(c.zone_before, h.zone_before),
			COALESCE(c.zone_from, h.zone_from)
		FROM homes h LEFT JOIN communities c ON c.id = h.community_id
		WHERE h.player_id = CAST($1 AS BIGINT)`, playerID)
}

// storeHome stores the home of a person. All players of the person have the same home, and keep it if they are
// unlinked.
func storeHome(tx *storage.Tx, playerID int64, h home) error {
	return tx.Exec("store home", `
		INSERT INTO homes (player_id, community_id, zone, zone_before, zone_from)
		SELECT id, CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
		FROM players WHERE id IN `+storage.PersonPlayers("$1")+` ORDER BY id
		ON CONFLICT (player_id) DO UPDATE SET
			community_id = excluded.community_id,
			zone = excluded.zone,
			zone_before = excluded.zone_before,
			zone_from = excluded.zone_from`, playerID, h.CommunityID, h.Zone, h.Before, h.From)
}
