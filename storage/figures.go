package storage

// figures are what a player has done in a game, or a change of it.
type figures struct {
	game                                          string
	answers, wrong, rights, hints, solved, points int
}

func (f *figures) columns() []any {
	return []any{&f.game, &f.answers, &f.wrong, &f.rights, &f.hints, &f.solved, &f.points}
}

// count adds to a player's figures in the game of a round.
func (tx *Tx) count(roundID, playerID int64, f figures) error {
	if err := tx.lockPlayers(playerID); err != nil {
		return err
	}
	return tx.put("count figures", `
		INSERT INTO figures (player_id, game, answers, wrong, rights, hints, solved, points)
		SELECT CAST($1 AS BIGINT), game, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS BIGINT) FROM rounds WHERE id = $8
		ON CONFLICT (player_id, game) DO UPDATE SET
			answers = figures.answers + excluded.answers, wrong = figures.wrong + excluded.wrong,
			rights = figures.rights + excluded.rights, hints = figures.hints + excluded.hints,
			solved = figures.solved + excluded.solved, points = figures.points + excluded.points`,
		playerID, f.answers, f.wrong, f.rights, f.hints, f.solved, f.points, roundID)
}
