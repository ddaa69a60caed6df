package round

import (
	"fmt"
	"strings"
	"time"

	"reckon/storage"
)

// DailyPuzzle returns the ID of the puzzle of a game that was chosen for the daily of a number.
func DailyPuzzle(tx *storage.Tx, number int, game string) (puzzle string, err error) {
	return storage.Get[string](tx, "find daily", `
		SELECT puzzle FROM dailies WHERE number = $1 AND game = $2`, number, game)
}

// AddDaily stores which puzzle is chosen for a daily, and its class. If one was chosen before, that
// one stays.
func AddDaily(tx *storage.Tx, number int, game, puzzle, class string) error {
	return tx.Exec("add daily", `
		INSERT INTO dailies (number, game, puzzle, class)
		VALUES ($1, $2, $3, $4)
		ON CONFLICT (game, number) DO NOTHING`, number, game, puzzle, class)
}

// A dailyClass is the class of the puzzle of a daily, with the daily's number.
type dailyClass struct {
	Number int
	Class  string
}

// dailyClasses returns the classes of all dailies of a game, in the order of their numbers.
func dailyClasses(tx *storage.Tx, game string) ([]dailyClass, error) {
	return storage.List[dailyClass](tx, "list classes of dailies", `
		SELECT number, class FROM dailies WHERE game = $1 ORDER BY number`, game)
}

// DailyRow returns the row of the round of a daily, which everyone shares; ErrNotFound if there is none. After
// ErrNotFound no other transaction can make the round until this transaction has ended.
func DailyRow(tx *storage.Tx, number int, game string) (storage.Round, error) {
	r, found, err := storage.Found(findDailyRow(tx, number, game))
	if err != nil {
		return storage.Round{}, err
	}
	if found {
		return r, nil
	}
	if tx.IsAlone() {
		// A transaction on a file, or one that only reads, needs no lock.
		return storage.Round{}, storage.ErrNotFound
	}
	if err := tx.LockName("dailies"); err != nil {
		return storage.Round{}, err
	}
	// Another transaction may have made the round before this one had the lock.
	return findDailyRow(tx, number, game)
}

// findDailyRow is DailyRow without a lock.
func findDailyRow(tx *storage.Tx, number int, game string) (storage.Round, error) {
	return storage.Get[storage.Round](tx, "find round of daily", `
		SELECT `+storage.RoundColumns+` FROM rounds
		WHERE daily = $1 AND game = $2 AND community_id IS NULL`, number, game)
}

// isDailyClass reports whether a puzzle of a class is among the dailies from first to last.
func isDailyClass(tx *storage.Tx, class string, first, last int) (bool, error) {
	return storage.Get[bool](tx, "look for class in dailies", isDailyQuery, class, first, last)
}

const isDailyQuery = `SELECT EXISTS (SELECT 1 FROM dailies WHERE class = $1 AND number BETWEEN $2 AND $3)`

// A DailySolver is a person who has solved a daily.
type DailySolver struct {
	// ID is the player's.
	ID   int64
	Key  string
	Name string
	// ShownAt is when they were first shown the puzzle; zero: not known.
	ShownAt  time.Time
	SolvedAt time.Time
	// Measure is that of their best right answer; -1: not known.
	Measure int
}

const solverColumns = `p.id, p.key, p.name, o.at, s.at`

// MostMore is the largest number of further solvers of a daily that is counted. MostMore + 1 stands for any
// larger number.
const MostMore = 1000

// dailySolvers returns the first members of a community who solved a daily, at most limit of them, and how
// many more members solved it, up to MostMore + 1. A private community has none.
func dailySolvers(tx *storage.Tx, roundID, communityID int64, limit int) (solvers []DailySolver, more int, err error) {
	solvers, err = storage.List[DailySolver](tx, "list solvers of daily", `
		SELECT `+solverColumns+`, COALESCE((
			SELECT MIN(a.measure) FROM answers a
			WHERE a.player_id = s.player_id AND a.round_id = s.round_id AND `+storage.IsRight("a")+`), -1)
		FROM solvers s CROSS JOIN players p
			LEFT JOIN openings o ON o.round_id = s.round_id AND o.player_id = s.player_id
		WHERE p.id = s.player_id AND s.community_id = $1 AND s.round_id = $2 AND p.key IS NOT NULL
		ORDER BY s.at, s.player_id
		LIMIT $3`, communityID, roundID, limit)
	if err != nil {
		return nil, 0, err
	}
	if len(solvers) < limit {
		return solvers, 0, nil
	}
	count, err := storage.Get[int](tx, "count solvers of daily", `
		SELECT COUNT(*) FROM (
			SELECT 1 FROM solvers WHERE community_id = $1 AND round_id = $2 LIMIT $3) AS counted`,
		communityID, roundID, limit+MostMore+1)
	if err != nil {
		return nil, 0, err
	}
	return solvers, count - limit, nil
}

