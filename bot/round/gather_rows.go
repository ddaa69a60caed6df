package round

import "reckon/storage"

// addJoiner stores that the person who acts wants to play a match.
func addJoiner(tx *storage.Tx, matchID int64, a Act) error {
	tx.Touch(storage.TouchCommunity, a.Community.ID)
	return tx.Exec("add joiner", `
		INSERT INTO joiners (match_id, player_id, at) VALUES ($1, $2, $3)
		ON CONFLICT (match_id, player_id) DO NOTHING`, matchID, a.Person.ID, a.At)
}

// joinersOf returns the people who want to play a match, in the order in which they joined.
func joinersOf(tx *storage.Tx, matchID int64) ([]storage.Player, error) {
	return storage.List[storage.Player](tx, "list joiners", `
		SELECT p.id, p.network, p.key, p.name, p.locale FROM joiners j JOIN players p ON p.id = j.player_id
		WHERE j.match_id = $1
		ORDER BY j.at, j.player_id`, matchID)
}

// matchBefore returns the last match that began at the place of a match before it, or ErrNotFound.
func matchBefore(tx *storage.Tx, m MatchRow) (MatchRow, error) {
	return storage.Get[MatchRow](tx, "find match before", `
		SELECT `+matchColumns+` FROM matches
		WHERE community_id = $1 AND channel = $2 AND begun_at IS NOT NULL AND id < $3
		ORDER BY id DESC
		LIMIT 1`, m.CommunityID, m.Channel, m.ID)
}

// answerersOfMatch returns the players who have answered in a match.
func answerersOfMatch(tx *storage.Tx, id int64) ([]int64, error) {
	return storage.List[int64](tx, "list answerers of match", `
		SELECT DISTINCT a.player_id FROM rounds r JOIN answers a ON a.round_id = r.id WHERE r.match_id = $1`, id)
}

// lastPlayedBefore returns the last match of the same kind that was played to its last puzzle at the place of a match
// before it, or ErrNotFound.
func lastPlayedBefore(tx *storage.Tx, m MatchRow) (MatchRow, error) {
	return storage.Get[MatchRow](tx, "find last match played before", `
		SELECT `+matchColumns+` FROM matches
		WHERE community_id = $1 AND channel = $2 AND kind = $3 AND reason = $4 AND id < $5
		ORDER BY id DESC
		LIMIT 1`, m.CommunityID, m.Channel, m.Kind, AllPlayed, m.ID)
}
