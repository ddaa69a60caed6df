package say

import (
	"testing"
	"time"

	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/engine/games"
	"reckon/storage"
)

// A result against a ghost names the person who was recorded, if the ghosts in all puzzles are of that person.
func TestResultNamesTheGhost(t *testing.T) {
	v := english(t)
	bob := round.Bout{Opponent: round.Opponent{PlayerID: 2, Name: "Bob", Network: "net", Key: "bob"}}
	computed := round.Bout{}
	ann := round.Tally{Player: storage.Player{ID: 1, Name: "Ann", Key: "ann"}}
	winner := ann
	winner.Points = 2
	ghost := round.Tally{Points: 1}
	for _, test := range []struct {
		table []round.Tally
		bouts []round.Bout
		want  string
	}{
		{[]round.Tally{winner, ghost}, []round.Bout{bob, bob}, "🏆 You beat Bob's ghost 2:1!"},
		{[]round.Tally{winner, ghost}, []round.Bout{bob, computed}, "🏆 You beat the ghost 2:1!"},
		{[]round.Tally{ghost, ann}, []round.Bout{bob}, "👻 Bob's ghost wins 1:0."},
		{[]round.Tally{ghost, ann}, []round.Bout{computed}, "👻 The ghost wins 1:0."},
	} {
		m := round.Match{
			MatchRow: round.MatchRow{Kind: "ghost"},
			Mode:     mode.Mode{Name: "ghost", Pair: true, Opponent: true, OnItsClock: true},
			Table:    test.table,
			Bouts:    test.bouts,
		}
		if got := Plain(v.duelResult(m)); got != test.want {
			t.Errorf("it says %q, want %q", got, test.want)
		}
	}
}

// The end of a round shows what an opponent answered. If solutions are kept back, it shows only how good that was, and if
// the opponent's time was the clock, nothing.
func TestAnswerOfAnOpponent(t *testing.T) {
	v := english(t)
	g, _ := games.ByName("letters")
	found := round.Opponent{Recorded: true, After: 4 * time.Second, Found: true, Text: "retinal", Measure: 2}
	scored := []round.Standing{{Score: 7}}
	for _, test := range []struct {
		name      string
		opponent  round.Opponent
		standings []round.Standing
		isKept    bool
		onClock   bool
		want      string
	}{
		{"the best", found, scored, false, false, "👻 The ghost retinal 7 letters · show +7 · 4 s"},
		{"beaten", found, nil, false, false, "👻 The ghost retinal 7 letters · 4 s"},
		{"kept back", found, scored, true, false, "👻 The ghost 7 letters · show +7 · 4 s"},
		{"nothing", round.Opponent{After: 30 * time.Second}, nil, false, false, "🤖 The ghost: no answer"},
		{"the clock", found, nil, false, true, ""},
	} {
		m := &round.Match{
			MatchRow: round.MatchRow{Kind: "show"},
			Mode:     mode.Mode{Name: "show", Pair: true, Opponent: true, OnItsClock: test.onClock, BestOnly: true},
			Bouts:    []round.Bout{{Opponent: test.opponent, Standings: test.standings}},
		}
		e := round.Ending{Match: m, IsKept: test.isKept, Round: round.Round{Game: g, Number: 1}}
		got := ""
		for _, l := range v.answerOfOpponent(e) {
			got += Plain(l)
		}
		if got != test.want {
			t.Errorf("%s: it says %q, want %q", test.name, got, test.want)
		}
	}
}

// A duel says how it has moved the ratings that are shown, and by how much if they were shown before.
func TestRatingsAfterDuel(t *testing.T) {
	v := english(t)
	tally := func(name string, puzzles int, before, after float64) round.Tally {
		d := round.DuelRating{Puzzles: puzzles, Games: 2, Before: before}
		d.Rating = after
		return round.Tally{Player: storage.Player{ID: 1, Name: name, Key: name}, Rating: d}
	}
	for _, test := range []struct {
		one, other round.Tally
		want       string
	}{
		{tally("Ann", 12, 1508.6, 1522.7), tally("Bob", 30, 1500.2, 1490.1), "Duel rating: Ann 1523, up 14 · Bob 1490, down 10"},
		{tally("Ann", 10, 1500, 1522.7), tally("Bob", 9, 1500, 1490), "Duel rating: Ann 1523"},
		{tally("Ann", 12, 1500.2, 1500.4), tally("Bob", 2, 1500, 1490), "Duel rating: Ann 1500, as before"},
		{tally("Ann", 2, 1500, 1600), tally("Bob", 2, 1500, 1400), ""},
	} {
		m := round.Match{MatchRow: round.MatchRow{Kind: "duel"}, Table: []round.Tally{test.one, test.other}}
		got := ""
		for _, line := range v.ratings(m) {
			got += Plain(line)
		}
		if got != test.want {
			t.Errorf("it says %q, want %q", got, test.want)
		}
	}
}
