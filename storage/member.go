package storage

import (
	"errors"
	"time"
)

const (
	// memberDays is how long a member may do nothing before they have lapsed.
	memberDays = 91
	// endedDays is how long after its end a period's board is kept.
	endedDays = 3
)

// Join notes that a player did something in a community, to the day.
func (tx *Tx) Join(communityID, playerID int64, at time.Time) error {
	if err := tx.lockPlayers(playerID); err != nil {
		return err
	}
	last, err := get[time.Time](tx, "find member", `SELECT at FROM members WHERE community_id = $1 AND player_id = $2`, communityID, playerID)
	if err == nil && at.Sub(last) < 24*time.Hour {
		return nil
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	isNew := err != nil
	err = tx.put("join community", `
		INSERT INTO members (community_id, player_id, at, since) VALUES ($1, $2, $3, $3)
		ON CONFLICT (community_id, player_id) DO UPDATE SET at = excluded.at`, communityID, playerID, at)
	if err == nil && isNew {
		err = tx.putOnBoards(communityID, playerID, at)
	}
	if err != nil {
		return err
	}
	if _, err := tx.clearEnded(communityID, at, endedRows); err != nil {
		return err
	}
	lapsed, err := list[int64](tx, "list lapsed members", `
		SELECT player_id FROM members WHERE community_id = $1 AND at < $2 ORDER BY at LIMIT $3`,
		communityID, at.AddDate(0, 0, -memberDays), lapsedRows)
	if err != nil {
		return err
	}
	if err := tx.lockPlayers(lapsed...); err != nil {
		return err
	}
	for _, id := range lapsed {
		err := errors.Join(
			tx.put("let member lapse", `DELETE FROM boards WHERE community_id = $1 AND player_id = $2`, communityID, id),
			tx.put("let member lapse", `DELETE FROM members WHERE community_id = $1 AND player_id = $2`, communityID, id))
		if err != nil {
			return err
		}
	}
	return nil
}

// IsMember reports whether a player did something in a community since a time.
func (tx *Tx) IsMember(communityID, playerID int64, since time.Time) (bool, error) {
	return get[bool](tx, "look for member", `
		SELECT EXISTS (SELECT 1 FROM members WHERE community_id = $1 AND player_id = $2 AND at >= $3)`,
		communityID, playerID, since)
}

// CommunitiesOf returns the communities that are not private in which a person did
// something since a time, at most limit of them.
func (tx *Tx) CommunitiesOf(playerID int64, since time.Time, limit int) ([]Community, error) {
	return list[Community](tx, "list communities of player", `
		SELECT `+communityColumns+` FROM communities
		WHERE private = 0 AND id IN (SELECT community_id FROM members WHERE player_id IN `+kin(1)+` AND at >= $2 ORDER BY at DESC LIMIT $3)`,
		playerID, since, limit)
}

// HomesOf returns the communities whose zones a person's days may go by: their own private
// ones that have a zone, and the one that they came to first, if they did something there
// since a time.
func (tx *Tx) HomesOf(playerID int64, since time.Time) ([]Community, error) {
	return list[Community](tx, "find homes of player", `
		SELECT `+communityColumns+` FROM communities WHERE private = 1 AND player_id IN `+kin(1)+` AND (zone <> '' OR zone_before <> '')
		UNION ALL SELECT `+communityColumns+` FROM communities WHERE id = (
			SELECT m.community_id FROM members m CROSS JOIN communities c
			WHERE m.player_id IN `+kin(1)+` AND m.at >= $2 AND c.id = m.community_id AND c.private = 0 ORDER BY m.since, m.community_id LIMIT 1)`,
		playerID, since)
}

// MembersOf returns members of a community who did something there since a time, at
// most limit of them.
func (tx *Tx) MembersOf(communityID int64, since time.Time, limit int) ([]Player, error) {
	return list[Player](tx, "list members of community", `
		SELECT p.id, p.network, COALESCE(p.key, ''), p.name, p.locale FROM members m CROSS JOIN players p
		WHERE m.community_id = $1 AND m.at >= $2 AND p.id = m.player_id ORDER BY m.at DESC LIMIT $3`, communityID, since, limit)
}

// putOnBoards puts a new member on the boards of a community, as of a moment, with all
// that they have earned there and in dailies.
func (tx *Tx) putOnBoards(communityID, playerID int64, at time.Time) error {
	has, err := get[bool](tx, "look for points", `
		SELECT EXISTS (SELECT 1 FROM scores WHERE community_id IN (0, $1) AND player_id IN `+kin(2)+`)`, communityID, playerID)
	if err != nil || !has {
		return err
	}
	periods := map[int][2]int{0: {0, anyNumber}}
	for _, span := range []Span{Day, Week, Month} {
		for day := dayOf(at) - 1; day <= dayOf(at)+1; day++ { // it is one of these somewhere on Earth
			first, last := span.days(day)
			periods[span.period(day)] = [2]int{first, last}
		}
	}
	for period, days := range periods {
		err := tx.put("put on boards", `
			INSERT INTO boards (community_id, player_id, game, period, points, solved, reached)
			SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), game, CAST($3 AS BIGINT), SUM(points), SUM(solved), MAX(CASE WHEN points > 0 THEN reached ELSE 0 END)
			FROM scores WHERE community_id IN (0, $1) AND player_id IN `+kin(2)+` AND day BETWEEN $4 AND $5 GROUP BY game`,
			communityID, playerID, period, days[0], days[1])
		if err != nil {
			return err
		}
	}
	return tx.putAmongSolvers(communityID, playerID)
}

// clearEnded deletes at most limit rows of the boards of a community, or the World,
// whose periods have ended, and returns how many. A month whose winners are not kept yet
// stays.
func (tx *Tx) clearEnded(communityID int64, at time.Time, limit int) (int64, error) {
	kept, err := tx.SeasonKept()
	if err != nil {
		return 0, err
	}
	return tx.exec("clear boards", `
		DELETE FROM boards WHERE (community_id, player_id, game, period) IN (
			SELECT community_id, player_id, game, period FROM boards
			WHERE community_id = $1 AND period > 0 AND period < $2 AND (period % 4 <> 3 OR period <= $3) LIMIT $4)`,
		communityID, 4*(dayOf(at)-endedDays), Month.period(kept), limit)
}

// showAgain makes a person's rows of boards anew.
func (tx *Tx) showAgain(playerID int64, at time.Time) error {
	type member struct{ community, player int64 }
	all, err := scan(tx, "list memberships", func(m *member) []any { return []any{&m.community, &m.player} },
		`SELECT community_id, player_id FROM members WHERE player_id IN `+kin(1), playerID)
	if err != nil {
		return err
	}
	for _, m := range all {
		if err := tx.put("take off boards", `DELETE FROM boards WHERE community_id = $1 AND player_id = $2`, m.community, m.player); err != nil {
			return err
		}
		if err := tx.putOnBoards(m.community, m.player, at); err != nil {
			return err
		}
	}
	return tx.ShowInWorld(playerID)
}