// bestSolver returns the member of a community whose right answer to a daily is the best: it has the
// least measure and, of those with that measure, was the earliest. It returns ErrNotFound if there is
// none, or if that member is forgotten.
func bestSolver(tx *storage.Tx, roundID, communityID int64) (DailySolver, error) {
	return storage.Get[DailySolver](tx, "find best solver of daily", `
		SELECT `+solverColumns+`, s.measure
		FROM bests s CROSS JOIN players p
			LEFT JOIN openings o ON o.round_id = s.round_id AND o.player_id = s.player_id
		WHERE p.id = s.player_id AND s.community_id = $1 AND s.round_id = $2 AND p.key IS NOT NULL`,
		communityID, roundID)
}

// A dayScore is how many points a person has from the dailies of a day.
type dayScore struct {
	// ID is the player's.
	ID     int64
	Key    string
	Name   string
	Points int
}

// mostScored is how many people dayScores compares: those who were the first to solve a daily of
// the day.
const mostScored = 500

// dayScores returns the best scores of a day in a community, at most limit of them. Earlier versions paid
// other points for a day, which are no score out of 100. Their rounds have no base, and such a day has no
// scores.
//
// The statement picks the first members of the community who solved a puzzle of the day (best). It takes
// only the first that solved each puzzle, so it does not read all who solved one. For each of these
// members it adds up the scores of all players of the person for that day. It counts only the rounds that
// belong to no community, which are the dailies.
func dayScores(tx *storage.Tx, communityID int64, number, limit int) ([]dayScore, error) {
	rounds, err := storage.List[int64](tx, "list rounds of day",
		`SELECT id FROM rounds WHERE daily = $1 AND community_id IS NULL`, number)
	if err != nil || len(rounds) == 0 {
		return nil, err
	}
	args := []any{communityID, number, UnixDay(number), limit, mostScored}
	var firsts []string
	for _, id := range rounds {
		args = append(args, id)
		firsts = append(firsts, fmt.Sprintf(`
				SELECT player_id, at FROM (
					SELECT player_id, at FROM solvers
					WHERE community_id = $1 AND round_id = $%d
					ORDER BY at, player_id
					LIMIT $5) AS first`, len(args)))
	}
	return storage.List[dayScore](tx, "list scores of day", `
		SELECT p.id, p.key, p.name, SUM(s.points)
		FROM (
			SELECT player_id FROM (`+strings.Join(firsts, " UNION ALL ")+`) AS firsts
			GROUP BY player_id
			ORDER BY MIN(at), player_id
			LIMIT $5) AS best
			CROSS JOIN players p CROSS JOIN players theirs CROSS JOIN scores s
		WHERE p.id = best.player_id AND p.key IS NOT NULL AND theirs.person_id = p.person_id
			AND s.community_id = 0 AND s.player_id = theirs.id AND s.day = $3 AND s.game = ''
			AND NOT EXISTS (
				SELECT 1 FROM rounds WHERE daily = $2 AND community_id IS NULL AND base = 0)
		GROUP BY p.id, p.key, p.name
		ORDER BY SUM(s.points) DESC, MAX(s.reached), p.id
		LIMIT $4`, args...)
}

// MostCompared is how many players PointsOfDay compares at most for each of the dailies.
const MostCompared = 1000

// PointsOfDay returns what each person has earned with the dailies of a day, the least first. For each daily it reads
// the points of at most MostCompared players, and leaves out the others.
func PointsOfDay(tx *storage.Tx, number int) ([]int, error) {
	rounds, err := storage.List[int64](tx, "list rounds of day",
		`SELECT id FROM rounds WHERE daily = $1 AND community_id IS NULL`, number)
	if err != nil || len(rounds) == 0 {
		return nil, err
	}
	args := []any{MostCompared}
	var earned []string
	for _, id := range rounds {
		args = append(args, id)
		earned = append(earned, fmt.Sprintf(`
			SELECT player_id, points FROM (
				SELECT player_id, points FROM awards WHERE round_id = $%d ORDER BY player_id LIMIT $1) AS earned`, len(args)))
	}
	return storage.List[int](tx, "list points of day", `
		SELECT SUM(a.points)
		FROM (`+strings.Join(earned, " UNION ALL ")+`) AS a CROSS JOIN players p
		WHERE p.id = a.player_id
		GROUP BY p.person_id
		ORDER BY SUM(a.points)`, args...)
}

