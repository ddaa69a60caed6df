package signs

import (
	"strconv"
	"time"

	"reckon/storage"
)

// A Decision is what the operator has decided about a sign.
type Decision string

const (
	Undecided Decision = ""
	// Cleared means that a person gave the answers: everything counts, even what they earned while they were checked.
	Cleared Decision = "cleared"
	// Kept means that a program gave the answers: nothing counts in the World.
	Kept Decision = "kept"
)

// A Sign is a fact about answers which suggests that a program gave them. A person is checked while one
// of their signs is not Cleared.
type Sign struct {
	PlayerID int64
	Game     string
	Kind     string
	// At is when the last answer of the sign came.
	At time.Time
	// Answers is how many answers the sign consists of.
	Answers int
	// Figure is a number that depends on the Kind: see Even, Repeated and Quick.
	Figure float64
	// Chance is an upper bound of the chance that a person without a program shows this sign.
	Chance   float64
	Decision Decision
	// DecidedAt is zero while the sign is undecided.
	DecidedAt time.Time
}

// columns are those of a Sign.
const columns = `g.player_id, g.game, g.kind, g.at, g.answers, g.figure, g.chance, g.decision, g.decided_at`

// checkBySigns is an SQL expression for the storage.Check that follows from a player's rows g of the table signs:
// Barred if one was kept, or else Checked if one is undecided, or else Trusted.
const checkBySigns = `COALESCE(MAX(CASE g.decision WHEN 'kept' THEN 2 WHEN '' THEN 1 ELSE 0 END), 0)`

// addSign stores a new sign. It is undecided, so the person is checked from now on. What they had earned in
// the World before that stays there until the operator decides.
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

// setCheck sets the storage.Check of a player that follows from their signs, and returns it.
func setCheck(tx *storage.Tx, playerID int64) (storage.Check, error) {
	check, err := storage.Get[storage.Check](tx, "find check by signs", `
		SELECT `+checkBySigns+` FROM signs g WHERE g.player_id = $1`, playerID)
	if err != nil {
		return check, err
	}
	return check, tx.SetChecked(playerID, check)
}

// repairCheck sets the storage.Check of a player whose signs were changed by an earlier version of the program, which
// knows no storage.Check.
func repairCheck(tx *storage.Tx, playerID int64, at time.Time) error {
	check, err := setCheck(tx, playerID)
	if err != nil {
		return err
	}
	if check == storage.Checked {
		// What they have in the World stays there until the operator decides: see addSign.
		return nil
	}
	return tx.ShowInWorld(playerID, at)
}

// listStale returns players whose storage.Check does not agree with their signs, at most limit.
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

// An AuditRow is a sign and the player who has it.
type AuditRow struct {
	Sign
	Network string
	Name    string
}

// Audit returns the signs of players with IDs above after, the lowest ID first. It returns those of that many players
// at most.
func Audit(tx *storage.Tx, after int64, players int) ([]AuditRow, error) {
	return storage.List[AuditRow](tx, "audit", `
		SELECT `+columns+`, p.network, p.name
		FROM (SELECT DISTINCT player_id FROM signs WHERE player_id > $1 ORDER BY player_id LIMIT $2) AS page
			CROSS JOIN signs g CROSS JOIN players p
		WHERE g.player_id = page.player_id AND p.id = g.player_id ORDER BY g.player_id, g.at, g.kind`, after, players)
}

// Decide stores a decision about all signs of a person that are not Cleared, and has the person's rows on the boards of
// the World computed again. It returns how many signs were decided.
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
