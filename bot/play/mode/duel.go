package mode

import (
	"maps"
	"slices"
	"time"
)

// Duel is the name of a match of two: the better of three puzzles.
const Duel = "duel"

const (
	// ChallengeFor is how long a challenge may be accepted.
	ChallengeFor = 3 * time.Minute
	// ChallengeEvery is after how long the same person may be challenged again.
	ChallengeEvery = 10 * time.Minute
	// MaxDuel is how many puzzles a duel has at most: some may be drawn.
	MaxDuel = 5
)

// duel is won by the first right answer to a puzzle or, where answers are measured, by
// the better one; of equal answers by the earlier one. Giving up loses the puzzle.
func duel(measured bool) Mode {
	m := Mode{
		Name: Duel, Shared: true, Hidden: true, Pay: PayPlaces, GiveUp: QuitResigns,
		Pair: true, Length: MaxDuel, EndsEarly: true, Pause: pause,
		Score:   func(int, int) int { return 1 }, // the loser of a puzzle has no place
		Decided: wonTwo,
		Players: func(pair []int64, _ func() (Placed, error)) ([]int64, error) { return pair, nil },
	}
	if measured {
		m.Variant, m.Pay = ".best", PayBest
	}
	return m
}

func wonTwo(puzzles Placed, _ int) bool {
	return slices.Contains(slices.Collect(maps.Values(wins(puzzles))), 2)
}

// wins counts who has won puzzles that have one winner at most.
func wins(puzzles Placed) map[int64]int {
	out := map[int64]int{}
	for _, p := range slices.Concat(puzzles...) {
		out[p]++
	}
	return out
}
