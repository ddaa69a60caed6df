package storage

import "time"

// PersonPlayers returns all players of the person whom a player belongs to, in the order of their IDs.
func (tx *Tx) PersonPlayers(playerID int64) ([]Player, error) {
	return List[Player](tx, "list players of person", `
		SELECT `+playerColumns+` FROM players WHERE id IN `+PersonPlayers("$1")+` ORDER BY id`, playerID)
}

// Link makes one person of the persons of two players, and updates their awards and boards at once.
func (tx *Tx) Link(first, other int64, at time.Time) error {
	if err := tx.LinkPlayers(first, other, at); err != nil {
		return err
	}
	if err := tx.VoidLater(first, 0, anyNumber); err != nil {
		return err
	}
	return tx.showAgain(first, at)
}

// LinkPlayers makes one person of the persons of two players. The caller has to update their awards and
// boards afterwards (VoidLater, ShowPage). The database makes the person_id of a player from linked_id or, if
// that is NULL, from the player's own ID.
func (tx *Tx) LinkPlayers(first, other int64, at time.Time) error {
	if err := tx.LockPlayers(first, other); err != nil {
		return err
	}
	err := tx.Exec("link", `
		UPDATE players SET linked_id = (SELECT person_id FROM players WHERE id = $1)
		WHERE person_id = (SELECT person_id FROM players WHERE id = $2)`, first, other)
	if err != nil {
		return err
	}
	return tx.Exec("note links", `
		INSERT INTO links (player_id, person_id, at) SELECT id, person_id, $2 FROM players WHERE id IN `+PersonPlayers("$1")+`
		ON CONFLICT (player_id) DO UPDATE SET person_id = excluded.person_id,
			at = CASE links.person_id WHEN excluded.person_id THEN links.at ELSE excluded.at END`, first, at)
}

// Several players of one person may have awards for the same daily. If they earned these while they were
// linked, the later award added to the earlier one: it joins the earlier one, and both are in one share. If
// they were linked afterwards, each award is a share by itself. The awards of one share count together, or
// are void together.
//
// These are conditions on an award a for a daily of the days from $2 to $3. In some of them o is an award for
// the same daily in another share. Both are awards of players of one person, $1.
var (
	isOfPerson = `a.community_id = 0 AND a.player_id IN ` + PersonPlayers("$1") + ` AND a.day BETWEEN $2 AND $3`
	isOther    = `o.round_id = a.round_id AND o.player_id IN ` + PersonPlayers("$1") + `
			AND ` + share("o") + ` <> ` + share("a")
	// isLater says that award a counts, but another share was paid before the share of a.
	isLater = isOfPerson + ` AND ` + counts("a") + ` AND EXISTS (
		SELECT 1 FROM awards o WHERE ` + isOther + ` AND ` + counts("o") + ` AND ` + isBeforeShare(counts("w")) + `)`
	// isFirstVoid says that award a is void and may count again: no other share counts, and no earlier share
	// is void.
	isFirstVoid = isOfPerson + ` AND ` + isVoid("a") + ` AND NOT EXISTS (
		SELECT 1 FROM awards o
		WHERE ` + isOther + ` AND (` + counts("o") + ` OR (` + isVoid("o") + ` AND ` + isBeforeShare(isVoid("w")) + `)))`
)

// share returns SQL for the number of an award's share: the ID of the player whose award the others of the
// share join. So it is the award's joins_id or, if the award joins none, the award's own player.
func share(award string) string { return `COALESCE(` + award + `.joins_id, ` + award + `.player_id)` }

// isBeforeShare is the condition that award o is earlier than the share of award a: earlier than each award w of
// that share for which the given condition holds. Of two awards with the same time, that of the player with the
// lower ID is the earlier.
func isBeforeShare(condition string) string {
	return `NOT EXISTS (
		SELECT 1 FROM awards w
		WHERE w.round_id = a.round_id AND w.player_id IN ` + PersonPlayers("$1") + `
			AND ` + condition + ` AND ` + share("w") + ` = ` + share("a") + `
			AND (w.at < o.at OR w.at = o.at AND w.player_id < o.player_id))`
}

// counts is the condition that an award is worth something.
func counts(award string) string { return `(` + award + `.points > 0 OR ` + award + `.solved = 1)` }

