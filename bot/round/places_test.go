package round

import (
	"slices"
	"testing"

	"reckon/bot/round/mode"
	"reckon/storage"
)

// Places says who won: the message, the picture and the page of a round show the same places.
func TestPlaces(t *testing.T) {
	paid := func(measure, points int) Standing {
		return Standing{Answer: storage.Answer{Measure: measure, Points: points}}
	}
	practice := func(measure int) Standing { return Standing{Answer: storage.Answer{Measure: measure, Practice: true}} }
	for _, test := range []struct {
		name      string
		puzzle    string
		where     mode.Setting
		standings []Standing
		want      []int
	}{
		{"of equal points the earlier wins a race", "24:2,3,4,5", mode.Together, []Standing{paid(0, 20), paid(0, 20), paid(0, 4)}, []int{1, 0, 0}},
		{"practice wins no race", "24:2,3,4,5", mode.Together, []Standing{practice(0), paid(0, 20)}, []int{0, 1}},
		{"nobody is paid", "24:2,3,4,5", mode.Together, []Standing{practice(0), practice(0)}, []int{0, 0}},
		{
			"equally good answers share a place, and practice has none", "tchisla:98#7", mode.Together,
			[]Standing{practice(3), paid(3, 14), paid(3, 20), paid(4, 12)}, []int{0, 1, 1, 3},
		},
		{"alone nobody has a place", "24:2,3,4,5", mode.Private, []Standing{paid(0, 20)}, []int{0}},
	} {
		game := gameOf(test.puzzle)
		r := Round{Game: game, Puzzle: parsed(t, test.puzzle), Mode: mode.Modes(nil).Of("", test.where, game.Rules().Measure != "")}
		got := Ending{Round: r, Standings: test.standings}.Places()
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: the places are %v, want %v", test.name, got, test.want)
		}
	}
}
