package storage

import "time"

// The boards of the World count dailies and nothing else: what people who wish to be there have
// in the scores of community 0, without Local awards.

// InWorld returns the player under whom a person is on the boards of the World: the first of their
// players who wishes to be there; 0 if none does, or the person is checked.
func (tx *Tx) InWorld(playerID int64) (int64, error) {
	return Get[int64](tx, "find player in the world", `SELECT COALESCE(`+inWorld("$1")+`, 0)`, playerID)
}

// inWorld is a value of a player's ID: what InWorld returns, but NULL for 0.
func inWorld(id string) string {
	return `(
			SELECT MIN(c.player_id) FROM communities c
			WHERE c.player_id IN ` + PersonPlayers(id) + ` AND c.worldwide = 1 AND NOT ` + IsChecked(id) + `)`
}

// ShowInWorld makes a person's part of the boards of the World again, as of a moment: with all
// that their dailies earned, or without anything if they do not wish to be there or are checked.
// Features learn of it.
func (tx *Tx) ShowInWorld(playerID int64, at time.Time) error {
	if err := tx.sumWorld(playerID, at); err != nil {
		return err
	}
	shown, err := tx.InWorld(playerID)
	if err != nil {
		return err
	}
	for _, t := range tx.declared {
		if t.Shown == nil {
			continue
		}
		if err := t.Shown(tx, playerID, shown); err != nil {
			return err
		}
	}
	return nil
}

// sumWorld sums up a person's rows of the boards of the World, as of a moment.
func (tx *Tx) sumWorld(playerID int64, at time.Time) error {
	err := tx.Exec("leave the world", `
		DELETE FROM boards WHERE community_id = -1 AND player_id IN `+PersonPlayers("$1"), playerID)
	if err != nil {
		return err
	}
	spans, args := spansAt(at, playerID)
	return tx.Exec("sum up world", `
		INSERT INTO boards (community_id, player_id, game, period, points, solved, reached, hints, took)
		SELECT CAST(-1 AS BIGINT), best.player_id, w.game, w.period, SUM(w.points), SUM(w.solved),
			MAX(CASE WHEN w.points > 0 THEN w.reached ELSE 0 END), SUM(w.hints), SUM(w.took)
		FROM (SELECT `+inWorld("$1")+` AS player_id) AS best CROSS JOIN (
			SELECT s.game, span.column1 AS period, s.points, s.solved, s.reached, 0 AS hints, 0 AS took
			FROM `+spans+` CROSS JOIN scores s
			WHERE s.community_id = 0 AND s.player_id IN `+PersonPlayers("$1")+`
				AND s.day BETWEEN span.column2 AND span.column3
			UNION ALL
			SELECT CASE ever.column1 WHEN 0 THEN '' ELSE r.game END, span.column1, -a.points, -a.solved, 0, 0, 0
			FROM `+spans+` CROSS JOIN awards a CROSS JOIN rounds r CROSS JOIN (VALUES (0), (1)) AS ever
			WHERE a.community_id = 0 AND a.player_id IN `+PersonPlayers("$1")+` AND a.local = 1
				AND a.day BETWEEN span.column2 AND span.column3 AND r.id = a.round_id
			UNION ALL
			SELECT CASE ever.column1 WHEN 0 THEN '' ELSE r.game END, span.column1, 0, 0, 0, a.hints, a.took
			FROM `+spans+` CROSS JOIN awards a CROSS JOIN rounds r CROSS JOIN (VALUES (0), (1)) AS ever
			WHERE a.community_id = 0 AND a.player_id IN `+PersonPlayers("$1")+` AND a.local = 0 AND a.points > 0
				AND a.day BETWEEN span.column2 AND span.column3 AND r.id = a.round_id
		) AS w
		WHERE best.player_id IS NOT NULL
		GROUP BY best.player_id, w.game, w.period`, args...)
}

// SumWorldAgain sums up the World for some players, at most limit, in the order of their IDs behind
// one. It deletes the scores that earlier versions kept of the World, and adds to the awards of
// dailies what those versions did not keep. It returns the last player; 0 when all are summed up.
func (tx *Tx) SumWorldAgain(after int64, limit int, at time.Time) (last int64, err error) {
	players, err := List[struct {
		ID        int64
		Worldwide bool
	}](tx, "list players behind one", `
		SELECT p.id, EXISTS (SELECT 1 FROM communities c WHERE c.player_id = p.id AND c.worldwide = 1)
		FROM players p
		WHERE p.id > $1
		ORDER BY p.id
		LIMIT $2`, after, limit)
	if err != nil {
		return 0, err
	}
	for _, p := range players {
		last = p.ID
		if err := tx.LockPlayers(p.ID); err != nil {
			return 0, err
		}
		if err := tx.fillAwards(p.ID); err != nil {
			return 0, err
		}
		if !p.Worldwide {
			continue
		}
		err := tx.Exec("delete scores of the world", `
			DELETE FROM scores WHERE community_id = -1 AND player_id IN `+PersonPlayers("$1"), p.ID)
		if err != nil {
			return 0, err
		}
		if err := tx.sumWorld(p.ID, at); err != nil {
			return 0, err
		}
	}
	return last, nil
}

// fillAwards adds to a player's awards of dailies how many hints were taken, and how long it was from
// when the puzzle was first shown.
func (tx *Tx) fillAwards(playerID int64) error {
	return tx.Exec("fill awards", `
		UPDATE awards SET
			hints = COALESCE((
				SELECT MAX(x.hints) FROM answers x
				WHERE x.player_id = awards.player_id AND x.round_id = awards.round_id AND x.points > 0), 0),
			took = awards.at - COALESCE((
				SELECT MIN(o.at) FROM openings o
				WHERE o.round_id = awards.round_id AND o.player_id IN `+PersonPlayers("$1")+`
				AND o.at <= awards.at), awards.at)
		WHERE community_id = 0 AND player_id = $1 AND points > 0`, playerID)
}

// worldWithTies is the key of the fact that all parts of the World are sums of dailies, with their
// hints and times.
const worldWithTies = "world with ties"

// IsWorldSummed reports whether SetWorldSummed was called.
func (tx *Tx) IsWorldSummed() (bool, error) {
	return Get[bool](tx, "look for sums of the world", `
		SELECT EXISTS (SELECT 1 FROM meta WHERE key = $1)`, worldWithTies)
}

// SetWorldSummed notes that SumWorldAgain has reached everybody.
func (tx *Tx) SetWorldSummed() error { return tx.SetMeta(worldWithTies, "1") }

// Earned returns the points of a person's month with a day in it, as the World counts them whether
// or not they wish to be there, and how many puzzles they were ever paid for.
func (tx *Tx) Earned(playerID int64, day int) (points, solved int, err error) {
	first, last := Month.days(day)
	earned, err := Get[struct {
		Points int
		Solved int
	}](tx, "sum up month", `
		SELECT
			(SELECT COALESCE(SUM(points), 0) FROM awards
				WHERE community_id = 0 AND player_id IN `+PersonPlayers("$1")+` AND day BETWEEN $2 AND $3
				AND local = 0),
			(SELECT COALESCE(SUM(solved), 0) FROM figures
				WHERE player_id IN `+PersonPlayers("$1")+`)`, playerID, first, last)
	if err != nil {
		return 0, 0, err
	}
	return earned.Points, earned.Solved, nil
}
