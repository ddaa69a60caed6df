package storage

// A Check is how far a person is trusted to answer themselves.
type Check int

const (
	// Trusted is everybody who is not suspected.
	Trusted Check = iota
	// Checked is who may have a program that answers, until that is decided. What they earn
	// counts in their communities alone, and nothing is learnt from their times.
	Checked
	// Barred is as Checked, for good.
	Barred
)

// SetChecked stores the check of one of a person's players. The strictest check counts for the
// person. ShowInWorld then makes their part of the World again.
func (tx *Tx) SetChecked(playerID int64, check Check) error {
	if err := tx.LockPlayers(playerID); err != nil {
		return err
	}
	return tx.Exec("set check", `UPDATE players SET checked = $1 WHERE id = $2`, int64(check), playerID)
}

// CheckOf returns what keeps a person out of the World who wishes to be there. Others are Trusted.
func (tx *Tx) CheckOf(playerID int64) (Check, error) {
	return Get[Check](tx, "find check", `
		SELECT COALESCE(MAX(p.checked), 0) FROM players p
		WHERE p.id IN `+PersonPlayers("$1")+` AND EXISTS (
			SELECT 1 FROM communities c WHERE c.player_id IN `+PersonPlayers("$1")+` AND c.worldwide = 1)`, playerID)
}

// IsChecked is a condition on a player's ID: the person is not Trusted.
func IsChecked(id string) string {
	return `EXISTS (SELECT 1 FROM players k WHERE k.id IN ` + PersonPlayers(id) + ` AND k.checked <> 0)`
}
