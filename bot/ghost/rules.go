package ghost

import (
	"cmp"
	"math"
	"slices"
	"time"

	"reckon/bot/round/mode"
	"reckon/bot/round/rating"
)

// name is the name of the command, of the matches, and of what its buttons do.
const name = "ghost"

const (
	// usualLength is how many puzzles a match has unless another number is asked for.
	usualLength = 3
	// pause is how long the next puzzle waits, so that people read how one ended.
	pause = 3 * time.Second
)

const (
	// evenWithin is how far from one half a chance is that is called even.
	evenWithin = 0.1
	// stranger is the ability of people at their first attempts, who are slower than those whose
	// times are predicted.
	stranger = -1.2
)

// newMode is how puzzles are played against a ghost. There is none where answers are measured:
// nobody's time says how good their answer was.
func newMode(_ mode.Setting, isMeasured bool) mode.Mode {
	if isMeasured {
		return mode.Mode{}
	}
	return mode.Mode{
		Name:       name,
		Hidden:     true,
		Pay:        mode.PayOwn,
		GiveUp:     mode.QuitEnds,
		Pair:       true,
		Opponent:   true,
		Length:     usualLength,
		EndsEarly:  true,
		Pause:      pause,
		AskerStops: true,
		Score:      func(int, int) int { return 1 },
		Decided:    isDecided,
		Players:    func(pair []int64, _ func() (mode.Rankings, error)) ([]int64, error) { return pair[:1], nil },
	}
}

// isDecided reports whether one side has won more than half of the puzzles of a match.
func isDecided(puzzles mode.Rankings, length int) bool {
	won := map[int64]int{}
	for _, winners := range puzzles {
		for _, winner := range winners {
			won[winner]++
			if won[winner] > length/2 {
				return true
			}
		}
	}
	return false
}

// expected is the ability to expect of a person: as learnt or, as far as little is known, that of
// a stranger.
func expected(ability rating.Rating) rating.Rating {
	variance := ability.Deviation() * ability.Deviation()
	ability.Value += stranger * variance / (ability.Prior * ability.Prior)
	return ability
}

// evenTime is after how long a person has solved a puzzle in half of all attempts.
func evenTime(difficulty, ability rating.Rating) time.Duration {
	seconds := min(math.Exp(difficulty.Value-ability.Value), rating.Most.Seconds())
	return max(rating.Least, time.Duration(seconds*float64(time.Second)))
}

// evenRecordings returns the recordings that a person of an ability beats with an even chance, the
// best first: those of the ghost that they had last, then those of the ghost who has most of them.
// Among recordings of one ghost, the one whose chance is closest to one half comes first.
func evenRecordings(all []recording, ability rating.Rating, last int64) []recording {
	distance := func(r recording) float64 { return math.Abs(rating.Chance(r.Difficulty, ability, r.After) - 0.5) }
	var even []recording
	count := map[int64]int{}
	for _, r := range all {
		if distance(r) <= evenWithin {
			even = append(even, r)
			count[r.PlayerID]++
		}
	}
	// No other ghost can have as many.
	count[last] += len(all)
	slices.SortStableFunc(even, func(x, y recording) int {
		return cmp.Or(
			count[y.PlayerID]-count[x.PlayerID],
			cmp.Compare(x.PlayerID, y.PlayerID),
			cmp.Compare(distance(x), distance(y)))
	})
	return even
}