// isVoid is the condition that VoidLater has made an award void.
func isVoid(award string) string {
	return `(` + award + `.void_points > 0 OR ` + award + `.void_solved = 1)`
}

// VoidLater makes a person's awards of some days void if they are for dailies that another of the person's
// players was paid for earlier. What the person has earned in groups stays: a group is on one network, where
// a person has one player.
//
// First it subtracts these awards from the figures. Then it sets them to 0, and stores their former values in
// void_points and void_solved. If an award had a void part already, it joins no other award from now on.
// Finally VoidLater sums up the person's dailies of these days again.
func (tx *Tx) VoidLater(playerID int64, from, to int) error {
	if err := tx.LockPlayers(playerID); err != nil {
		return err
	}
	has, err := Get[bool](tx, "look for later awards",
		`SELECT EXISTS (SELECT 1 FROM awards a WHERE `+isLater+`)`, playerID, from, to)
	if err != nil || !has {
		return err
	}
	err = tx.Exec("count later awards no longer", `
		UPDATE figures SET
			solved = figures.solved - best.solved,
			rights = figures.rights - best.solved,
			points = figures.points - best.points
		FROM (
			SELECT a.player_id, r.game, SUM(a.solved) AS solved, SUM(a.points) AS points
			FROM awards a CROSS JOIN rounds r
			WHERE `+isLater+` AND r.id = a.round_id
			GROUP BY a.player_id, r.game) AS best
		WHERE figures.player_id = best.player_id AND figures.game = best.game`, playerID, from, to)
	if err != nil {
		return err
	}
	err = tx.Exec("void later awards", `
		UPDATE awards AS a SET
			points = 0,
			solved = 0,
			void_points = a.void_points + a.points,
			void_solved = CASE a.solved WHEN 1 THEN 1 ELSE a.void_solved END,
			joins_id = CASE WHEN a.void_points = 0 AND a.void_solved = 0 THEN a.joins_id END
		WHERE `+isLater, playerID, from, to)
	if err != nil {
		return err
	}
	return tx.sumDailies(playerID, from, to)
}

// RestoreVoid undoes VoidLater for a person's awards of some days. It restores void awards for a daily if no
// other of the person's players is paid for that daily any longer. If several shares of the daily are void, it
// restores the awards of the earliest. If a player has earned something since their award became void, the
// award becomes the sum of both, and joins no other award.
func (tx *Tx) RestoreVoid(playerID int64, from, to int) error {
	if err := tx.LockPlayers(playerID); err != nil {
		return err
	}
	has, err := Get[bool](tx, "look for void awards",
		`SELECT EXISTS (SELECT 1 FROM awards a WHERE `+isFirstVoid+`)`, playerID, from, to)
	if err != nil || !has {
		return err
	}
	err = tx.Exec("count void awards again", `
		UPDATE figures SET
			solved = figures.solved + best.solved,
			rights = figures.rights + best.rights,
			points = figures.points + best.points
		FROM (
			SELECT a.player_id, r.game, SUM(a.void_points) AS points,
				SUM(a.void_solved) AS rights,
				SUM(CASE a.solved WHEN 1 THEN 0 ELSE a.void_solved END) AS solved
			FROM awards a CROSS JOIN rounds r
			WHERE `+isFirstVoid+` AND r.id = a.round_id
			GROUP BY a.player_id, r.game) AS best
		WHERE figures.player_id = best.player_id AND figures.game = best.game`, playerID, from, to)
	if err != nil {
		return err
	}
	err = tx.Exec("restore void awards", `
		UPDATE awards AS a SET
			points = a.points + a.void_points,
			solved = CASE a.void_solved WHEN 1 THEN 1 ELSE a.solved END,
			void_points = 0,
			void_solved = 0,
			joins_id = CASE WHEN a.points = 0 AND a.solved = 0 THEN a.joins_id END
		WHERE `+isFirstVoid, playerID, from, to)
	if err != nil {
		return err
	}
	return tx.sumDailies(playerID, from, to)
}

