package round

import (
	"time"

	"reckon/storage"
)

// A dailyPart is a puzzle of a day.
type dailyPart struct {
	Number int
	Game   string
	Class  string
}

// liveDaily returns the newest puzzle of a live daily that belongs to one of some classes, or
// storage.ErrNotFound.
func liveDaily(tx *storage.Tx, classes []string, at time.Time) (dailyPart, error) {
	first, last := liveNumbers(at)
	in, args := listed(classes, first, last)
	return storage.Get[dailyPart](tx, "find live daily", `
		SELECT number, game, class FROM dailies
		WHERE class IN `+in+` AND number BETWEEN $1 AND $2
		ORDER BY number DESC LIMIT 1`, args...)
}

// openForPoints looks for a class that has a puzzle open for points in a group where a person did something
// since a time, and returns that class. The round with the ID except is not counted. If none of the classes has
// such a puzzle, the error is storage.ErrNotFound.
func openForPoints(tx *storage.Tx, classes []string, playerID, except int64, since time.Time) (string, error) {
	in, args := listed(classes, playerID, except, since)
	return storage.Get[string](tx, "look for puzzle open for points", `
		SELECT r.class FROM rounds r CROSS JOIN communities c
		WHERE r.class IN `+in+` AND r.closed_at IS NULL AND r.id <> $2 AND r.own = 0
			AND c.id = r.community_id AND c.private = 0
			AND EXISTS (
				SELECT 1 FROM members m
				WHERE m.community_id = c.id AND m.at >= $3 AND m.player_id IN `+storage.PersonPlayers("$1")+`)
		LIMIT 1`, args...)
}

// playedByMembers returns the class of a list that members of a community play: it has a puzzle that is
// open for points in a group where one of them did something since a time. The round with the ID except is
// not counted. If there is no such class, the error is storage.ErrNotFound.
func playedByMembers(
	tx *storage.Tx, classes []string, communityID, except int64, since time.Time,
) (string, error) {
	in, args := listed(classes, communityID, except, since)
	return storage.Get[string](tx, "look for puzzle that members play", `
		SELECT r.class FROM rounds r CROSS JOIN communities c
		WHERE r.class IN `+in+` AND r.closed_at IS NULL AND r.id <> $2 AND r.own = 0
			AND c.id = r.community_id AND c.private = 0
			AND EXISTS (
				SELECT 1 FROM members reader
				WHERE reader.community_id = $1 AND EXISTS (
					SELECT 1 FROM members m
					WHERE m.community_id = c.id AND m.at >= $3
						AND m.player_id IN `+storage.PersonPlayers("reader.player_id")+`))
		LIMIT 1`, args...)
}

// classesInPlay returns the classes of a list that have a puzzle in play: a puzzle of a daily from first to
// last, or one that is open for points in a group.
func classesInPlay(tx *storage.Tx, classes []string, first, last int) ([]string, error) {
	in, args := listed(classes, first, last)
	return storage.List[string](tx, "find classes in play", `
		SELECT class FROM dailies
		WHERE class IN `+in+` AND number BETWEEN $1 AND $2
		UNION
		SELECT r.class
		FROM rounds r CROSS JOIN communities c
		WHERE r.class IN `+in+` AND r.closed_at IS NULL AND r.own = 0
			AND c.id = r.community_id AND c.private = 0`, args...)
}

// openAlone returns the newest open round in a person's own chats whose puzzle belongs to one of some classes,
// or storage.ErrNotFound.
func openAlone(tx *storage.Tx, classes []string, playerID int64) (int64, error) {
	in, args := listed(classes, playerID)
	return storage.Get[int64](tx, "look for puzzle open alone", `
		SELECT r.id FROM rounds r CROSS JOIN communities c
		WHERE r.class IN `+in+` AND r.closed_at IS NULL
			AND c.id = r.community_id AND c.private = 1 AND c.player_id IN `+storage.PersonPlayers("$1")+`
		ORDER BY r.id DESC LIMIT 1`, args...)
}

