package round

import "reckon/storage"

// A calendarRow says which zone decided when a person began their last daily.
type calendarRow struct {
	// HomeID is the community whose zone decides; 0: there is none, and the zones below decide.
	HomeID int64
	// The zones are those of a storage.Community.
	Zone       string
	ZoneBefore string
	ZoneFrom   int
}

// keptCalendar returns the community whose zone decided when a player began their last daily, with nothing but
// its ID and zones. If they have begun none, the error is storage.ErrNotFound.
func keptCalendar(tx *storage.Tx, playerID int64) (storage.Community, error) {
	row, err := storage.Get[calendarRow](tx, "find calendar of player", `
		SELECT k.home_id, COALESCE(c.zone, k.zone), COALESCE(c.zone_before, k.zone_before),
			COALESCE(c.zone_from, k.zone_from)
		FROM calendars k LEFT JOIN communities c ON c.id = k.home_id
		WHERE k.player_id = $1`, playerID)
	if err != nil {
		return storage.Community{}, err
	}
	return storage.Community{ID: row.HomeID, Zone: row.Zone, ZoneBefore: row.ZoneBefore, ZoneFrom: row.ZoneFrom}, nil
}

// keepCalendarOf stores that the zone of a community decides about the days of a person. All players of the
// person have the same calendar, and keep it if they are unlinked.
func keepCalendarOf(tx *storage.Tx, playerID int64, c storage.Community) error {
	return tx.Exec("keep calendar", `
		INSERT INTO calendars (player_id, home_id, zone, zone_before, zone_from)
		SELECT id, CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT)
		FROM players WHERE id IN `+storage.PersonPlayers("$1")+` ORDER BY id
		ON CONFLICT (player_id) DO UPDATE SET
			home_id = excluded.home_id,
			zone = excluded.zone,
			zone_before = excluded.zone_before,
			zone_from = excluded.zone_from`, playerID, c.ID, c.Zone, c.ZoneBefore, c.ZoneFrom)
}

// copyCalendar gives all players of a person the calendar that another player has.
func copyCalendar(tx *storage.Tx, from, playerID int64) error {
	return tx.Exec("copy calendar", `
		INSERT INTO calendars (player_id, home_id, zone, zone_before, zone_from)
		SELECT p.id, k.home_id, k.zone, k.zone_before, k.zone_from
		FROM players p CROSS JOIN calendars k
		WHERE p.id IN `+storage.PersonPlayers("$2")+` AND k.player_id = $1 AND p.id <> $1 ORDER BY p.id
		ON CONFLICT (player_id) DO UPDATE SET
			home_id = excluded.home_id,
			zone = excluded.zone,
			zone_before = excluded.zone_before,
			zone_from = excluded.zone_from`, from, playerID)
}
