package storage

import "errors"

// Daily returns the puzzle of a game chosen for the daily of a number.
func (tx *Tx) Daily(number int, game string) (puzzle string, err error) {
	return get(tx, "find daily", one[string],
		`SELECT puzzle FROM dailies WHERE number = $1 AND game = $2`, number, game)
}

// AddDaily chooses a puzzle and its class for a daily. One chosen before is kept.
func (tx *Tx) AddDaily(number int, game, puzzle, class string) error {
	_, err := tx.exec("add daily", `
		INSERT INTO dailies (number, game, puzzle, class) VALUES ($1, $2, $3, $4) ON CONFLICT (number, game) DO NOTHING`,
		number, game, puzzle, class)
	return err
}

// DailyRound returns the round of a daily, which everyone shares.
func (tx *Tx) DailyRound(number int, game string) (Round, error) {
	find := func() (Round, error) {
		return get(tx, "find round of daily", readRound, `
			SELECT `+roundColumns+` FROM rounds WHERE daily = $1 AND game = $2 AND community_id IS NULL`, number, game)
	}
	r, err := find()
	if !errors.Is(err, ErrNotFound) || !tx.locking() {
		return r, err
	}
	if err := tx.lockShared("dailies"); err != nil { // it is likely to be made now
		return Round{}, err
	}
	return find()
}

// IsDaily tells whether a class is that of a daily of the numbers from first to
// last.
func (tx *Tx) IsDaily(class string, first, last int) (bool, error) {
	return get(tx, "look for class in dailies", one[bool],
		`SELECT EXISTS (SELECT 1 FROM dailies WHERE class = $1 AND number BETWEEN $2 AND $3)`, class, first, last)
}

// DailySolvers returns the names of those members of a community who solved a
// daily, earliest first, at most limit of them. It knows of none in a private one.
func (tx *Tx) DailySolvers(roundID, communityID int64, limit int) ([]Player, error) {
	return list(tx, "list solvers of daily", func(scan scan) (p Player, err error) {
		err = scan(&p.ID, &p.Key, &p.Name)
		return p, err
	}, `
		SELECT p.id, p.key, p.name FROM solvers s CROSS JOIN players p
		WHERE p.id = s.player_id AND s.community_id = $1 AND s.round_id = $2 AND p.key IS NOT NULL ORDER BY s.at, s.player_id LIMIT $3`,
		communityID, roundID, limit)
}

// addSolver notes, in the communities of which a player is a member, that they
// have solved a daily.
func (tx *Tx) addSolver(a Award) error {
	_, err := tx.exec("add solver of daily", `
		INSERT INTO solvers (community_id, round_id, at, player_id)
		SELECT m.community_id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), m.player_id FROM members m CROSS JOIN communities c
		WHERE c.id = m.community_id AND m.player_id = $3 AND c.private = 0 ON CONFLICT DO NOTHING`, a.RoundID, instant(a.At), a.PlayerID)
	return err
}

// solvedBefore is how many of the dailies that a new member has solved are noted.
const solvedBefore = 100

// putAmongSolvers notes the latest dailies that a new member has solved.
func (tx *Tx) putAmongSolvers(communityID, playerID int64) error {
	_, err := tx.exec("add solver of dailies", `
		INSERT INTO solvers (community_id, round_id, at, player_id)
		SELECT c.id, a.round_id, a.at, a.player_id FROM communities c CROSS JOIN (
			SELECT round_id, at, player_id FROM awards
			WHERE community_id = 0 AND player_id = $1 AND solved = 1 ORDER BY day DESC LIMIT $2
		) AS a WHERE c.id = $3 AND c.private = 0 ON CONFLICT DO NOTHING`, playerID, solvedBefore, communityID)
	return err
}

// AddDay notes that a player has answered a daily of the number well.
func (tx *Tx) AddDay(playerID int64, number int) error {
	_, err := tx.exec("add day", `INSERT INTO days (player_id, number) VALUES ($1, $2) ON CONFLICT DO NOTHING`, playerID, number)
	return err
}

// Days returns the numbers of the dailies that a player has answered well, newest
// first, at most limit of them.
func (tx *Tx) Days(playerID int64, limit int) ([]int, error) {
	return list(tx, "list days", one[int],
		`SELECT number FROM days WHERE player_id = $1 ORDER BY number DESC LIMIT $2`, playerID, limit)
}
