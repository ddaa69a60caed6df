package rating

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

// The example of Glickman's paper: a person wins from one opponent, and loses to two.
func TestGlickoExample(t *testing.T) {
	games := []DuelGame{
		{Opponent: Duelist{Rating: 1400, Deviation: 30, Volatility: 0.06}, Won: true},
		{Opponent: Duelist{Rating: 1550, Deviation: 100, Volatility: 0.06}},
		{Opponent: Duelist{Rating: 1700, Deviation: 300, Volatility: 0.06}},
	}
	got := Duelist{Rating: 1500, Deviation: 200, Volatility: 0.06}.AfterDuel(games, 1)
	for _, test := range []struct {
		name      string
		got, want float64
		digits    int
	}{
		{"rating", got.Rating, 1464.06, 2},
		{"deviation", got.Deviation, 151.52, 2},
		{"volatility", got.Volatility, 0.05999, 5},
	} {
		unit := math.Pow10(-test.digits)
		if math.Abs(test.got-test.want) > unit {
			t.Errorf("the %s is %.6f, want %v", test.name, test.got, test.want)
		}
	}
}

// anyDuelist draws somebody who has fought some duels.
func anyDuelist(t *rapid.T, name string) Duelist {
	return Duelist{
		Rating:     rapid.Float64Range(600, 2800).Draw(t, name),
		Deviation:  rapid.Float64Range(30, 350).Draw(t, name+" deviation"),
		Volatility: rapid.Float64Range(0.03, 0.12).Draw(t, name+" volatility"),
	}
}

// Who wins all puzzles of a duel gains, and who loses them all loses. Each duel makes a rating more certain, if no
// time has passed. A volatility stays near what it was.
func TestWinnersGain(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		one := anyDuelist(t, "one")
		other := anyDuelist(t, "other")
		count := rapid.IntRange(1, 5).Draw(t, "count")
		isWon := rapid.Bool().Draw(t, "won")
		var games []DuelGame
		for range count {
			games = append(games, DuelGame{Opponent: other, Won: isWon})
		}
		after := one.AfterDuel(games, 0)
		if isWon != (after.Rating > one.Rating) {
			t.Errorf("%+v becomes %+v", one, after)
		}
		if after.Deviation >= one.Deviation {
			t.Errorf("the deviation of %+v becomes %v", one, after.Deviation)
		}
		ratio := after.Volatility / one.Volatility
		if ratio < 0.5 || ratio > 2 {
			t.Errorf("the volatility of %+v becomes %v", one, after.Volatility)
		}
	})
}

// Two people of whom the same is known move by the same, in opposite directions.
func TestEqualsMoveAlike(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		both := anyDuelist(t, "both")
		winner := both.AfterDuel([]DuelGame{{both, true}, {both, true}, {both, false}}, 0)
		loser := both.AfterDuel([]DuelGame{{both, false}, {both, false}, {both, true}}, 0)
		if math.Abs(winner.Rating+loser.Rating-2*both.Rating) > 1e-6 {
			t.Errorf("of %+v one becomes %v and the other %v", both, winner.Rating, loser.Rating)
		}
	})
}

// After a long time little is known about a person, but never less than about a newcomer.
func TestRatingsFade(t *testing.T) {
	known := Duelist{Rating: 1600, Deviation: 60, Volatility: 0.06}
	rival := []DuelGame{{NewDuelist(), true}}
	soon := known.AfterDuel(rival, 0)
	later := known.AfterDuel(rival, 52)
	if later.Deviation < soon.Deviation+20 || later.Rating <= soon.Rating {
		t.Errorf("after a year %+v becomes %+v, and at once %+v", known, later, soon)
	}
	newcomer := Duelist{Rating: known.Rating, Deviation: mostDeviation, Volatility: known.Volatility}
	longer := known.AfterDuel(rival, 1e6)
	if fresh := newcomer.AfterDuel(rival, 1e6); longer.Deviation > fresh.Deviation+1e-6 {
		t.Errorf("after ages %+v becomes %+v, and a newcomer %+v", known, longer, fresh)
	}
}
