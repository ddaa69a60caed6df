package mode

// Ghost is the name of a match against recordings: of somebody's first attempts at the puzzles.
const Ghost = "ghost"

// ghostLength is how many puzzles such a match has unless another number is asked for.
const ghostLength = 3

// ghost is a duel in a private chat. Its other player is a recording, whose time ends a puzzle and
// is told to nobody before. It pays as puzzles there do, whoever is quicker: so points cannot be
// had by slow recordings of one's own.
func ghost() Mode {
	return Mode{
		Name: Ghost, Hidden: true, Pay: PayOwn, GiveUp: QuitEnds,
		Pair: true, Ghost: true, Length: ghostLength, EndsEarly: true, Pause: privatePause, AskerStops: true,
		Score:   func(int, int) int { return 1 },
		Decided: wonMost,
		Players: func(pair []int64, _ func() (Placed, error)) ([]int64, error) { return pair[:1], nil },
	}
}

// wonMost reports whether somebody has won more than half of the puzzles of a match.
func wonMost(puzzles Placed, length int) bool {
	for _, n := range wins(puzzles) {
		if n > length/2 {
			return true
		}
	}
	return false
}
