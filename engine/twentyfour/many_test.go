package twentyfour

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reckon/engine"
	"reckon/engine/property"
)

// TestSeekAgrees compares the search for one solution with the search for all.
func TestSeekAgrees(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t, 6)
		some := p.seekOne(context.Background(), solveSteps)
		all := p.study()
		found := len(some.solutions) > 0
		exists := len(all.solutions) > 0
		if found != exists || !found && !some.complete {
			t.Fatalf("%s: found %d, complete %v; of all %d", p.ID(), len(some.solutions), some.complete, len(all.solutions))
		}
		for _, s := range some.solutions {
			if v := p.Judge(s.text); v.Outcome != engine.Right {
				t.Fatalf("%s: %s is judged %+v", p.ID(), s.text, v)
			}
		}
	})
}

// The search for one solution finds one for exactly those numbers that seven cards make.
func TestSeekReaches(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		h := hand{cards: rapid.SliceOfN(rapid.IntRange(0, 3), 7, 7).Draw(t, "cards"), goal: rapid.Int64Range(0, maxTarget).Draw(t, "goal")}
		slices.Sort(h.cards)
		made := newLibrary(context.Background(), 0).newGroup(h.cards).targets()
		s := h.seekOne(context.Background(), solveSteps)
		found := len(s.solutions) > 0
		if found != made[h.goal] || !found && !s.complete {
			t.Fatalf("%s: found %v, complete %v; can be made %v", h.ID(), s.solutions, s.complete, made[h.goal])
		}
	})
}

// randomHand returns a hand of some cards from 1 to 99.
func randomHand(r *rand.Rand, cards int, goal int64) hand {
	h := hand{goal: goal}
	for range cards {
		h.cards = append(h.cards, 1+r.IntN(99))
	}
	slices.Sort(h.cards)
	return h
}

// TestLargeHands solves hands of seven to ten cards. Almost every such hand makes 24 without a fraction;
// each of these does.
func TestLargeHands(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 0))
	for cards := countedCards + 1; cards <= MaxCards; cards++ {
		for range 200 {
			p := &Puzzle{hand: randomHand(r, cards, Classic)}
			s := p.Solve(context.Background())
			if v := p.Judge(s.Best); v.Outcome != engine.Right || v.Form == "" || s.Complete {
				t.Fatalf("%s: %+v is judged %+v", p.ID(), s, v)
			}
			if !p.study().canAvoid(step.hasFraction) {
				t.Errorf("%s: %s has a fraction", p.ID(), s.Best)
			}
		}
	}
}

func TestPlainSolutions(t *testing.T) {
	for _, tt := range []struct {
		desc string
		// best is the best solution, "any" if any right one will do, or "none" if there is none.
		best string
	}{
		{"1,2,3,4,5,6,7", "7+6+5+4+3+1-2"},
		{"1,1,1,1,1,1,1,1,1,1", "any"},
		{"2,2,2,2,2,2,2,2=-10", "any"},
		{"0,0,0,0,0,0,24", "24+0+0+0+0+0+0"},
		{"0,0,0,0,0,0,0", "none"},
		{"1,1,1,1,1,1,1,1,1,1=999999", "none"},
		{"99,99,99,99,99,99,99,99,99,99=0", "99+99+99+99+99-99-99-99-99-99"},
	} {
		p := parse(t, tt.desc)
		s := p.Solve(context.Background())
		if tt.best == "none" {
			if s.Solvable || !s.Complete || p.Rating().Solvability != engine.Unsolvable {
				t.Errorf("%s: %+v", tt.desc, s)
			}
			continue
		}
		if !s.Solvable || p.Judge(s.Best).Outcome != engine.Right {
			t.Errorf("%s: %+v", tt.desc, s)
		}
		if tt.best != "any" && s.Best != tt.best {
			t.Errorf("%s: %s, want %s", tt.desc, s.Best, tt.best)
		}
	}
}

// TestLargeForms judges solutions of ten large cards. All solutions in a row have the same form, and two rows
// have different forms. Some of the numbers in between nearly fill 64 bits.
func TestLargeForms(t *testing.T) {
	p := parse(t, "95,95,96,96,97,97,98,98,99,99=0")
	forms := map[string]bool{}
	for _, row := range [][]string{
		{"99-99+98-98+97-97+96-96+95-95", "95-96+97-98+99-95+96-97+98-99", "-(99-99)+(98-98+97-97+96)-96+95-95",
			"99*98*97*96-99*98*97*96+95-95", "95-95+99*97/98/96-97/96/(98/99)", "(98-99)*(96-97)/95-(97-96)*(99-98)/95"},
		{"99*98*97*96*95-99*98*97*96*95", "95*(98*96*97*99)-(99*98*97*96*95)"},
	} {
		first := p.Judge(row[0])
		for _, text := range row {
			if v := p.Judge(text); v.Outcome != engine.Right || v.Form != first.Form {
				t.Errorf("%s is judged %+v, %s of form %s", text, v, row[0], first.Form)
			}
		}
		if forms[first.Form] {
			t.Errorf("%s is the same as one before", row[0])
		}
		forms[first.Form] = true
	}
}

// BenchmarkLargeHands solves random hands with cards from 1 to 99: for each number of cards with the goal 24,
// and with goals up to 1000. It reports the median, the 99th percentile and how many were solved.
func BenchmarkLargeHands(b *testing.B) {
	for cards := MinCards; cards <= MaxCards; cards++ {
		for _, most := range []int64{Classic, 1000} {
			b.Run(fmt.Sprintf("cards=%d/most=%d", cards, most), func(b *testing.B) {
				r := rand.New(rand.NewPCG(uint64(cards), uint64(most)))
				var times []time.Duration
				solved := 0
				for b.Loop() {
					goal := most
					if most != Classic {
						goal = r.Int64N(most + 1)
					}
					p := &Puzzle{hand: randomHand(r, cards, goal)}
					begun := time.Now()
					if p.Solve(context.Background()).Solvable {
						solved++
					}
					times = append(times, time.Since(begun))
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2].Microseconds()), "p50-µs")
				b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
				b.ReportMetric(100*float64(solved)/float64(len(times)), "%solved")
			})
		}
	}
}

// addUp multiplies any two terms, in whatever order the terms are.
func TestAddUpTriesEachPair(t *testing.T) {
	terms := []part{{node: newCard(7)}, {node: newCard(8)}, {node: newCard(5)}}
	for _, goal := range []int64{7*8 + 5, 7*5 + 8, 8*5 + 7} {
		if !addUp(terms, 1, goal, func(*node) bool { return true }) {
			t.Errorf("%d is not made of 7, 8 and 5", goal)
		}
	}
}
