package ghost

import (
	"time"

	"reckon/bot/round"
	"reckon/bot/round/rating"
	"reckon/engine"
	"reckon/storage"
)

const (
	// nearAbility is how far a ghost's ability may be from the person's, in ln of seconds. With 0.7 a
	// ghost is at most twice as quick, and at least half as quick.
	nearAbility = 0.7
	// nearPlayers is of how many people above an ability recordings are read, and of how many below it. Of a group
	// they are read of that many people, too.
	nearPlayers = 6
	// maxGroups is in how many of their groups we look for people whom a person knows.
	maxGroups = 3
	// latestMates is how many people of each of these groups we look at.
	latestMates = 100
	// latestSolutions is how many of a person's latest solutions are read.
	latestSolutions = 30
	// longest is the longest time that a ghost may take: the person has to wait for it.
	longest = 3 * time.Minute
)

// addGhost stores the ghost of a round. If the person who was recorded has been forgotten meanwhile,
// the ghost is stored without a person.
func addGhost(tx *storage.Tx, roundID int64, o round.Opponent) error {
	return tx.Exec("add ghost", `
		INSERT INTO ghosts (round_id, millis, recorded, player_id)
		VALUES ($1, $2, $3, (SELECT id FROM players WHERE id = $4 AND key IS NOT NULL))`,
		roundID, o.After, o.Recorded, o.PlayerID)
}

// ghostsOf returns the ghosts in the puzzles of a match, by the ID of the round. A ghost has a name only
// if its person wants to be named. The last three columns are about an Opponent's answer, which a ghost does not give.
func ghostsOf(tx *storage.Tx, matchID int64) (map[int64]round.Opponent, error) {
	type row struct {
		RoundID int64
		round.Opponent
	}
	rows, err := storage.List[row](tx, "list ghosts of match", `
		SELECT g.round_id, g.millis, g.recorded, g.player_id, p.name, p.network, p.key, 0, '', 0
		FROM rounds r JOIN ghosts g ON g.round_id = r.id LEFT JOIN players p ON p.id = g.player_id
			AND `+namesPerson.IsOnFor("p.id")+`
		WHERE r.match_id = $1 ORDER BY r.id`, matchID)
	if err != nil {
		return nil, err
	}
	all := map[int64]round.Opponent{}
	for _, r := range rows {
		all[r.RoundID] = r.Opponent
	}
	return all, nil
}

// A recording is how long somebody took for a puzzle at their first attempt, without hints.
type recording struct {
	PlayerID int64
	// Puzzle is the ID of the puzzle.
	Puzzle     string
	After      time.Duration
	Difficulty rating.Rating
}

// listRecordings returns recordings in a game by people near an ability. Their puzzles have a level (0: any), and the
// given person does not know them.
//
// The players are those nearest above the ability, and those nearest below it.
func listRecordings(
	tx *storage.Tx, playerID int64, game string, level engine.Level, ability float64,
) ([]recording, error) {
	return storage.List[recording](tx, "list recordings", recordingsOf(`
			SELECT * FROM (
				SELECT player_id FROM abilities WHERE game = $2 AND value >= $6 AND value <= $7
				ORDER BY value LIMIT $9) AS above
			UNION ALL
			SELECT * FROM (
				SELECT player_id FROM abilities WHERE game = $2 AND value < $6 AND value >= $8
				ORDER BY value DESC LIMIT $9) AS below`),
		playerID, game, int(level), latestSolutions-1, longest,
		ability, ability+nearAbility, ability-nearAbility, nearPlayers)
}

// groupsOf returns the groups of a person: those in which they played last come first.
func groupsOf(tx *storage.Tx, playerID int64) ([]int64, error) {
	return storage.List[int64](tx, "list groups", `
		SELECT m.community_id FROM members m CROSS JOIN communities c
		WHERE m.player_id IN `+storage.PersonPlayers("$1")+` AND m.lapsed = 0
			AND c.id = m.community_id AND c.private = 0
		ORDER BY m.at DESC, m.community_id
		LIMIT $2`, playerID, maxGroups)
}

// listRecordingsOfMates returns recordings in a game by people of a group who want to be named, like listRecordings.
// It reads those of the latest people of the group, whatever their ability is.
func listRecordingsOfMates(
	tx *storage.Tx, playerID int64, game string, level engine.Level, groupID int64,
) ([]recording, error) {
	return storage.List[recording](tx, "list recordings of mates", recordingsOf(`
			SELECT page.player_id FROM (
				SELECT player_id, at FROM members WHERE community_id = $6 AND lapsed = 0
				ORDER BY at DESC LIMIT $7) AS page
			WHERE `+namesPerson.IsOnFor("page.player_id")+`
			ORDER BY page.at DESC LIMIT $8`),
		playerID, game, int(level), latestSolutions-1, longest,
		groupID, latestMates, nearPlayers)
}

// recordingsOf returns a statement that lists recordings of some players whose puzzles a person does not know.
// players is a SELECT of the IDs of the players. It may use parameters from $6 on. The statement uses these:
//
//	$1  the ID of the person
//	$2  the game
//	$3  the level
//	$4  how many solutions of each player are read, less one
//	$5  the longest time
//
// The statement leaves out the person themselves and people who are forgotten (p). Of each player it reads the latest
// solved attempts (x), with the round (r) and the difficulty of the class (d). Last, it leaves out the classes that the
// person has seen or attempted.
func recordingsOf(players string) string {
	person := storage.PersonPlayers("$1")
	return `
		SELECT x.player_id, r.puzzle, x.millis, d.value, d.prior, d.attempts FROM (` + players + `
		) AS near CROSS JOIN players p CROSS JOIN rated x CROSS JOIN rounds r CROSS JOIN difficulties d
		WHERE p.id = near.player_id AND p.key IS NOT NULL AND p.id NOT IN ` + person + `
			AND x.player_id = p.id AND x.game = $2 AND x.solved = 1 AND x.millis BETWEEN 1 AND $5
			AND x.id >= COALESCE((
				SELECT id FROM rated WHERE player_id = p.id AND game = $2 AND solved = 1
				ORDER BY id DESC LIMIT 1 OFFSET $4), 0)
			AND r.id = x.round_id AND CAST($3 AS BIGINT) IN (0, r.level) AND d.game = $2 AND d.class = x.class
			AND NOT EXISTS (SELECT 1 FROM seen WHERE player_id IN ` + person + ` AND class = x.class)
			AND NOT EXISTS (SELECT 1 FROM rated WHERE player_id IN ` + person + ` AND game = $2 AND class = x.class)
		ORDER BY x.id DESC`
}
