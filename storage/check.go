package storage

// A Check says whether a person is suspected of having a program that answers in their place.
type Check int

const (
	// Trusted means that the person is not suspected.
	Trusted Check = iota
	// Checked means that the person is suspected, and nothing is decided yet. What they earn counts
	// in their communities alone, and nothing is learnt from their times.
	Checked
	// Barred means that the operator has decided that there is a program. It has the same effects as
	// Checked, for good.
	Barred
)

// SetChecked stores the Check of one of a person's players. The strictest Check of all their players
// counts for the person. The caller has to call ShowInWorld afterwards.
func (tx *Tx) SetChecked(playerID int64, check Check) error {
	if err := tx.LockPlayers(playerID); err != nil {
		return err
	}
	return tx.Exec("set check", `UPDATE players SET checked = $1 WHERE id = $2`, int64(check), playerID)
}

// CheckOf returns the Check of a person who wishes to be in the World. For others it is Trusted.
func (tx *Tx) CheckOf(playerID int64) (Check, error) {
	return Get[Check](tx, "find check", `
		SELECT COALESCE(MAX(p.checked), 0) FROM players p
		WHERE p.id IN `+PersonPlayers("$1")+` AND EXISTS (
			SELECT 1 FROM communities c WHERE c.player_id IN `+PersonPlayers("$1")+` AND c.worldwide = 1)`, playerID)
}

// IsChecked is a condition on a player's ID. It is true if the person is not Trusted.
func IsChecked(id string) string {
	return `EXISTS (SELECT 1 FROM players c WHERE c.id IN ` + PersonPlayers(id) + ` AND c.checked <> 0)`
}
