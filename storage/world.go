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
			WHERE c.player_id IN ` + kin(id) + ` AND c.worldwide = 1 AND NOT ` + IsChecked(id) + `)`
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
		DELETE FROM boards WHERE community_id = -1 AND player_id IN `+kin("$1"), playerID)
	if err != nil {
		return err
	}
	spans, args := spansAt(at, playerID)
	return tx.Exec("sum up world", `
		INSERT INTO boards (community_id, player_id, game, period, points, solved, reached)
		SELECT CAST(-1 AS BIGINT), best.player_id, w.game, w.period, SUM(w.points), SUM(w.solved),
			MAX(CASE WHEN w.points > 0 THEN w.reached ELSE 0 END)
		FROM (SELECT `+inWorld("$1")+` AS player_id) AS best CROSS JOIN (
			SELECT s.game, span.column1 AS period, s.points, s.solved, s.reached
			FROM `+spans+` CROSS JOIN scores s
			WHERE s.community_id = 0 AND s.player_id IN `+kin("$1")+`
				AND s.day BETWEEN span.column2 AND span.column3
			UNION ALL
			SELECT CASE ever.column1 WHEN 0 THEN '' ELSE r.game END, span.column1, -a.points, -a.solved, 0
			FROM `+spans+` CROSS JOIN awards a CROSS JOIN rounds r CROSS JOIN (VALUES (0), (1)) AS ever
			WHERE a.community_id = 0 AND a.player_id IN `+kin("$1")+` AND a.local = 1
				AND a.day BETWEEN span.column2 AND span.column3 AND r.id = a.round_id
		) AS w
		WHERE best.player_id IS NOT NULL
		GROUP BY best.player_id, w.game, w.period`, args...)
}

// SumWorldAgain sums up the World for the owners of some private chats, at most limit, in the
// order of their IDs behind one. It deletes the scores that earlier versions kept of the World. It
// returns the last owner; 0 when all are summed up.
func (tx *Tx) SumWorldAgain(after int64, limit int, at time.Time) (last int64, err error) {
	owners, err := List[struct {
		PlayerID  int64
		Worldwide bool
	}](tx, "list owners of private chats", `
		SELECT player_id, worldwide FROM communities
		WHERE player_id > $1
		ORDER BY player_id
		LIMIT $2`, after, limit)
	if err != nil {
		return 0, err
	}
	for _, owner := range owners {
		last = owner.PlayerID
		if !owner.Worldwide {
			continue
		}
		if err := tx.LockPlayers(owner.PlayerID); err != nil {
			return 0, err
		}
		err := tx.Exec("delete scores of the world", `
			DELETE FROM scores WHERE community_id = -1 AND player_id IN `+kin("$1"), owner.PlayerID)
		if err != nil {
			return 0, err
		}
		if err := tx.sumWorld(owner.PlayerID, at); err != nil {
			return 0, err
		}
	}
	return last, nil
}

// worldOfDailies is the key of the fact that all parts of the World are sums of dailies.
const worldOfDailies = "world of dailies"

// IsWorldSummed reports whether SetWorldSummed was called.
func (tx *Tx) IsWorldSummed() (bool, error) {
	return Get[bool](tx, "look for sums of the world", `
		SELECT EXISTS (SELECT 1 FROM meta WHERE key = $1)`, worldOfDailies)
}

// SetWorldSummed notes that SumWorldAgain has reached everybody.
func (tx *Tx) SetWorldSummed() error { return tx.SetMeta(worldOfDailies, "1") }

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
				WHERE community_id = 0 AND player_id IN `+kin("$1")+` AND day BETWEEN $2 AND $3 AND local = 0),
			(SELECT COALESCE(SUM(solved), 0) FROM figures WHERE player_id IN `+kin("$1")+`)`, playerID, first, last)
	if err != nil {
		return 0, 0, err
	}
	return earned.Points, earned.Solved, nil
}