// A partScore is how many points a person has from the daily of a game on a day.
type partScore struct {
	PlayerID int64
	Game     string
	Points   int
}

// partScores returns the points of some people from the dailies of a day, game by game. For each of the players
// it adds up those of all players of the person.
func partScores(tx *storage.Tx, number int, scores []dayScore) ([]partScore, error) {
	args := []any{UnixDay(number)}
	var places []string
	for _, s := range scores {
		args = append(args, s.ID)
		places = append(places, fmt.Sprintf("$%d", len(args)))
	}
	return storage.List[partScore](tx, "list scores of parts of day", `
		SELECT p.id, s.game, SUM(s.points)
		FROM players p CROSS JOIN players theirs CROSS JOIN scores s
		WHERE p.id IN (`+strings.Join(places, ", ")+`) AND theirs.person_id = p.person_id
			AND s.community_id = 0 AND s.player_id = theirs.id AND s.day = $1 AND s.game <> ''
		GROUP BY p.id, s.game`, args...)
}

// addBest stores a player's right answer to a daily as the best answer in each community that they
// belong to, unless the one that is stored for a community is as good.
func addBest(tx *storage.Tx, roundID, playerID int64, measure int, at time.Time) error {
	return tx.Exec("add best of daily", `
		INSERT INTO bests (community_id, round_id, measure, at, player_id)
		SELECT m.community_id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), m.player_id
		FROM members m CROSS JOIN communities c
		WHERE c.id = m.community_id AND m.player_id IN `+storage.PersonPlayers("$4")+` AND m.lapsed = 0
			AND c.private = 0`+storage.KeepBest,
		roundID, measure, at, playerID)
}

// addOpening notes when a player was first shown the puzzle of a round. A later time changes nothing.
func addOpening(tx *storage.Tx, roundID, playerID int64, at time.Time) error {
	return tx.Exec("open round", `
		INSERT INTO openings (round_id, player_id, at)
		VALUES ($1, $2, $3)
		ON CONFLICT (round_id, player_id) DO NOTHING`, roundID, playerID, at)
}

// An opening is a daily that a player was shown, and when that was first.
type opening struct {
	dailyClass
	At time.Time
}

// openingsOf returns the openings of a player among the dailies from firstDaily on.
func openingsOf(tx *storage.Tx, playerID int64, firstDaily int) ([]opening, error) {
	return storage.List[opening](tx, "list openings of player", `
		SELECT r.daily, r.class, o.at
		FROM openings o CROSS JOIN rounds r
		WHERE o.player_id = $1 AND r.id = o.round_id AND r.daily >= $2`, playerID, firstDaily)
}

// AddDay stores that a player has answered the daily of a number well. For each community where the
// person did something since a time, it stores that somebody there has answered the daily well.
func AddDay(tx *storage.Tx, playerID int64, number int, since time.Time) error {
	err := tx.Exec("add day", `
		INSERT INTO days (player_id, number) VALUES ($1, $2) ON CONFLICT DO NOTHING`, playerID, number)
	if err != nil {
		return err
	}
	return tx.Exec("add day of communities", `
		INSERT INTO shared_days (community_id, number)
		SELECT m.community_id, CAST($1 AS BIGINT)
		FROM members m CROSS JOIN communities c
		WHERE c.id = m.community_id AND m.player_id IN `+storage.PersonPlayers("$2")+` AND m.at >= $3 AND c.private = 0
		ON CONFLICT DO NOTHING`, number, playerID, since)
}

// hasDay reports whether a person has answered a daily of a number well.
func hasDay(tx *storage.Tx, playerID int64, number int) (bool, error) {
	return storage.Get[bool](tx, "look for day", `
		SELECT EXISTS (SELECT 1 FROM days WHERE player_id IN `+storage.PersonPlayers("$1")+` AND number = $2)`,
		playerID, number)
}

// communityDays returns the numbers of the dailies that somebody of a community has
// answered well, newest first, at most limit of them.
func communityDays(tx *storage.Tx, communityID int64, limit int) ([]int, error) {
	return storage.List[int](tx, "list days of community", `
		SELECT number FROM shared_days WHERE community_id = $1 ORDER BY number DESC LIMIT $2`, communityID, limit)
}

// Days returns the numbers of the dailies that a person has answered well, newest
// first, at most limit of them.
func Days(tx *storage.Tx, playerID int64, limit int) ([]int, error) {
	return storage.List[int](tx, "list days", `
		SELECT DISTINCT number FROM days
		WHERE player_id IN `+storage.PersonPlayers("$1")+`
		ORDER BY number DESC
		LIMIT $2`, playerID, limit)
}
