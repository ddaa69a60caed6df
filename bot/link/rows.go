package link

import (
	"time"

	"reckon/storage"
)

// addCode stores the hash of a code that was given to a player, and deletes their earlier code.
func addCode(tx *storage.Tx, hash string, playerID int64, until time.Time) error {
	err := tx.Exec("delete link code", `DELETE FROM link_codes WHERE player_id = $1`, playerID)
	if err != nil {
		return err
	}
	return tx.Exec("add link code", `
		INSERT INTO link_codes (code, player_id, until) VALUES ($1, $2, $3)`, hash, playerID, until)
}

// ownerOf returns the player to whom a code was given. If the code is unknown or no longer valid, the error
// is storage.ErrNotFound.
func ownerOf(tx *storage.Tx, hash string, now time.Time) (int64, error) {
	return storage.Get[int64](tx, "find link code", `
		SELECT player_id FROM link_codes WHERE code = $1 AND until > $2`, hash, now)
}

// useCode returns what ownerOf returns, and deletes the code, so that it works only once.
func useCode(tx *storage.Tx, hash string, now time.Time) (int64, error) {
	return storage.Get[int64](tx, "use link code", `
		DELETE FROM link_codes WHERE code = $1 AND until > $2 RETURNING player_id`, hash, now)
}
