package signs

import (
	"strconv"
	"time"

	"reckon/storage"
)

// A Decision is what the operator says of a sign.
type Decision string

const (
	Undecided Decision = ""
	// Cleared says that it was a person: everything counts, also what was earned meanwhile.
	Cleared Decision = "cleared"
	// Kept says that it was a program: nothing counts in the World.
	Kept Decision = "kept"
)

// A Sign is a fact about answers that speaks for a program. While one of a person is not Cleared,
// they are checked.
type Sign struct {
	PlayerID int64
	Game     string
	Kind     string
	// At is when the last answer came that is part of it.
	At time.Time
	// Answers is how many answers are part of it.
	Answers int
	// Figure is what was measured of them.
	Figure float64
	// Chance is how likely a person is to show it, at most.
	Chance   float64
	Decision Decision
	// DecidedAt is zero while it is undecided.
	DecidedAt time.Time
}

const columns = `g.player_id, g.game, g.kind, g.at, g.answers, g.figure, g.chance, g.decision, g.decided_at`

// checkBySigns is the check of a player by the decisions of their signs g, a storage.Check.
const checkBySigns = `COALESCE(MAX(CASE g.decision WHEN 'kept' THEN 2 WHEN '' THEN 1 ELSE 0 END), 0)`

// addSign stores a new sign, which is undecided: the person is checked from now on. What they
// have in the World stays there meanwhile.
func addSign(tx *storage.Tx, s Sign) error {
	if err := tx.LockPlayers(s.PlayerID); err != nil {
		return err
	}
	err := tx.Exec("add sign", `
		INSERT INTO signs (player_id, game, kind, at, answers, figure, chance) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT DO NOTHING`,
		s.PlayerID, s.Game, s.Kind, s.At, s.Answers, s.Figure, s.Chance)
	if err != nil {
		return err
	}
	_, err = setCheck(tx, s.PlayerID)
	return err
}

// setCheck tells the kernel what the signs of a player say, and returns that.
func setCheck(tx *storage.Tx, playerID int64) (storage.Check, error) {
	check, err := storage.Get[storage.Check](tx, "find check by signs", `
		SELECT `+checkBySigns+` FROM signs g WHERE g.player_id = $1`, playerID)
	if err != nil {
		return check, err
	}
	return check, tx.SetChecked(playerID, check)
}

// repairCheck sets the check of a player whose signs were changed by an earlier version, which
// knows no check.
func repairCheck(tx *storage.Tx, playerID int64, at time.Time) error {
	check, err := setCheck(tx, playerID)
	if err != nil {
		return err
	}
	if check == storage.Checked {
		// Until it is decided, what they have in the World stays there: see addSign.
		return nil
	}
	return tx.ShowInWorld(playerID, at)
}

// listStale returns players whose check is not what their signs say, at most limit.
func listStale(tx *storage.Tx, limit int) ([]int64, error) {
	return storage.List[int64](tx, "list stale checks", `
		SELECT g.player_id FROM signs g CROSS JOIN players p WHERE g.player_id > 0 AND p.id = g.player_id
		GROUP BY g.player_id, p.checked HAVING `+checkBySigns+` <> p.checked ORDER BY g.player_id LIMIT $1`, limit)
}

// signsOf returns the signs of a person, the latest last.
func signsOf(tx *storage.Tx, playerID int64) ([]Sign, error) {
	return storage.List[Sign](tx, "list signs of player", `
		SELECT `+columns+` FROM signs g WHERE g.player_id IN `+storage.PersonPlayers("$1")+` ORDER BY g.at`, playerID)
}

// An AuditRow is a sign, and whose it is.
type AuditRow struct {
	Sign
	Network string
	Name    string
}

// Audit returns the signs of the next players by ID, behind the ID after.
func Audit(tx *storage.Tx, after int64, players int) ([]AuditRow, error) {
	return storage.List[AuditRow](tx, "audit", `
		SELECT `+columns+`, p.network, p.name
		FROM (SELECT DISTINCT player_id FROM signs WHERE player_id > $1 ORDER BY player_id LIMIT $2) AS page
			CROSS JOIN signs g CROSS JOIN players p
		WHERE g.player_id = page.player_id AND p.id = g.player_id ORDER BY g.player_id, g.at, g.kind`, after, players)
}

// Decide decides about all signs of a person but those that have been Cleared, and makes their
// part of the World again. It returns how many signs these are.
func Decide(tx *storage.Tx, playerID int64, d Decision, at time.Time) (int, error) {
	if err := tx.LockPlayers(playerID); err != nil {
		return 0, err
	}
	decided, err := storage.List[int64](tx, "decide about signs", `
		UPDATE signs SET decision = $2, decided_at = $3
		WHERE player_id IN `+storage.PersonPlayers("$1")+` AND decision <> 'cleared'
		RETURNING player_id`, playerID, string(d), at)
	if err != nil || len(decided) == 0 {
		return 0, err
	}
	isSet := map[int64]bool{}
	for _, id := range decided {
		if isSet[id] {
			continue
		}
		isSet[id] = true
		if _, err := setCheck(tx, id); err != nil {
			return 0, err
		}
	}
	return len(decided), tx.ShowInWorld(playerID, at)
}

// lastSeenKey is the key of meta under which lastSeen is stored.
const lastSeenKey = "signs"

// lastSeen returns the ID of the last rated attempt that was looked at, or 0.
func lastSeen(tx *storage.Tx) (int64, error) {
	return storage.Get[int64](tx, "find last attempt seen", `
		SELECT COALESCE(MAX(CAST(value AS BIGINT)), 0) FROM meta WHERE key = $1`, lastSeenKey)
}

// setLastSeen notes up to which rated attempt signs were looked for.
func setLastSeen(tx *storage.Tx, id int64) error {
	return tx.SetMeta(lastSeenKey, strconv.FormatInt(id, 10))
}
