package storage

import "time"

// A Ghost is the rival in a puzzle of a match: a recorded first attempt, or a computed time.
type Ghost struct {
	RoundID  int64
	After    time.Duration // how long it needs, in whole milliseconds
	Recorded bool          // false: the time is computed
	PlayerID int64         // whose attempt it was; 0: nobody's, or they are forgotten
	// Name, Network and Key are theirs, if they allow it. They are filled by queries.
	Name, Network, Key string
}

// AddGhost stores the rival in a puzzle.
func (tx *Tx) AddGhost(g Ghost) error {
	return tx.Exec("add ghost", `INSERT INTO ghosts (round_id, millis, recorded, player_id) VALUES ($1, $2, $3, (SELECT id FROM players WHERE id = $4 AND key IS NOT NULL))`,
		g.RoundID, g.After, g.Recorded, g.PlayerID)
}

// Ghosts returns the rivals in the puzzles of a match, in the order in which they were dealt.
func (tx *Tx) Ghosts(matchID int64) ([]Ghost, error) {
	return List[Ghost](tx, "list ghosts of match", `
		SELECT g.round_id, g.millis, g.recorded, g.player_id, p.name, p.network, p.key
		FROM rounds r JOIN ghosts g ON g.round_id = r.id LEFT JOIN players p ON p.id = g.player_id
			AND (EXISTS (SELECT 1 FROM communities WHERE player_id = p.id AND recordings = 1)
				OR EXISTS (SELECT 1 FROM links mine JOIN links theirs ON theirs.person_id = mine.person_id JOIN communities c ON c.player_id = theirs.player_id
					WHERE mine.player_id = p.id AND c.recordings = 1))
		WHERE r.match_id = $1 ORDER BY r.id`, matchID)
}

// A Recording is a solution that a player found at their first attempt, without hints.
type Recording struct {
	PlayerID   int64
	Puzzle     string // its ID, opaque
	After      time.Duration
	Difficulty Learnt
}

// A Reach says whose recordings are read.
type Reach struct {
	Ability   float64
	Distance  float64       // of their abilities from that one, at most
	Players   int           // how many above it, and how many below
	Solutions int           // how many of each, the latest
	Longest   time.Duration // that a recording may be
}

// Recordings returns recordings of people whose abilities in a game are within reach, of puzzles of a level
// (0: any) that a person does not know.
func (tx *Tx) Recordings(playerID int64, game string, level int, of Reach) ([]Recording, error) {
	return List[Recording](tx, "list recordings", `
		SELECT x.player_id, r.puzzle, x.millis, d.value, d.prior, d.attempts FROM (
			SELECT * FROM (SELECT player_id FROM abilities WHERE game = $2 AND value >= $4 AND value <= $5 ORDER BY value LIMIT $7) AS s
			UNION ALL
			SELECT * FROM (SELECT player_id FROM abilities WHERE game = $2 AND value < $4 AND value >= $6 ORDER BY value DESC LIMIT $7) AS s
		) AS best CROSS JOIN players p CROSS JOIN rated x CROSS JOIN rounds r CROSS JOIN difficulties d
		WHERE p.id = best.player_id AND p.key IS NOT NULL AND p.id NOT IN `+kin("$1")+`
			AND x.player_id = p.id AND x.game = $2 AND x.solved = 1 AND x.millis BETWEEN 1 AND $9
			AND x.id >= COALESCE((SELECT id FROM rated WHERE player_id = p.id AND game = $2 AND solved = 1 ORDER BY id DESC LIMIT 1 OFFSET $8), 0)
			AND r.id = x.round_id AND CAST($3 AS BIGINT) IN (0, r.level) AND d.game = $2 AND d.class = x.class
			AND NOT EXISTS (SELECT 1 FROM seen WHERE player_id IN `+kin("$1")+` AND class = x.class)
			AND NOT EXISTS (SELECT 1 FROM rated WHERE player_id IN `+kin("$1")+` AND game = $2 AND class = x.class)
		ORDER BY x.id DESC`,
		playerID, game, level, of.Ability, of.Ability+of.Distance, of.Ability-of.Distance, of.Players, of.Solutions-1, of.Longest)
}