// markShown stores that a player is shown a solution of the open rounds whose puzzles are of some classes.
func markShown(tx *storage.Tx, classes []string, playerID int64, at time.Time) error {
	in, args := listed(classes, playerID, at)
	return tx.Exec("mark as shown", `
		INSERT INTO shown (round_id, player_id, at)
		SELECT r.id, CAST($1 AS BIGINT), CAST($2 AS BIGINT) FROM rounds r
		WHERE r.class IN `+in+` AND r.closed_at IS NULL AND r.daily = 0
		ON CONFLICT DO NOTHING`, args...)
}

// isAnyUnmarked reports whether some round that markShown would mark is not marked yet.
func isAnyUnmarked(tx *storage.Tx, classes []string, playerID int64) (bool, error) {
	in, args := listed(classes, playerID)
	return storage.Get[bool](tx, "look for unmarked rounds", `
		SELECT EXISTS (
			SELECT 1 FROM rounds r
			WHERE r.class IN `+in+` AND r.closed_at IS NULL AND r.daily = 0 AND NOT EXISTS (
				SELECT 1 FROM shown s WHERE s.round_id = r.id AND s.player_id IN `+storage.PersonPlayers("$1")+`))`, args...)
}

// wasShown reports whether a person was shown a solution of a round while it was open: because they
// asked for it (the first EXISTS), or at the end of another round in which they had not found it
// themselves (the second).
func wasShown(tx *storage.Tx, r Round, playerID int64) (bool, error) {
	return storage.Get[bool](tx, "look for what was shown", `
		SELECT EXISTS (SELECT 1 FROM shown WHERE round_id = $1 AND player_id IN `+storage.PersonPlayers("$2")+`)
			OR EXISTS (
				SELECT 1 FROM seen s CROSS JOIN rounds other
				WHERE s.player_id IN `+storage.PersonPlayers("$2")+` AND s.class = $3
					AND other.id = s.round_id AND other.id <> $1 AND other.closed_at >= $4
					AND NOT EXISTS (
						SELECT 1 FROM answers x
						WHERE x.round_id = other.id AND `+storage.IsRight("x")+`
							AND x.player_id IN `+storage.PersonPlayers("$2")+`))`,
		r.ID, playerID, r.Class, r.DealtAt)
}

// A mutedRow is a muted answer to a round.
type mutedRow struct {
	ID       int64
	PlayerID int64
	At       time.Time
	Form     string
	Measure  int
	Public   bool
	Name     string
	Key      string
}

// answer returns the row as an answer to its round.
func (x mutedRow) answer(roundID int64) storage.Answer {
	return storage.Answer{
		ID:         x.ID,
		RoundID:    roundID,
		PlayerID:   x.PlayerID,
		At:         x.At,
		Form:       x.Form,
		Measure:    x.Measure,
		Public:     x.Public,
		PlayerName: x.Name,
		PlayerKey:  x.Key,
	}
}

// queueMuted queues a query for the muted answers of a form to a round, the oldest first: those
// that others could read.
func queueMuted(tx *storage.Tx, roundID int64, form string) *storage.Query[mutedRow] {
	return storage.Queue[mutedRow](tx, "list muted answers", `
		SELECT a.id, a.player_id, a.at, a.form, a.measure, a.open, p.name, p.key
		FROM answers a JOIN players p ON p.id = a.player_id
		WHERE a.round_id = $1 AND a.outcome = 'muted' AND a.form = $2 AND a.open = 1
		ORDER BY a.id`, roundID, form)
}

// listed prepares a list of classes for a statement that has other arguments, too. in is the list of
// parameters, in parentheses. all are the arguments of the statement: first args, then the classes.
func listed(classes []string, args ...any) (in string, all []any) {
	in = `(` + storage.Parameters(len(args)+1, len(classes)) + `)`
	all = args
	for _, class := range classes {
		all = append(all, class)
	}
	return in, all
}
