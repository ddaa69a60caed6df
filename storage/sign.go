package storage

import (
	"errors"
	"strconv"
	"time"
)

// A Decision is what the operator says of a sign.
type Decision string

const (
	Undecided Decision = ""
	Cleared   Decision = "cleared" // it was a person: everything counts, also what was earned meanwhile
	Kept      Decision = "kept"    // it was a program: nothing counts in the World
)

// A Sign is a fact about answers that speaks for a program. While one of a person is not
// Cleared, they are checked: what they earn counts in their communities alone, and nothing
// is learnt from their times.
type Sign struct {
	PlayerID  int64
	Game      string
	Kind      string    // opaque
	At        time.Time // of the last answer that is part of it
	Answers   int       // how many are
	Figure    float64   // what was measured of them
	Chance    float64   // of a person to show it, at most
	Decision  Decision
	DecidedAt time.Time // zero: undecided
}

// Checked reports whether a person who wishes to be in the World is checked, and whether
// signs of theirs are Kept.
func (tx *Tx) Checked(playerID int64) (is, kept bool, err error) {
	found, err := Get[struct{ Is, Kept bool }](tx, "look for signs", `
		SELECT `+isChecked("$1")+`, EXISTS (SELECT 1 FROM signs g WHERE g.player_id IN `+kin("$1")+` AND g.decision = 'kept')
		WHERE EXISTS (SELECT 1 FROM communities c WHERE c.player_id IN `+kin("$1")+` AND c.worldwide = 1)`, playerID)
	if errors.Is(err, ErrNotFound) {
		err = nil
	}
	return found.Is, found.Kept, err
}

// AddSign stores a new sign, which is undecided.
func (tx *Tx) AddSign(s Sign) error {
	return errors.Join(tx.LockPlayers(s.PlayerID), tx.Exec("add sign", `
		INSERT INTO signs (player_id, game, kind, at, answers, figure, chance) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
		s.PlayerID, s.Game, s.Kind, s.At, s.Answers, s.Figure, s.Chance))
}

const signColumns = `g.player_id, g.game, g.kind, g.at, g.answers, g.figure, g.chance, g.decision, g.decided_at`

// SignsOf returns the signs of a person, the latest last.
func (tx *Tx) SignsOf(playerID int64) ([]Sign, error) {
	return List[Sign](tx, "list signs of player", `SELECT `+signColumns+` FROM signs g WHERE g.player_id IN `+kin("$1")+` ORDER BY g.at`, playerID)
}

// An AuditRow is a sign, and whose.
type AuditRow struct {
	Sign
	Network, Name string
}

// Audit returns the signs of all players, from behind one of an ID on, of at most so many
// players.
func (tx *Tx) Audit(after int64, players int) ([]AuditRow, error) {
	return List[AuditRow](tx, "audit", `
		SELECT `+signColumns+`, p.network, p.name FROM (SELECT DISTINCT player_id FROM signs WHERE player_id > $1 ORDER BY player_id LIMIT $2) AS best
			CROSS JOIN signs g CROSS JOIN players p
		WHERE g.player_id = best.player_id AND p.id = g.player_id ORDER BY g.player_id, g.at, g.kind`, after, players)
}

// Decide decides about all signs of a person but those that have been Cleared, and makes
// their part of the World again.
func (tx *Tx) Decide(playerID int64, d Decision, at time.Time) (signs int64, err error) {
	if err := tx.LockPlayers(playerID); err != nil {
		return 0, err
	}
	signs, err = tx.exec("decide about signs", `
		UPDATE signs SET decision = $2, decided_at = $3 WHERE player_id IN `+kin("$1")+` AND decision <> 'cleared'`, playerID, string(d), at)
	if err != nil || signs == 0 {
		return signs, err
	}
	return signs, tx.ShowInWorld(playerID, at)
}

// SignsSeen returns the ID of the last rated attempt that was looked at for signs, or 0.
func (tx *Tx) SignsSeen() (int64, error) {
	return Get[int64](tx, "find signs seen", `SELECT COALESCE(MAX(CAST(value AS BIGINT)), 0) FROM meta WHERE key = 'signs'`)
}

// SetSignsSeen notes up to which rated attempt signs were looked for.
func (tx *Tx) SetSignsSeen(id int64) error { return tx.SetMeta("signs", strconv.FormatInt(id, 10)) }
