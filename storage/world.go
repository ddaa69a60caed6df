package storage

// InWorld returns the player under whom a person is on the boards of the World, the
// first of theirs; 0 if they do not wish to be there, or are checked.
func (tx *Tx) InWorld(playerID int64) (int64, error) {
	return Get[int64](tx, "find player in the world", `SELECT COALESCE(`+inWorld("$1")+`, 0)`, playerID)
}

// inWorld is InWorld of a player's ID as a value, NULL for 0.
func inWorld(id string) string {
	return `(SELECT MIN(c.player_id) FROM communities c WHERE c.player_id IN ` + kin(id) + ` AND c.worldwide = 1 AND NOT ` + isChecked(id) + `)`
}

// isChecked is a condition on a player's ID: a sign of the person is not Cleared.
func isChecked(id string) string {
	return `EXISTS (SELECT 1 FROM signs g WHERE g.player_id IN ` + kin(id) + ` AND g.decision <> 'cleared')`
}

// worldly is a column of the scores s, points or solved, without the Local awards of that
// day, at least 0.
func worldly(column string) string {
	rest := `s.` + column + ` - COALESCE((SELECT SUM(a.` + column + `) FROM awards a CROSS JOIN rounds r
		WHERE a.community_id = s.community_id AND a.player_id = s.player_id AND a.day = s.day AND a.local = 1
			AND r.id = a.round_id AND s.game IN ('', r.game)), 0)`
	return `(SELECT CASE WHEN n > 0 THEN n ELSE 0 END FROM (SELECT ` + rest + ` AS n) AS best) AS ` + column
}
