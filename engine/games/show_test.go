package games

import (
	"context"
	"go/constant"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"

	"reckon/engine"
	"reckon/engine/property"
)

// The shows have television's numbers of rounds, and each ends with the conundrum. Every choice is a puzzle that its
// game can draw.
func TestShow(t *testing.T) {
	r := rand.New(rand.NewPCG(property.Seed(), 7))
	for rounds, want := range map[int]map[string]int{
		5:  {"letters": 2, "countdown": 2, "conundrum": 1},
		15: {"letters": 10, "countdown": 4, "conundrum": 1},
	} {
		show := Show(rounds)
		if len(show) != rounds || show[rounds-1].Game.Name() != "conundrum" {
			t.Fatalf("a show of %d rounds: %v", rounds, show)
		}
		got := map[string]int{}
		for _, part := range show {
			got[part.Game.Name()]++
			for _, choice := range part.Choices {
				p, err := part.Game.New(r, engine.Wish{Text: choice})
				if err != nil {
					t.Errorf("%s %s: %v", part.Game.Name(), choice, err)
					continue
				}
				if got := ShowChoice(p); got != choice {
					t.Errorf("%s is the choice %q, want %q", p.ID(), got, choice)
				}
			}
		}
		for game, n := range want {
			if got[game] != n {
				t.Errorf("a show of %d rounds has %d of %s, want %d", rounds, got[game], game, n)
			}
		}
	}
	p, err := Show(5)[4].Game.New(r, engine.Wish{})
	if err != nil || ShowChoice(p) != "" {
		t.Errorf("a conundrum is the choice %q, %v", ShowChoice(p), err)
	}
	for _, rounds := range []int{-1, 0, 1, 4, 6, 9, 14, 16} {
		if show := Show(rounds); show != nil {
			t.Errorf("there is a show of %d rounds: %v", rounds, show)
		}
	}
}

// Score gives what television gives, by a second reading of its rules that shares nothing with the games.
func TestScore(t *testing.T) {
	r := rand.New(rand.NewPCG(property.Seed(), 8))
	for _, part := range Show(15) {
		for range property.Cases(20, 500) {
			p, err := part.Game.New(r, engine.Wish{})
			if err != nil {
				t.Fatal(err)
			}
			for _, answer := range answersTo(r, p) {
				v := p.Judge(answer)
				takesPart := v.Outcome == engine.Right || v.Near
				if !takesPart {
					continue
				}
				if got, want := engine.Score(part.Game, v.Measure), televised(t, p, v.Text); got != want {
					t.Errorf("%s: %s scores %d, want %d", p.ID(), v.Text, got, want)
				}
			}
		}
	}
	if got := engine.Score(All()[0], 0); got != 0 {
		t.Errorf("a game that is in no show scores %d", got)
	}
}

// answersTo returns answers to a puzzle: its solutions, and sums and products that may be near the target.
func answersTo(r *rand.Rand, p engine.Puzzle) []string {
	tiles := p.Face().Tiles
	all := p.Solve(context.Background()).All
	for range 200 {
		r.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
		all = append(all, tiles[0]+"*"+tiles[1]+"+"+tiles[2]+"*"+tiles[3]+"+"+tiles[4])
	}
	return all
}

// televised returns what an answer scores on television: a point a letter and 18 for nine, ten for the conundrum, and
// 10, 7 or 5 for a number.
func televised(t *testing.T, p engine.Puzzle, answer string) int {
	t.Helper()
	game, _, _ := strings.Cut(p.ID(), ":")
	switch {
	case game == "conundrum":
		return 10
	case game == "letters" && len(answer) == 9:
		return 18
	case game == "letters":
		return len(answer)
	}
	away := valueOf(t, p.Face().Goal+"-("+answer+")")
	switch {
	case away == 0:
		return 10
	case away >= -5 && away <= 5:
		return 7
	case away >= -10 && away <= 10:
		return 5
	}
	return 0
}

// valueOf lets the Go compiler's own constants compute a value.
func valueOf(t *testing.T, calculation string) int64 {
	t.Helper()
	value, err := types.Eval(token.NewFileSet(), nil, token.NoPos, calculation)
	if err != nil {
		t.Fatal(err)
	}
	n, isExact := constant.Int64Val(value.Value)
	if !isExact {
		t.Fatalf("%s is no whole number", calculation)
	}
	return n
}
