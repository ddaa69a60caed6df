package roles

import (
	"time"

	"reckon/storage"
)

// An agreement is a person's consent that their network shows their figures.
type agreement struct {
	PlayerID int64
	// Network and Key identify the player. A player without a Key is forgotten.
	Network string
	Key     string
	// Token is a secret of the network. It is sealed.
	Token string
	// Shown is the text of the figures that were shown last (textOf); empty: none were shown.
	Shown string
	// At is when the person agreed.
	At time.Time
}

const selectAgreements = `
	SELECT a.player_id, p.network, p.key, a.token, a.shown, a.at
	FROM agreements a CROSS JOIN players p WHERE p.id = a.player_id`

// agreementOf returns a player's agreement, or storage.ErrNotFound.
func agreementOf(tx *storage.Tx, playerID int64) (agreement, error) {
	return storage.Get[agreement](tx, "find agreement", selectAgreements+` AND a.player_id = $1`, playerID)
}

// listAgreeing returns the IDs above a given one of players who agree, the lowest first, at most limit of them.
func listAgreeing(tx *storage.Tx, after int64, limit int) ([]int64, error) {
	return storage.List[int64](tx, "list agreeing players", `
		SELECT player_id FROM agreements WHERE player_id > $1 ORDER BY player_id LIMIT $2`, after, limit)
}

// addAgreement stores that a player agrees, with a token. It replaces an earlier agreement.
func addAgreement(tx *storage.Tx, playerID int64, token string, at time.Time) error {
	if err := tx.LockPlayers(playerID); err != nil {
		return err
	}
	return tx.Exec("agree", `
		INSERT INTO agreements (player_id, token, at) VALUES ($1, $2, $3)
		ON CONFLICT (player_id) DO UPDATE SET token = excluded.token, shown = '', at = excluded.at`,
		playerID, token, at)
}

// saveAgreement stores the token of an agreement, and what was shown last. If the token in the database is not
// oldToken, the person has agreed again meanwhile, and nothing is stored.
func saveAgreement(tx *storage.Tx, a agreement, oldToken string) error {
	return tx.Exec("save agreement", `
		UPDATE agreements SET token = $1, shown = $2 WHERE player_id = $3 AND token = $4`,
		a.Token, a.Shown, a.PlayerID, oldToken)
}

// deleteAgreement deletes an agreement, unless the person has agreed again meanwhile.
func deleteAgreement(tx *storage.Tx, a agreement) error {
	return tx.Exec("drop agreement", `DELETE FROM agreements WHERE player_id = $1 AND token = $2`, a.PlayerID, a.Token)
}
