package storage

import "time"

// mostHistory is how many of a person's rounds are looked back on.
const mostHistory = 3000

// A SolveTime is how long a solution took that was found without hints, at the first
// attempt.
type SolveTime struct {
	Game  string
	Level int
	Took  time.Duration
}

func (s *SolveTime) columns() []any { return []any{&s.Game, &s.Level, &s.Took} }

// SolveTimes returns those of a person, a few thousand at most.
func (tx *Tx) SolveTimes(playerID int64) ([]SolveTime, error) {
	return list[SolveTime](tx, "list solve times", `
		SELECT d.game, r.level, d.millis FROM rated d CROSS JOIN rounds r
		WHERE d.player_id IN `+kin(1)+` AND d.solved = 1 AND r.id = d.round_id LIMIT $2`, playerID, mostHistory)
}

// A Solved is a round in which a person was paid for a right answer.
type Solved struct {
	RoundID              int64
	Game                 string
	Level, Hints, Points int
}

func (s *Solved) columns() []any { return []any{&s.RoundID, &s.Game, &s.Level, &s.Hints, &s.Points} }

// SolvedRounds returns those of a person, a few thousand at most.
func (tx *Tx) SolvedRounds(playerID int64) ([]Solved, error) {
	return list[Solved](tx, "list solved rounds", `
		SELECT t.round_id, r.game, r.level, t.hints, w.points FROM attempts t CROSS JOIN awards w CROSS JOIN rounds r
		WHERE t.player_id IN `+kin(1)+` AND w.round_id = t.round_id AND w.player_id = t.player_id AND w.solved = 1 AND w.points > 0
			AND r.id = t.round_id LIMIT $2`, playerID, mostHistory)
}
