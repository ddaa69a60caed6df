package ghost

import (
	"cmp"
	"math"
	"slices"
	"time"

	"reckon/bot/round/mode"
	"reckon/bot/round/rating"
)

// name is the name of the command, of the matches, and of the act of the buttons.
const name = "ghost"

const (
	// usualLength is how many puzzles a match has unless another number is asked for.
	usualLength = 3
	// pause is how long the next puzzle waits, so that the person can read how the last one ended.
	pause = 3 * time.Second
)

const (
	// evenWithin is how far a chance may be from one half and still count as even.
	evenWithin = 0.1
	// newcomer is the ability to expect of people at their first attempts, in ln of seconds. It is negative because
	// they are slower than games predict.
	newcomer = -1.2
)

// newMode returns how puzzles are played against a ghost. If answers are measured, it returns the zero Mode, which
// means that there are no such matches: a time does not say how good an answer was. Each puzzle won is one point in
// the match, and only the person who asked for the match may answer.
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
		OnItsClock: true,
		Length:     usualLength,
		EndsEarly:  true,
		Pause:      pause,
		AskerStops: true,
		Score:      func(int, int) int { return 1 },
		Decided:    isDecided,
		Players:    func(pair []int64) []int64 { return pair[:1] },
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

// expected returns the ability to expect of a person. The less is known about them, the nearer it is to that of a
// newcomer. ability is what was learnt: if nothing was, its deviation is still that of the Prior.
func expected(ability rating.Rating) rating.Rating {
	variance := ability.Deviation() * ability.Deviation()
	ability.Value += newcomer * variance / (ability.Prior * ability.Prior)
	return ability
}

// evenTime returns the time within which a person solves a puzzle in half of all attempts.
func evenTime(difficulty, ability rating.Rating) time.Duration {
	seconds := min(math.Exp(difficulty.Value-ability.Value), rating.Most.Seconds())
	return max(rating.Least, time.Duration(seconds*float64(time.Second)))
}

// evenRecordings returns the recordings that a person with an ability beats with an even chance. First come those of
// lastGhost, then those of the player with the most of them. Among the recordings of one player, the one whose chance
// is closest to one half comes first. lastGhost is the ID of the player who was the ghost of the last puzzle; 0:
// there was none.
func evenRecordings(all []recording, ability rating.Rating, lastGhost int64) []recording {
	distance := func(r recording) float64 { return math.Abs(rating.Chance(r.Difficulty, ability, r.After) - 0.5) }
	var even []recording
	count := map[int64]int{}
	for _, r := range all {
		if distance(r) <= evenWithin {
			even = append(even, r)
			count[r.PlayerID]++
		}
	}
	// So the last ghost counts as the one with the most recordings.
	count[lastGhost] += len(all)
	slices.SortStableFunc(even, func(x, y recording) int {
		return cmp.Or(
			count[y.PlayerID]-count[x.PlayerID],
			cmp.Compare(x.PlayerID, y.PlayerID),
			cmp.Compare(distance(x), distance(y)))
	})
	return even
}
