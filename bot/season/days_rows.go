// This file has the rows with the best day of each person. A day is worth the points of its dailies.

package season

import (
	"reckon/bot/round"
	"reckon/storage"
)

// mostDays is how many best days a board lists.
const mostDays = 10

// A bestDay is a person's best day on a board.
type bestDay struct {
	// Day is in days since 1970.
	Day       int
	Name      string
	PlayerKey string
	Points    int
	// Place is the rank on the board. Days with equal points share one.
	Place int
}

// bestDaysOf returns the best days of a board, at most limit of them. The best comes first, and of equal ones the
// earliest. There is a row for each player, and linked players are one person: only the best of their rows is listed.
func bestDaysOf(tx *storage.Tx, board int64, limit int) ([]bestDay, error) {
	return storage.List[bestDay](tx, "list best days", `
		SELECT best.day, p.name, p.key, best.points, RANK() OVER (ORDER BY best.points DESC)
		FROM (
			SELECT b.day, b.player_id, b.points FROM best_days b
			WHERE b.community_id = $1 AND NOT EXISTS (
				SELECT 1 FROM players mine
					JOIN players other ON other.person_id = mine.person_id AND other.id <> mine.id
					JOIN best_days o ON o.community_id = b.community_id AND o.player_id = other.id
				WHERE mine.id = b.player_id AND (o.points > b.points
					OR o.points = b.points AND (o.day < b.day OR o.day = b.day AND o.player_id < b.player_id)))
			ORDER BY b.points DESC, b.day, b.player_id
			LIMIT $2) AS best
			JOIN players p ON p.id = best.player_id
		ORDER BY best.points DESC, best.day, best.player_id`, board, limit)
}

// ifBetter ends a statement that stores days. It replaces the stored day of a player only by a better one.
const ifBetter = `
		ON CONFLICT (community_id, player_id) DO UPDATE SET day = excluded.day, points = excluded.points
		WHERE excluded.points > best_days.points`

// keepDay is called when a person has earned points by a daily. For each community that they belong to, it stores the
// day of that daily if it is their best one there.
func keepDay(tx *storage.Tx, act round.Act, r round.Round) error {
	return tx.Exec("keep best day", `
		INSERT INTO best_days (community_id, player_id, day, points)
		SELECT m.community_id, m.player_id, CAST($2 AS BIGINT), best.points
		FROM (
			SELECT SUM(points) AS points FROM scores
			WHERE community_id = 0 AND player_id IN `+storage.PersonPlayers("$1")+` AND day = $2 AND game = '') AS best
			CROSS JOIN members m
		WHERE m.player_id IN `+storage.PersonPlayers("$1")+` AND m.lapsed = 0 AND best.points > 0`+ifBetter,
		act.Person.ID, round.UnixDay(r.Daily))
}

// keepDayOfWorld does for the World what keepDay does for communities. shown is the player as whom the person is in the
// World. Points that count only in the person's communities (Award.Local) are left out.
func keepDayOfWorld(tx *storage.Tx, shown int64, day int) error {
	return tx.Exec("keep best day of the world", `
		INSERT INTO best_days (community_id, player_id, day, points)
		SELECT CAST($3 AS BIGINT), CAST($1 AS BIGINT), CAST($2 AS BIGINT), best.points
		FROM (
			SELECT SUM(points) AS points FROM awards
			WHERE community_id = 0 AND player_id IN `+storage.PersonPlayers("$1")+` AND day = $2 AND local = 0) AS best
		WHERE best.points > 0`+ifBetter, shown, day, storage.World)
}

// correctDays computes the best days of a person again, after players were linked or unlinked. By a link, points become
// void that another player of the person had earned before. When the players are unlinked, these points count again. In
// either case another day may now be the best one.
func correctDays(tx *storage.Tx, playerID int64) error {
	// In a community, days count from the day on which the player joined it. The column since has that moment in
	// milliseconds. A day has 86400000 of them. The day that is stored counts in any case.
	scoresOfMember := `scores s
			WHERE s.community_id = 0 AND s.player_id IN ` + storage.PersonPlayers("$1") + ` AND s.game = ''
				AND (s.day = best_days.day OR s.day >= (
					SELECT m.since / 86400000 FROM members m
					WHERE m.community_id = best_days.community_id AND m.player_id = best_days.player_id))`
	if err := correctDaysOf(tx, playerID, `best_days.community_id <> $2`, scoresOfMember); err != nil {
		return err
	}
	// In the World, points that count only in the person's communities are left out.
	awardsInWorld := `awards s
			WHERE s.community_id = 0 AND s.player_id IN ` + storage.PersonPlayers("$1") + ` AND s.local = 0`
	return correctDaysOf(tx, playerID, `best_days.community_id = $2`, awardsInWorld)
}

// correctDaysOf sets a person's best days on some boards again. boards is the condition for these boards. counted is
// what follows FROM in a SELECT of the points that count there: a table, named s, and a condition. If no day is worth
// anything on a board, the row of that board is deleted.
func correctDaysOf(tx *storage.Tx, playerID int64, boards, counted string) error {
	best := `
			SELECT s.day, SUM(s.points) FROM ` + counted + `
			GROUP BY s.day HAVING SUM(s.points) > 0 ORDER BY SUM(s.points) DESC, s.day LIMIT 1`
	rows := boards + ` AND best_days.player_id IN ` + storage.PersonPlayers("$1")
	err := tx.Exec("drop best days that are void", `
		DELETE FROM best_days WHERE `+rows+` AND NOT EXISTS (`+best+`)`, playerID, storage.World)
	if err != nil {
		return err
	}
	return tx.Exec("correct best days", `
		UPDATE best_days SET (day, points) = (`+best+`) WHERE `+rows, playerID, storage.World)
}

// showDayOfWorld is called when the kernel has computed a person's rows on the boards of the World again. shown is the
// player as whom they are in the World now. That player gets the best of the person's days there. If shown is 0, the
// person is not in the World, and no day stays.
func showDayOfWorld(tx *storage.Tx, playerID, shown int64) error {
	if err := correctDays(tx, playerID); err != nil {
		return err
	}
	if shown != 0 {
		// Now all rows of the person have the same day, so any of them will do. SQLite needs the WHERE: without it,
		// ON CONFLICT would be read as the condition of a join.
		err := tx.Exec("move best day of the world", `
			INSERT INTO best_days (community_id, player_id, day, points)
			SELECT community_id, CAST($2 AS BIGINT), day, points FROM (
				SELECT community_id, day, points FROM best_days
				WHERE community_id = $3 AND player_id IN `+storage.PersonPlayers("$1")+` AND player_id <> $2
				LIMIT 1) AS best
			WHERE 1 = 1`+ifBetter, playerID, shown, storage.World)
		if err != nil {
			return err
		}
	}
	return tx.Exec("leave best days of the world", `
		DELETE FROM best_days
		WHERE community_id = $3 AND player_id IN `+storage.PersonPlayers("$1")+` AND player_id <> $2`,
		playerID, shown, storage.World)
}
