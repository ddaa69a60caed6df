package storage

// MatchAnswers returns the answers in all rounds of a match, oldest first.
func (tx *Tx) MatchAnswers(id int64) ([]Answer, error) {
	return List[Answer](tx, "list answers of match", `
		SELECT `+answerColumns+`
		FROM rounds r
			JOIN answers a ON a.round_id = r.id
			JOIN players p ON p.id = a.player_id
		WHERE r.match_id = $1
		ORDER BY a.id`, id)
}
