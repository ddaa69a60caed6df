package mode

// Ghost is the name of a match against recordings of somebody's first attempts at the puzzles.
const Ghost = "ghost"

// ghostLength is how many puzzles such a match has unless another number is asked for.
const ghostLength = 3

// ghost returns the mode of a duel with a recording in a private chat. A puzzle ends at the time
// of the recording, which is hidden until then. A right answer is paid as in any private chat,
// also a slower one, so that nobody gains points by slow recordings of their own.
func ghost() Mode {
	return Mode{
		Name:       Ghost,
		Hidden:     true,
		Pay:        PayOwn,
		GiveUp:     QuitEnds,
		Pair:       true,
		Ghost:      true,
		Length:     ghostLength,
		EndsEarly:  true,
		Pause:      privatePause,
		AskerStops: true,
		Score:      onePoint,
		Decided:    wonMost,
		Players:    firstOfPair,
	}
}

// firstOfPair lets only the person answer: the other one of the pair is a recording.
func firstOfPair(pair []int64, _ func() (Placed, error)) ([]int64, error) { return pair[:1], nil }

// wonMost reports whether somebody has won more than half of the puzzles of a match.
func wonMost(puzzles Placed, length int) bool {
	for _, n := range wins(puzzles) {
		if n > length/2 {
			return true
		}
	}
	return false
}
