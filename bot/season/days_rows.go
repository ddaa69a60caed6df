// This file has the rows with the best day of each person: the score of its dailies.

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
	// Place is the same for days with equal points.
	Place int
}

// bestDaysOf returns at most limit best days of a board. The best come first, and of equal ones the earliest.
func bestDaysOf(tx *storage.Tx, board int64, limit int) ([]bestDay, error) {
	return storage.List[bestDay](tx, "list best days", `
		SELECT best.day, p.name, p.key, best.points, RANK() OVER (ORDER BY best.points DESC)
		FROM (
			SELECT day, player_id, points FROM best_days
			WHERE community_id = $1
			ORDER BY points DESC, day, player_id
			LIMIT $2) AS best
			JOIN players p ON p.id = best.player_id
		ORDER BY best.points DESC, best.day, best.player_id`, board, limit)
}

// ifBetter lets a day replace another one of the same person if it is better.
const ifBetter = `
		ON CONFLICT (community_id, player_id) DO UPDATE SET day = excluded.day, points = excluded.points
		WHERE excluded.points > best_days.points`

// keepDay is called when a person has earned points by a daily. In each community that they belong to it stores the day
// if it is their best one there.
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

// keepDayOfWorld is keepDay for the World. The person appears there as the player shown. Points that count in their
// communities alone (Award.Local) do not count there.
func keepDayOfWorld(tx *storage.Tx, shown int64, day int) error {
	return tx.Exec("keep best day of the world", `
		INSERT INTO best_days (community_id, player_id, day, points)
		SELECT CAST($3 AS BIGINT), CAST($1 AS BIGINT), CAST($2 AS BIGINT), best.points
		FROM (
			SELECT SUM(points) AS points FROM awards
			WHERE community_id = 0 AND player_id IN `+storage.PersonPlayers("$1")+` AND day = $2 AND local = 0) AS best
		WHERE best.points > 0`+ifBetter, shown, day, storage.World)
}

// pointsNow is what a best day of the person $1 is worth now, on the board of a community or of the World ($2).
var pointsNow = `(CASE best_days.community_id
			WHEN $2 THEN (
				SELECT COALESCE(SUM(points), 0) FROM awards
				WHERE community_id = 0 AND player_id IN ` + storage.PersonPlayers("$1") + ` AND day = best_days.day AND local = 0)
			ELSE (
				SELECT COALESCE(SUM(points), 0) FROM scores
				WHERE community_id = 0 AND player_id IN ` + storage.PersonPlayers("$1") + ` AND day = best_days.day AND game = '')
			END)`

// correctDays sets the best days of a person to what they are worth now. When players are linked, points become void if
// another player of the person had earned them before. When players are unlinked, such points count again.
func correctDays(tx *storage.Tx, playerID int64) error {
	err := tx.Exec("drop best days that are void", `
		DELETE FROM best_days WHERE player_id IN `+storage.PersonPlayers("$1")+` AND `+pointsNow+` = 0`, playerID, storage.World)
	if err != nil {
		return err
	}
	return tx.Exec("correct best days", `
		UPDATE best_days SET points = `+pointsNow+`
		WHERE player_id IN `+storage.PersonPlayers("$1")+` AND points <> `+pointsNow, playerID, storage.World)
}

// showDayOfWorld is called when a person's part of the World has been rebuilt. They appear there as the player shown
// now, who gets the best of their days there. If shown is 0, they have left the World, and no day stays.
func showDayOfWorld(tx *storage.Tx, playerID, shown int64) error {
	if err := correctDays(tx, playerID); err != nil {
		return err
	}
	if shown != 0 {
		// SQLite needs the WHERE: without it, ON CONFLICT would be read as the condition of a join.
		err := tx.Exec("move best day of the world", `
			INSERT INTO best_days (community_id, player_id, day, points)
			SELECT community_id, CAST($2 AS BIGINT), day, points FROM (
				SELECT community_id, day, points FROM best_days
				WHERE community_id = $3 AND player_id IN `+storage.PersonPlayers("$1")+` AND player_id <> $2
				ORDER BY points DESC, day
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
