package storage

import "time"

// The boards of the World count only dailies, and list only people who wish to be there. They add up the
// scores of dailies, which are in community 0, but leave out Local awards.

// InWorld returns the player under whom a person is on the boards of the World: the first of their
// players whose private chat has the setting Worldwide. It is 0 if there is none, or if the person is
// checked (see Check).
func (tx *Tx) InWorld(playerID int64) (int64, error) {
	return Get[int64](tx, "find player in the world", `SELECT COALESCE(`+inWorld("$1")+`, 0)`, playerID)
}

// inWorld is a subquery for a player's ID. It has the result of InWorld, but NULL for 0.
func inWorld(id string) string {
	return `(
			SELECT MIN(c.player_id) FROM communities c
			WHERE c.player_id IN ` + PersonPlayers(id) + ` AND c.worldwide = 1 AND NOT ` + IsChecked(id) + `)`
}

// ShowInWorld rebuilds a person's rows on the boards of the World of the periods that contain a moment.
// They count all that the person's dailies have earned. There are no rows if the person does not wish to
// be there, or is checked. ShowInWorld tells features (Shown).
func (tx *Tx) ShowInWorld(playerID int64, at time.Time) error {
	shown, err := tx.sumWorld(playerID, at)
	if err != nil {
		return err
	}
	for _, t := range tx.tables {
		if t.Shown == nil {
			continue
		}
		if err := t.Shown(tx, playerID, shown); err != nil {
			return err
		}
	}
	return nil
}

// sumWorld rebuilds a person's rows on the boards of the World of the periods that contain a moment. It
// returns the player who has them, as InWorld does.
func (tx *Tx) sumWorld(playerID int64, at time.Time) (shown int64, err error) {
	err = tx.Exec("leave the world", `
		DELETE FROM boards WHERE community_id = -1 AND player_id IN `+PersonPlayers("$1"), playerID)
	if err != nil {
		return 0, err
	}
	shown, err = tx.InWorld(playerID)
	if err != nil || shown == 0 {
		// What the person has earned is read only if it is shown: after years that is a lot.
		return 0, err
	}
	return shown, tx.addToWorld(playerID, shown, at)
}

// addToWorld adds up what a person's dailies have earned, for the boards of the World of the periods that
// contain a moment. The player with the ID shown has the rows.
func (tx *Tx) addToWorld(playerID, shown int64, at time.Time) error {
	span, args := shortSpansAt(at, playerID, shown)
	// The sums of all time are queries of their own, without a condition on days. Each row is read once for them.
	scores := sumScores(`scores s`, `CAST(0 AS BIGINT)`, ``, `s.game`) + `
			UNION ALL` +
		sumScores(span+` CROSS JOIN scores s`, `span.period`,
			` AND s.day BETWEEN span.first_day AND span.last_day`, `s.game, span.period`)
	awards := sumAwards(`awards a CROSS JOIN rounds r`, `CAST(0 AS BIGINT)`, ``, `r.game`) + `
				UNION ALL` +
		sumAwards(span+` CROSS JOIN awards a CROSS JOIN rounds r`, `span.period`,
			` AND a.day BETWEEN span.first_day AND span.last_day`, `r.game, span.period`)
	// Each sum of awards counts twice: in all games (twice.column1 = 0) and in its own game (1).
	return tx.Exec("sum up world", `
		INSERT INTO boards (community_id, player_id, game, period, points, solved, reached, hints, took)
		SELECT CAST(-1 AS BIGINT), CAST($2 AS BIGINT), w.game, w.period, SUM(w.points), SUM(w.solved),
			MAX(w.reached), SUM(w.hints), SUM(w.took)
		FROM (`+scores+`
			UNION ALL
			SELECT CASE twice.column1 WHEN 0 THEN '' ELSE sums.game END, sums.period, sums.points, sums.solved, 0,
				sums.hints, sums.took
			FROM (`+awards+`) AS sums CROSS JOIN (VALUES (0), (1)) AS twice
		) AS w
		GROUP BY w.game, w.period`, args...)
}

// sumScores returns a query for the sums of a person's scores of dailies. They contain Local awards, which do
// not count in the World, and they have no hints and times. sumAwards returns what has to be added to them. The
// arguments are parts of the query: from says what it reads, period is the column of that name, condition goes
// on after the conditions that are always there, and groups are the columns of GROUP BY.
func sumScores(from, period, condition, groups string) string {
	return `
			SELECT s.game AS game, ` + period + ` AS period, SUM(s.points) AS points, SUM(s.solved) AS solved,
				MAX(CASE WHEN s.points > 0 THEN s.reached ELSE 0 END) AS reached, 0 AS hints, 0 AS took
			FROM ` + from + `
			WHERE s.community_id = 0 AND s.player_id IN ` + PersonPlayers("$1") + condition + `
			GROUP BY ` + groups
}

// sumAwards returns a query for the sums of a person's awards for dailies, which are added to those of sumScores.
// The points of Local awards are negative, so that they are subtracted. The other awards add only their hints and
// times.
func sumAwards(from, period, condition, groups string) string {
	return `
				SELECT r.game AS game, ` + period + ` AS period,
					SUM(CASE a.local WHEN 1 THEN -a.points ELSE 0 END) AS points,
					SUM(CASE a.local WHEN 1 THEN -a.solved ELSE 0 END) AS solved,
					SUM(CASE WHEN a.local = 0 AND a.points > 0 THEN a.hints ELSE 0 END) AS hints,
					SUM(CASE WHEN a.local = 0 AND a.points > 0 THEN a.took ELSE 0 END) AS took
				FROM ` + from + `
				WHERE a.community_id = 0 AND a.player_id IN ` + PersonPlayers("$1") + condition + ` AND r.id = a.round_id
				GROUP BY ` + groups
}

// SumWorldAgain rebuilds the World, which earlier versions stored in another way, for the next players: those
// whose IDs are greater than afterID, at most limit of them. It fills in the hints and times of awards for
// dailies, which those versions did not store. For players who are in the World, it also deletes the scores that
// those versions stored for the World. It returns the ID of the last player, or 0 if it has found none.
func (tx *Tx) SumWorldAgain(afterID int64, limit int, at time.Time) (last int64, err error) {
	players, err := List[struct {
		ID        int64
		Worldwide bool
	}](tx, "list players behind one", `
		SELECT p.id, EXISTS (SELECT 1 FROM communities c WHERE c.player_id = p.id AND c.worldwide = 1)
		FROM players p
		WHERE p.id > $1
		ORDER BY p.id
		LIMIT $2`, afterID, limit)
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
		if _, err := tx.sumWorld(p.ID, at); err != nil {
			return 0, err
		}
	}
	return last, nil
}

// fillAwards sets two columns of a player's awards for dailies: how many hints the player took, and
// how long the answer took after the puzzle was first shown.
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

// worldWithTies is the key in meta which says that SumWorldAgain has rebuilt the World for everybody.
const worldWithTies = "world with ties"

// IsWorldSummed reports whether SetWorldSummed was called.
func (tx *Tx) IsWorldSummed() (bool, error) {
	return Get[bool](tx, "look for sums of the world", `
		SELECT EXISTS (SELECT 1 FROM meta WHERE key = $1)`, worldWithTies)
}

// SetWorldSummed notes that SumWorldAgain has reached everybody.
func (tx *Tx) SetWorldSummed() error { return tx.SetMeta(worldWithTies, "1") }

// Earned returns a person's points in the month that contains a day, and how many puzzles they were
// ever paid for. The points are those of the World, even if the person does not wish to be there.
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
