package storage

import "time"

// longPast is how many attempts make a past long.
const longPast = 300

// HasLongPast reports whether a person has done so much that a transaction which reads all of it would keep
// others waiting.
func (tx *Tx) HasLongPast(playerID int64) (bool, error) {
	return Get[bool](tx, "look for long past", `
		SELECT COUNT(*) > $2 FROM (
			SELECT 1 FROM attempts WHERE player_id IN `+PersonPlayers("$1")+` LIMIT $3) AS top`,
		playerID, longPast, longPast+1)
}

// DailyDays returns the first and the last day on which dailies earned a person awards. Both are 0
// if there are none.
func (tx *Tx) DailyDays(playerID int64) (first, last int, err error) {
	days, err := Get[struct {
		First int
		Last  int
	}](tx, "find days of dailies", `
		SELECT COALESCE(MIN(first), 0), COALESCE(MAX(last), 0) FROM (
			SELECT
				(SELECT MIN(day) FROM awards WHERE community_id = 0 AND player_id = p.id) AS first,
				(SELECT MAX(day) FROM awards WHERE community_id = 0 AND player_id = p.id) AS last
			FROM players p WHERE p.id IN `+PersonPlayers("$1")+`) AS best`, playerID)
	return days.First, days.Last, err
}

// ShowPage rebuilds a person's rows on the boards of one community, and returns its ID. It takes the next
// of the person's communities whose ID is greater than afterID. If there is none, ShowPage rebuilds the
// person's rows on the boards of the World and returns 0.
func (tx *Tx) ShowPage(playerID, afterID int64, at time.Time) (communityID int64, err error) {
	if err := tx.LockPlayers(playerID); err != nil {
		return 0, err
	}
	communityID, isThere, err := Found(Get[int64](tx, "find next community", `
		SELECT community_id FROM members
		WHERE player_id IN `+PersonPlayers("$1")+` AND community_id > $2
		ORDER BY community_id
		LIMIT 1`, playerID, afterID))
	if err != nil {
		return 0, err
	}
	if !isThere {
		return 0, tx.ShowInWorld(playerID, at)
	}
	err = tx.Exec("take off boards", `
		DELETE FROM boards WHERE community_id = $2 AND player_id IN `+PersonPlayers("$1"), playerID, communityID)
	if err != nil {
		return 0, err
	}
	return communityID, tx.putOnBoards(at, `m.community_id = $2 AND m.player_id IN `+PersonPlayers("$1"), playerID, communityID)
}
