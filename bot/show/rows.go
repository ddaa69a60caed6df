package show

import (
	"time"

	"reckon/bot/round"
	"reckon/storage"
)

// latestRecordings is how many of the latest recordings of a kind of puzzle are read.
const latestRecordings = 60

// A recording is how somebody did in a round of a show.
type recording struct {
	PlayerID int64
	// Puzzle is the ID of the puzzle.
	Puzzle string
	// Found reports whether the person gave an answer that counts in the show.
	Found bool
	// After is how long they took for it; if they gave none, how long the round lasted.
	After time.Duration
	// Text is the answer.
	Text string
	// Measure is how good the answer is, as the game measures.
	Measure int
}

// tables are the tables of the feature.
var tables = []storage.Table{
	{
		Name:   "show_recordings",
		Key:    []string{"round_id", "player_id"},
		People: []string{"player_id"},
		Forget: storage.Delete,
		Export: map[string]string{"show_recordings": `
			SELECT r.puzzle, x.found, x.millis, x.text, x.measure
			FROM show_recordings x JOIN rounds r ON r.id = x.round_id WHERE x.player_id = $1`},
	},
	{
		Name:         "show_ghosts",
		Key:          []string{"round_id"},
		People:       []string{"player_id"},
		Forget:       storage.Clear,
		BeforeForget: []string{`UPDATE show_ghosts SET text = '' WHERE player_id = $1`},
		Export: map[string]string{"played_against_in_shows": `
			SELECT r.puzzle, g.found, g.millis, g.text, g.measure, r.dealt_at
			FROM show_ghosts g JOIN rounds r ON r.id = g.round_id WHERE g.player_id = $1`},
	},
}

// addRecording stores a recording of a round. choice is the kind of the round's puzzle: see games.ShowChoice. A
// recording that is stored already stays as it is. Of a person who was forgotten while the show went on, nothing is
// stored.
func addRecording(tx *storage.Tx, roundID int64, game, choice string, r recording) error {
	return tx.Exec("add recording of show", `
		INSERT INTO show_recordings (round_id, player_id, game, choice, found, millis, text, measure)
		SELECT CAST($1 AS BIGINT), id, CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS BIGINT), CAST($6 AS BIGINT),
			CAST($7 AS TEXT), CAST($8 AS BIGINT)
		FROM players WHERE id = $2 AND key IS NOT NULL
		ON CONFLICT (round_id, player_id) DO NOTHING`,
		roundID, r.PlayerID, game, choice, r.Found, r.After, r.Text, r.Measure)
}

// listRecordings reads the latest recordings of a kind of puzzle in a game. Of these it returns the recordings of
// others whose puzzles the person has not seen.
func listRecordings(tx *storage.Tx, playerID int64, game, choice string) ([]recording, error) {
	person := storage.PersonPlayers("$1")
	return storage.List[recording](tx, "list recordings of shows", `
		SELECT x.player_id, r.puzzle, x.found, x.millis, x.text, x.measure
		FROM (
			SELECT * FROM show_recordings
			WHERE game = $2 AND choice = $3
			ORDER BY round_id DESC
			LIMIT $4) AS x
		CROSS JOIN rounds r
		WHERE r.id = x.round_id
			AND x.player_id NOT IN `+person+`
			AND NOT EXISTS (SELECT 1 FROM seen WHERE player_id IN `+person+` AND class = r.class)
		ORDER BY x.round_id DESC, x.player_id`,
		playerID, game, choice, latestRecordings)
}

// addGhost stores the ghost of a round. If the person who was recorded has been forgotten meanwhile, their ID and their
// answer are left out.
func addGhost(tx *storage.Tx, roundID int64, o round.Opponent) error {
	return tx.Exec("add ghost of show", `
		INSERT INTO show_ghosts (round_id, found, millis, text, measure, recorded, player_id)
		VALUES ($1, $2, $3,
			COALESCE((SELECT CAST($4 AS TEXT) FROM players WHERE id = $7 AND key IS NOT NULL), ''),
			$5, $6,
			(SELECT id FROM players WHERE id = $7 AND key IS NOT NULL))`,
		roundID, o.Found, o.After, o.Text, o.Measure, o.Recorded, o.PlayerID)
}

// ghostsOf returns the ghosts in the rounds of a show, by the ID of the round. Nobody is named.
func ghostsOf(tx *storage.Tx, matchID int64) (map[int64]round.Opponent, error) {
	type row struct {
		RoundID  int64
		Found    bool
		After    time.Duration
		Text     string
		Measure  int
		Recorded bool
		PlayerID int64
	}
	rows, err := storage.List[row](tx, "list ghosts of show", `
		SELECT g.round_id, g.found, g.millis, g.text, g.measure, g.recorded, g.player_id
		FROM rounds r JOIN show_ghosts g ON g.round_id = r.id
		WHERE r.match_id = $1 ORDER BY r.id`, matchID)
	if err != nil {
		return nil, err
	}
	all := map[int64]round.Opponent{}
	for _, r := range rows {
		all[r.RoundID] = round.Opponent{
			After:    r.After,
			Recorded: r.Recorded,
			PlayerID: r.PlayerID,
			Found:    r.Found,
			Text:     r.Text,
			Measure:  r.Measure,
		}
	}
	return all, nil
}
