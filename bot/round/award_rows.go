package round

import "reckon/storage"

// listAwards returns the awards of a round that is no daily.
func listAwards(tx *storage.Tx, roundID int64) ([]storage.Award, error) {
	return storage.List[storage.Award](tx, "list awards", `SELECT `+storage.AwardColumns+` FROM awards WHERE round_id = $1`, roundID)
}

// setAnswerPoints stores how many points an answer earned.
func setAnswerPoints(tx *storage.Tx, answerID int64, points int) error {
	return tx.Exec("set points", `UPDATE answers SET points = $1 WHERE id = $2`, points, answerID)
}
