package twentyfour

import (
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/engine"
	"reckon/engine/expr"
	"reckon/engine/property"
)

// TestLevels counts the solvable classic hands by level; the comment on levelBounds
// states the shares.
func TestLevels(t *testing.T) {
	count := map[engine.Level]int{}
	hands := 0
	for _, cards := range classicHands() {
		if r := (&Puzzle{hand: hand{cards: cards, goal: Classic}}).Rating(); r.Seconds > 0 {
			count[r.Level]++
			hands++
		}
	}
	want := map[engine.Level]int{1: 200, 2: 582, 3: 283, 4: 235, 5: 62}
	if hands != 1362 || !maps.Equal(count, want) {
		t.Errorf("%d hands, by level %v, want %v", hands, count, want)
	}
}

// BenchmarkRating rates the 1820 classic hands.
func BenchmarkRating(b *testing.B) {
	hands := classicHands()
	b.ReportAllocs()
	for b.Loop() {
		for _, cards := range hands {
			(&Puzzle{hand: hand{cards: cards, goal: Classic}}).Rating()
		}
	}
}

// TestSecondsAreWithinThoseMeasured rates hands that no model has seen: what it says of
// them is a guess.
func TestSecondsAreWithinThoseMeasured(t *testing.T) {
	for _, tt := range []struct {
		desc    string
		least   float64
		most    float64
		isGuess bool
	}{
		{"3,5,7,13", slowest, slowest, true},
		{"999,998,997,996,995,994=1000", fastest, slowest, true},
		{"5,6,7,8,9,10", fastest, slowest, true},
		{"1,1,1,12", fastest, fastest, false},
		{"3,3,8,8", 40, 100, false},
	} {
		r := parse(t, tt.desc).Rating()
		if r.Seconds < tt.least || r.Seconds > tt.most || (r.Deviation == 0) != tt.isGuess {
			t.Errorf("%s is rated %+v", tt.desc, r)
		}
	}
}

func TestReasons(t *testing.T) {
	for _, tt := range []struct {
		desc   string
		level  engine.Level
		reason string
	}{
		{"3,3,8,8", 5, "fraction"},
		{"4,4,10,10", 5, "large"},
		{"6,6,6,6", 1, "sum"},
		{"1,1,1,1", 5, "unsolvable"},
	} {
		r := parse(t, tt.desc).Rating()
		if r.Level != tt.level || len(r.Reasons) == 0 || r.Reasons[0] != tt.reason {
			t.Errorf("%s is rated %+v, want level %d for %s", tt.desc, r, tt.level, tt.reason)
		}
	}
}

// TestFamousHands counts the hands that a wish for the hardest deals, and finds among them
// those that are passed on as riddles.
func TestFamousHands(t *testing.T) {
	famous := map[string]bool{}
	for _, cards := range classicHands() {
		p := &Puzzle{hand: hand{cards: cards, goal: Classic}}
		if r := p.Rating(); r.Solvability == engine.Solvable && p.isFamous() {
			famous[p.ID()] = true
		}
	}
	if len(famous) != 32 {
		t.Errorf("%d hands, want 32", len(famous))
	}
	for _, id := range []string{
		"24:3,3,8,8", "24:1,5,5,5", "24:3,3,7,7", "24:4,4,7,7", "24:4,4,10,10", "24:1,3,4,6", "24:1,4,5,6", "24:1,6,6,8", "24:2,5,5,10",
	} {
		if !famous[id] {
			t.Errorf("%s is not among the hardest", id)
		}
	}
	dealt := map[string]bool{}
	for seed := range uint64(400) {
		p, err := Game{}.New(rand.New(rand.NewPCG(seed, 1)), engine.Wish{Level: engine.MinLevel, Text: Hardest})
		if err != nil || !famous[p.ID()] {
			t.Fatalf("dealt %v, %v", p, err)
		}
		dealt[p.ID()] = true
	}
	if len(dealt) != len(famous) {
		t.Errorf("400 deals are of %d hands", len(dealt))
	}
}

// TestCurriculum compares the hands that a wish for a curriculum deals with all expressions of
// all hands: each hand that has such a solution is dealt, and no other.
func TestCurriculum(t *testing.T) {
	property.Long(t)
	var whole func(*tree) bool
	whole = func(tr *tree) bool {
		return tr.value.Den == 1 && (tr.op == expr.Num || whole(tr.x) && whole(tr.y))
	}
	var sums func(*tree) bool
	sums = func(tr *tree) bool {
		return tr.op == expr.Num || (tr.op == expr.Add || tr.op == expr.Sub) && sums(tr.x) && sums(tr.y)
	}
	curricula := map[string]func(*tree) bool{Whole: whole, Sums: sums}
	want := map[string]map[string]bool{Whole: {}, Sums: {}}
	for _, cards := range classicHands() {
		var leaves []*tree
		for _, c := range cards {
			leaves = append(leaves, leaf(c))
		}
		p := &Puzzle{hand: hand{cards: cards, goal: Classic}}
		allTrees(leaves, func(tr *tree) {
			if tr.value != integer(Classic) {
				return
			}
			for text, belongs := range curricula {
				if belongs(tr) {
					want[text][p.ID()] = true
				}
			}
		})
		for text := range curricula {
			isDealt := p.Rating().Solvability == engine.Solvable && choices[text](p)
			if isDealt != want[text][p.ID()] {
				t.Errorf("%s is dealt to a wish for %s: %v", p.ID(), text, isDealt)
			}
		}
	}
	for text, hands := range map[string]int{Whole: 1346, Sums: 220} { // FIGURES.md has the shares
		if n := len(want[text]); n != hands {
			t.Errorf("%s: %d hands, want %d", text, n, hands)
		}
		for seed := range uint64(200) {
			p, err := Game{}.New(rand.New(rand.NewPCG(seed, 1)), engine.Wish{Level: engine.MinLevel, Text: text})
			if err != nil || !want[text][p.ID()] {
				t.Fatalf("%s: dealt %v, %v", text, p, err)
			}
		}
	}
}

// What every solution needs is needed for sure, and what none has is not.
func TestSkillsOfHands(t *testing.T) {
	for _, test := range []struct {
		desc string
		want map[string]float64
	}{
		{"3,3,8,8", map[string]float64{"division": 1, "division-last": 1, "fraction": 1}},
		{"5,10,10,13", map[string]float64{"division": 1, "division-last": 1, "above": 1}},
		{"4,4,6,11", map[string]float64{"addition-last": 1}},
		{"1,2,2,8", map[string]float64{}},
	} {
		p, err := Game{}.Parse(test.desc)
		if err != nil {
			t.Fatal(err)
		}
		for code, share := range p.Rating().Skills {
			if math.Abs(share-test.want[code]) > 0.1 {
				t.Errorf("%s needs %s with a chance of %.2f", test.desc, code, share)
			}
			delete(test.want, code)
		}
		for code := range test.want {
			t.Errorf("%s does not need %s", test.desc, code)
		}
	}
}

// The rating that is kept of a classic hand is its own.
func TestKeptRatings(t *testing.T) {
	for i, cards := range classicHands() {
		if i%50 != 0 {
			continue
		}
		p := &Puzzle{hand: hand{cards: cards, goal: Classic}}
		if diff := cmp.Diff(p.newRating(), p.Rating()); diff != "" {
			t.Errorf("%s (-worked out +kept):\n%s", p.ID(), diff)
		}
	}
}
