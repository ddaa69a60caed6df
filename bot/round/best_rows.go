package round

import "reckon/storage"

// setBest stores the measure of the best known answer to a round that ends.
func setBest(tx *storage.Tx, roundID int64, measure int) error {
	return tx.Exec("set best of round", `UPDATE rounds SET best = $1 WHERE id = $2`, measure, roundID)
}