// sumDailies rebuilds a person's scores of dailies of some days, except those of Hunt, which are no sums of
// awards. Each award counts twice: in all games (twice.column1 = 0) and in its own game (1). The 4 in GROUP BY
// is the fourth column, the game.
func (tx *Tx) sumDailies(playerID int64, from, to int) error {
	err := tx.Exec("drop scores of dailies", `
		DELETE FROM scores
		WHERE community_id = 0 AND player_id IN `+PersonPlayers("$1")+` AND day BETWEEN $2 AND $3 AND game <> $4`,
		playerID, from, to, Hunt)
	if err != nil {
		return err
	}
	return tx.Exec("sum up dailies", `
		INSERT INTO scores (community_id, player_id, day, game, points, solved, reached)
		SELECT 0, a.player_id, a.day, CASE twice.column1 WHEN 0 THEN '' ELSE r.game END,
			SUM(a.points), SUM(a.solved), MAX(a.at)
		FROM awards a CROSS JOIN rounds r CROSS JOIN (VALUES (0), (1)) AS twice
		WHERE a.community_id = 0 AND a.player_id IN `+PersonPlayers("$1")+` AND a.day BETWEEN $2 AND $3 AND r.id = a.round_id
		GROUP BY a.player_id, a.day, 4`, playerID, from, to)
}

// ShareOf returns the share that a player's award for a daily has to join: the first in which another player
// of the same person was paid for the daily. The number of a share is the ID of a player (see share). The
// result is 0 if no other player of the person was paid.
func (tx *Tx) ShareOf(roundID, playerID int64) (int64, error) {
	id, _, err := Found(Get[int64](tx, "find share of daily", `
		SELECT `+share("o")+` FROM awards o
		WHERE o.round_id = $1 AND o.player_id IN `+PersonPlayers("$2")+` AND o.player_id <> $2 AND `+counts("o")+`
		ORDER BY o.at, o.player_id LIMIT 1`, roundID, playerID))
	return id, err
}

// leavePerson are the statements that make a player, $1, a person of their own. The ID of a person is the ID of
// one of their players. If that is the player who leaves, the others get the lowest ID among them as the ID of
// their person.
var leavePerson = []string{
	`UPDATE players SET linked_id = (SELECT MIN(id) FROM players WHERE person_id = $1 AND id <> $1) WHERE person_id = $1 AND id <> $1`,
	`UPDATE players SET linked_id = NULL WHERE id = $1`,
}

// Unlink makes a player a person of their own again. Each player has what they have earned themselves.
func (tx *Tx) Unlink(playerID int64, at time.Time) error {
	other, err := tx.UnlinkPlayer(playerID)
	if err != nil || other == 0 {
		return err
	}
	for _, id := range []int64{playerID, other} {
		if err := tx.RestoreVoid(id, 0, anyNumber); err != nil {
			return err
		}
		if err := tx.showAgain(id, at); err != nil {
			return err
		}
	}
	return nil
}

// UnlinkPlayer makes a player a person of their own again. It returns one of the other players, to whom
// the player was linked, or 0 if there were none. The caller has to update the awards and boards of both
// persons afterwards (RestoreVoid, ShowPage).
func (tx *Tx) UnlinkPlayer(playerID int64) (other int64, err error) {
	if err := tx.LockPlayers(playerID); err != nil {
		return 0, err
	}
	all, err := tx.PersonPlayers(playerID)
	if err != nil || len(all) < 2 {
		return 0, err
	}
	other = all[0].ID
	if other == playerID {
		other = all[1].ID
	}
	for _, statement := range leavePerson {
		if err := tx.Exec("unlink", statement, playerID); err != nil {
			return 0, err
		}
	}
	isOtherAlone := len(all) == 2
	if isOtherAlone {
		return other, tx.Exec("delete links", `DELETE FROM links WHERE player_id IN ($1, $2)`, playerID, other)
	}
	return other, tx.deleteLink(playerID, other)
}

// deleteLink stores in the table links that a player has left a person. That table is read by exports and by
// earlier versions. The argument other is one of the players who stay. Their rows get the ID that the person has
// now.
func (tx *Tx) deleteLink(playerID, other int64) error {
	if err := tx.Exec("delete link", `DELETE FROM links WHERE player_id = $1`, playerID); err != nil {
		return err
	}
	return tx.Exec("rename person", `
		UPDATE links SET person_id = (SELECT person_id FROM players WHERE id = $1)
			WHERE player_id IN `+PersonPlayers("$1"), other)
}
