package storage

import (
	"errors"
	"time"
)

// Kin returns the players who are one person with a player, who is among them, in
// the order of their IDs.
func (tx *Tx) Kin(playerID int64) ([]Player, error) {
	return List[Player](tx, "list kin", `
		SELECT `+playerColumns+` FROM players WHERE id IN `+kin("$1")+` ORDER BY id`, playerID)
}

// AddLinkCode stores a code that was given to a player for linking, in place of the
// one they had.
func (tx *Tx) AddLinkCode(code string, playerID int64, until time.Time) error {
	return errors.Join(tx.Exec("drop link code", `DELETE FROM link_codes WHERE player_id = $1`, playerID),
		tx.Exec("add link code", `INSERT INTO link_codes (code, player_id, until) VALUES ($1, $2, $3)`, code, playerID, until))
}

// LinkCode returns the player to whom a code was given, or ErrNotFound if there is none at
// that time.
func (tx *Tx) LinkCode(code string, now time.Time) (int64, error) {
	return Get[int64](tx, "find link code", `SELECT player_id FROM link_codes WHERE code = $1 AND until > $2`, code, now)
}

// TakeLinkCode deletes a code, so that it works once, and returns the player it was given
// to, or ErrNotFound if there is none at that time.
func (tx *Tx) TakeLinkCode(code string, now time.Time) (int64, error) {
	return Get[int64](tx, "take link code",
		`DELETE FROM link_codes WHERE code = $1 AND until > $2 RETURNING player_id`, code, now)
}

// Link makes two players, with those each is linked with, one person. Of puzzles
// that several of them were paid for before, the earliest award stands and the
// others are set aside.
func (tx *Tx) Link(first, other int64, at time.Time) error {
	if err := tx.LockPlayers(first, other); err != nil {
		return err
	}
	all, err := tx.Kin(other)
	if err != nil {
		return err
	}
	for _, p := range all {
		if err := tx.unsettle(p.ID); err != nil {
			return err
		}
	}
	person, err := Get[int64](tx, "find person", `SELECT person_id FROM links WHERE player_id = $1`, first)
	if errors.Is(err, ErrNotFound) {
		person, err, all = first, nil, append(all, Player{ID: first})
	}
	if err != nil {
		return err
	}
	for _, p := range all {
		if err := tx.Exec("link", `
			INSERT INTO links (player_id, person_id, at) VALUES ($1, $2, $3)
			ON CONFLICT (player_id) DO UPDATE SET person_id = excluded.person_id, at = excluded.at`, p.ID, person, at); err != nil {
			return err
		}
	}
	return tx.settle(first, at)
}

// Unlink parts a player from those it is one person with. Awards that were set aside
// count again.
func (tx *Tx) Unlink(playerID int64, at time.Time) error {
	if err := tx.LockPlayers(playerID); err != nil {
		return err
	}
	all, err := tx.Kin(playerID)
	if err != nil || len(all) < 2 {
		return err
	}
	for _, p := range all {
		if err := tx.unsettle(p.ID); err != nil {
			return err
		}
	}
	left := all[0].ID
	if left == playerID {
		left = all[1].ID
	}
	parted := []int64{playerID}
	if len(all) == 2 { // nobody is linked with oneself alone
		parted = append(parted, left)
	}
	for _, id := range parted {
		err = errors.Join(err, tx.Exec("unlink", `DELETE FROM links WHERE player_id = $1`, id))
	}
	if err = errors.Join(err, tx.showAgain(playerID, at)); err != nil || len(all) == 2 {
		return errors.Join(err, tx.showAgain(left, at))
	}
	// The person's number may be that of the player who left.
	err = tx.Exec("unlink", `
		UPDATE links SET person_id = $1 WHERE person_id IN (SELECT person_id FROM links WHERE player_id = $1)`, left)
	if err != nil {
		return err
	}
	return tx.settle(left, at)
}

