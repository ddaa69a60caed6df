package mode

import "time"

// Duel is the name of a match of two people. Who wins two puzzles wins the duel.
const Duel = "duel"

const (
	// ChallengeFor is how long a challenge may be accepted.
	ChallengeFor = 3 * time.Minute
	// ChallengeEvery is how long a person has to wait before they can challenge the same person
	// again.
	ChallengeEvery = 10 * time.Minute
	// MaxDuel is how many puzzles a duel has at most. There may be more than three, since nobody wins some of
	// them.
	MaxDuel = 5
)

// duel returns the mode of a duel. The first right answer wins a puzzle. If answers are measured,
// the better answer wins, and of two equally good answers the earlier. A person who gives up loses
// the puzzle.
func duel(measured bool) Mode {
	m := Mode{
		Name:      Duel,
		Shared:    true,
		Hidden:    true,
		Pay:       PayByRank,
		GiveUp:    QuitResigns,
		Pair:      true,
		Length:    MaxDuel,
		EndsEarly: true,
		Pause:     pause,
		Score:     onePoint,
		Decided:   wonTwo,
		Rates:     true,
		Players:   both,
	}
	if measured {
		m.Variant = ".best"
		m.Pay = PayBest
	}
	return m
}

// onePoint is the score of the winner of a puzzle. The loser has no rank.
func onePoint(int, int) int { return 1 }

// both lets the two people of a pair answer each puzzle.
func both(pair []int64) []int64 { return pair }

// wonTwo reports whether somebody has won two puzzles.
func wonTwo(puzzles Rankings, _ int) bool {
	for _, n := range wins(puzzles) {
		if n == 2 {
			return true
		}
	}
	return false
}

// wins counts the puzzles that each player has won. A puzzle has one winner at most.
func wins(puzzles Rankings) map[int64]int {
	out := map[int64]int{}
	for _, puzzle := range puzzles {
		for _, player := range puzzle {
			out[player]++
		}
	}
	return out
}
