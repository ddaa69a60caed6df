package rating

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// A Recording is how long somebody needed for a puzzle at their first attempt, without help.
type Recording struct {
	Player     int64
	Difficulty Rating
	After      time.Duration
}

// Where ghosts come from: people whose ability is near, and what they solved last.
const (
	// NearAbility is how far from a player's ability that of a ghost may be, in ln of seconds: at
	// most twice as quick, or half.
	NearAbility = 0.7
	// NearPlayers is of how many players above an ability, and of how many below it, recordings are
	// looked at, and LatestSolutions how many of each.
	NearPlayers, LatestSolutions = 6, 30
	// LongestGhost is the longest time of a ghost: nobody waits longer.
	LongestGhost = 3 * time.Minute
)

const (
	// evenWithin is how far from one half a chance is that is called even.
	evenWithin = 0.1
	// stranger is the ability of people at their first attempts, who are slower than those whose
	// times are predicted.
	stranger = -1.2
)

// Expected is the ability to expect of a player: as learnt or, as far as little is known, that of
// a stranger.
func (r Rating) Expected() Rating {
	variance := r.Deviation() * r.Deviation()
	r.Value += stranger * variance / (r.Prior * r.Prior)
	return r
}

// Even is after how long a player has solved a puzzle in half of all attempts.
func Even(difficulty, ability Rating) time.Duration {
	seconds := min(math.Exp(difficulty.Value-ability.Value), Most.Seconds())
	return max(Least, time.Duration(seconds*float64(time.Second)))
}

// Rivals returns which recordings a player of an ability beats with an even chance, the best ones
// first: those of the rival that they had, or else of the one who has most of them. Of one
// rival's the chance closest to one half comes first.
func Rivals(all []Recording, ability Rating, had int64) (order []int) {
	off := func(i int) float64 { return math.Abs(Chance(all[i].Difficulty, ability, all[i].After) - 0.5) }
	many := map[int64]int{}
	for i := range all {
		if off(i) <= evenWithin {
			order = append(order, i)
			many[all[i].Player]++
		}
	}
	many[had] += len(all)
	slices.SortStableFunc(order, func(x, y int) int {
		a, b := all[x].Player, all[y].Player
		return cmp.Or(many[b]-many[a], cmp.Compare(a, b), cmp.Compare(off(x), off(y)))
	})
	return order
}
