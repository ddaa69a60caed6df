package ghost

import (
	"math"
	"testing"
	"time"

	"reckon/bot/round/rating"
)

// The ghost of the last puzzle goes on, even if another ghost has more recordings. Among several recordings
// of one ghost, the one with the most even chance comes first.
func TestLastGhostGoesOn(t *testing.T) {
	ability := rating.Rating{Value: 0}
	difficulty := rating.Rating{Value: 3}
	even := evenTime(difficulty, ability)
	const last, other = 1, 2
	all := []recording{{PlayerID: last, Puzzle: "last", After: even, Difficulty: difficulty}}
	for range 5 {
		all = append(all, recording{PlayerID: other, Puzzle: "other", After: even, Difficulty: difficulty})
	}
	all = append(all, recording{PlayerID: other, Puzzle: "far", After: 100 * even, Difficulty: difficulty})
	got := evenRecordings(all, ability, last)
	if len(got) != 6 || got[0].PlayerID != last {
		t.Errorf("with one recording of the last ghost: %+v", got)
	}
	got = evenRecordings(all, ability, 0)
	if len(got) != 6 || got[0].PlayerID != other {
		t.Errorf("without a last ghost: %+v", got)
	}
}

// Of each ghost, the recording with the most even chance comes first. The recordings of one ghost come one
// after the other.
func TestMostEvenComesFirst(t *testing.T) {
	ability := rating.Rating{Value: 0}
	difficulty := rating.Rating{Value: 3}
	even := evenTime(difficulty, ability)
	later := func(share float64) time.Duration { return time.Duration(share * float64(even)) }
	all := []recording{
		{PlayerID: 2, Puzzle: "c", After: even},
		{PlayerID: 1, Puzzle: "b", After: later(1.1)},
		{PlayerID: 2, Puzzle: "d", After: later(0.9)},
		{PlayerID: 1, Puzzle: "a", After: later(0.98)},
	}
	for i := range all {
		all[i].Difficulty = difficulty
	}
	got := ""
	for _, r := range evenRecordings(all, ability, 0) {
		got += r.Puzzle
	}
	if got != "abcd" {
		t.Errorf("the order is %s", got)
	}
}

// A chance between four and six in ten is even.
func TestEvenChances(t *testing.T) {
	ability := rating.Rating{Value: 0}
	difficulty := rating.Rating{Value: 3}
	for _, test := range []struct {
		chance float64
		isEven bool
	}{{0.39, false}, {0.41, true}, {0.59, true}, {0.61, false}} {
		// In the time e^(3+x) they have the logistic chance of x by the spread.
		seconds := math.Exp(3 + rating.Spread*math.Log(test.chance/(1-test.chance)))
		r := recording{PlayerID: 1, After: time.Duration(seconds * float64(time.Second)), Difficulty: difficulty}
		if got := evenRecordings([]recording{r}, ability, 0); (len(got) == 1) != test.isEven {
			t.Errorf("a chance of %v: %+v", test.chance, got)
		}
	}
}

// A newcomer is expected to need more than three times as long as games predict. The more is known about a person, the
// less is added to what was learnt about them.
func TestNewcomersAreSlow(t *testing.T) {
	if got := expected(rating.NewAbility()).Value; math.Abs(got+1.2) > 1e-9 {
		t.Errorf("the ability of a newcomer is %v", got)
	}
	known := rating.Rating{Value: 0.5, Prior: 1, Attempts: 10}
	half := known.Deviation() * known.Deviation()
	if got := expected(known).Value; math.Abs(got-(0.5-1.2*half)) > 1e-9 || got <= 0 {
		t.Errorf("the ability of a person of 0.5 is %v after ten attempts", got)
	}
}
