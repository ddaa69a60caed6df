package storage

import (
	"errors"
	"time"
)

// An Agreement is a person's that their network shows their figures.
type Agreement struct {
	PlayerID     int64
	Network, Key string // of the player; without a Key they are forgotten
	Token        string // a secret, opaque
	Shown        string // what was shown last, opaque; empty: nothing
	At           time.Time
}

const agreements = `SELECT a.player_id, p.network, p.key, a.token, a.shown, a.at FROM agreements a CROSS JOIN players p WHERE p.id = a.player_id`

// AgreementOf returns a player's agreement, or ErrNotFound.
func (tx *Tx) AgreementOf(playerID int64) (Agreement, error) {
	return Get[Agreement](tx, "find agreement", agreements+` AND a.player_id = $1`, playerID)
}

// Agreements returns those of players behind one of an ID, at most limit of them.
func (tx *Tx) Agreements(after int64, limit int) ([]Agreement, error) {
	return List[Agreement](tx, "list agreements", agreements+` AND a.player_id > $1 ORDER BY a.player_id LIMIT $2`, after, limit)
}

// Agree stores a player's agreement in place of the one before.
func (tx *Tx) Agree(playerID int64, token string, at time.Time) error {
	return errors.Join(tx.LockPlayers(playerID), tx.Exec("agree", `
		INSERT INTO agreements (player_id, token, at) VALUES ($1, $2, $3)
		ON CONFLICT (player_id) DO UPDATE SET token = excluded.token, shown = '', at = excluded.at`, playerID, token, at))
}

// SaveAgreement stores the token and what was shown last, unless the token is not old any longer:
// then the person has agreed anew.
func (tx *Tx) SaveAgreement(a Agreement, old string) error {
	return tx.Exec("save agreement", `UPDATE agreements SET token = $1, shown = $2 WHERE player_id = $3 AND token = $4`, a.Token, a.Shown, a.PlayerID, old)
}

// DropAgreement deletes an agreement, unless the person has agreed anew.
func (tx *Tx) DropAgreement(a Agreement) error {
	return tx.Exec("drop agreement", `DELETE FROM agreements WHERE player_id = $1 AND token = $2`, a.PlayerID, a.Token)
}