// A double is an award for a puzzle that others of the same person were paid for.
type double struct {
	Award
	Class  string
	Linked time.Time // since when the player is linked
}

// settle sets aside the awards for puzzles that several players of a person were
// paid for before they were linked, except the earliest, and makes the boards anew.
// The person is one of the players.
func (tx *Tx) settle(person int64, at time.Time) error {
	all, err := List[double](tx, "list doubles", `
		SELECT a.round_id, a.player_id, a.community_id, a.day, a.points, a.solved, a.local, a.at, s.class, l.at
		FROM links l CROSS JOIN seen s CROSS JOIN awards a
		WHERE l.person_id = (SELECT person_id FROM links WHERE player_id = $1) AND s.player_id = l.player_id AND s.paid <> 0 AND a.round_id = s.paid AND a.player_id = s.player_id
			AND (a.points > 0 OR a.solved = 1)
			AND EXISTS (SELECT 1 FROM links k CROSS JOIN seen o
				WHERE k.person_id = l.person_id AND k.player_id <> l.player_id AND o.player_id = k.player_id AND o.class = s.class AND o.paid <> 0)
		ORDER BY s.class, a.at, s.player_id`, person)
	if err != nil {
		return err
	}
	var stands double
	for _, d := range all {
		switch {
		case d.Class != stands.Class:
			stands = d
		case d.At.Before(stands.Linked) || d.At.Before(d.Linked):
			none := d.Award
			none.Points, none.Solved = 0, false
			if err := errors.Join(tx.Exec("set award aside", `
				INSERT INTO doubles (player_id, class, round_id, points, solved) VALUES ($1, $2, $3, $4, $5)
				ON CONFLICT (player_id, class) DO UPDATE SET points = doubles.points + excluded.points,
					solved = CASE WHEN excluded.solved > doubles.solved THEN excluded.solved ELSE doubles.solved END`,
				d.PlayerID, d.Class, d.RoundID, d.Points, d.Solved),
				tx.Exec("set paying round", setPayer, 0, d.PlayerID, d.Class), tx.countTwice(d, -1), tx.SetAward(d.Award, none)); err != nil {
				return err
			}
		}
	}
	return tx.showAgain(person, at)
}

// countTwice counts a puzzle that two players solved in one round, a daily, as one that
// the person solved, or as two again.
func (tx *Tx) countTwice(d double, change int) error {
	same, err := Get[bool](tx, "look for award of kin", `
		SELECT EXISTS (SELECT 1 FROM awards WHERE round_id = $1 AND player_id IN `+kin("$2")+` AND player_id <> $2 AND solved = 1)`, d.RoundID, d.PlayerID)
	if err != nil || !same || !d.Solved {
		return err
	}
	return tx.count(d.RoundID, d.PlayerID, figures{Rights: change})
}

// unsettle gives a player back the awards that were set aside.
func (tx *Tx) unsettle(playerID int64) error {
	all, err := List[double](tx, "list awards set aside", `
		SELECT round_id, player_id, 0, 0, points, solved, 0, NULL, class FROM doubles WHERE player_id = $1 ORDER BY class`, playerID)
	if err != nil {
		return err
	}
	for _, d := range all {
		if err := tx.countTwice(d, 1); err != nil {
			return err
		}
		f, err := tx.Facts(d.RoundID, playerID, "", time.Time{}, NoAnswers)
		if err != nil {
			return err
		}
		again := f.Award
		again.Points, again.Solved = f.Award.Points+d.Points, f.Award.Solved || d.Solved
		if err := errors.Join(tx.SetAward(f.Award, again), tx.Exec("set paying round", setPayer, d.RoundID, playerID, d.Class)); err != nil {
			return err
		}
	}
	return tx.Exec("take awards back", `DELETE FROM doubles WHERE player_id = $1`, playerID)
}

const setPayer = `UPDATE seen SET paid = $1 WHERE player_id = $2 AND class = $3`
