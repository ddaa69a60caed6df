package twentyfour

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reckon/engine"
	"reckon/engine/property"
)

// Each level has as many plates as FIGURES.md says, and 552 have a solution.
func TestPlates(t *testing.T) {
	var levels [engine.MaxLevel + 1]int
	for _, h := range plateHands() {
		r := (&Puzzle{hand: h}).Rating()
		if r.Solvability == engine.Solvable {
			levels[r.Level]++
		}
	}
	if want := [...]int{0, 224, 234, 37, 43, 14}; levels != want {
		t.Errorf("hands of each level: %v, want %v", levels, want)
	}
}

// Each kind deals puzzles of the level that was asked for, whose best solution is right. Its ID is read as the same
// puzzle.
func TestKindsAreDealt(t *testing.T) {
	for _, kind := range []string{Plate, PlateInOrder, Krypto} {
		for seed := range uint64(40) {
			level := engine.Level(seed % 6)
			p, err := Game{}.New(rand.New(rand.NewPCG(seed, 7)), engine.Wish{Text: kind, Level: level})
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Rating().Level; level != engine.AnyLevel && got != level {
				t.Errorf("%s: %s has level %d, want %d", kind, p.ID(), got, level)
			}
			best := p.Solve(t.Context()).Best
			if v := p.Judge(best); v.Outcome != engine.Right || v.Points == 0 {
				t.Errorf("%s: %s = %q is %+v", kind, p.ID(), best, v)
			}
			_, desc, _ := strings.Cut(p.ID(), ":")
			if again := parse(t, desc); again.ID() != p.ID() || again.Face().Class() != p.Face().Class() {
				t.Errorf("%s: %s is read as %s", kind, p.ID(), again.ID())
			}
		}
	}
}

// A hand of Krypto and its goal come from one deck: no card is dealt more often than the deck has it.
func TestKryptoDeck(t *testing.T) {
	deck := kryptoDeck()
	sum := 0
	for _, card := range deck {
		sum += card
	}
	if len(deck) != 56 || sum != 3*21+4*34+2*98+172 {
		t.Fatalf("%d cards whose sum is %d", len(deck), sum)
	}
	for seed := range uint64(200) {
		left := kryptoDeck()
		p := newKrypto(rand.New(rand.NewPCG(seed, 8)), engine.Wish{})
		face := p.Face()
		for _, text := range append(face.Tiles, face.Goal) {
			card, err := strconv.Atoi(text)
			i := slices.Index(left, card)
			if err != nil || i < 0 {
				t.Fatalf("%s: %s is no card, or is dealt too often", p.ID(), text)
			}
			left = slices.Delete(left, i, i+1)
		}
	}
}

// TestInOrderAgainstAllExpressions compares the plates whose digits make 10 in their order with an oracle of its own
// arithmetic.
func TestInOrderAgainstAllExpressions(t *testing.T) {
	var levels [engine.MaxLevel + 1]int
	for number := 0; number < 10_000; number += property.Step(13) {
		var cards []int
		for place := 1000; place > 0; place /= 10 {
			cards = append(cards, number/place%10)
		}
		p := &Puzzle{hand: hand{cards: cards, goal: plateGoal, inOrder: true}}
		isPossible := false
		for _, v := range valuesInOrder(cards) {
			isPossible = isPossible || v.Cmp(big.NewRat(plateGoal, 1)) == 0
		}
		r := p.Rating()
		if isPossible != (r.Solvability == engine.Solvable) {
			t.Errorf("%s: a solution exists: %v; rated %+v", p.ID(), isPossible, r)
		}
		if isPossible {
			levels[r.Level]++
		}
	}
	if want := [...]int{0, 4613, 970, 142, 92, 61}; property.IsLong() && levels != want {
		t.Errorf("plates of each level: %v, want %v", levels, want)
	}
}

// valuesInOrder returns what some cards make in their order, as often as there are ways to make it.
func valuesInOrder(cards []int) []*big.Rat {
	if len(cards) == 1 {
		return []*big.Rat{big.NewRat(int64(cards[0]), 1)}
	}
	var all []*big.Rat
	for i := 1; i < len(cards); i++ {
		for _, x := range valuesInOrder(cards[:i]) {
			for _, y := range valuesInOrder(cards[i:]) {
				all = append(all, new(big.Rat).Add(x, y), new(big.Rat).Sub(x, y), new(big.Rat).Mul(x, y))
				if y.Sign() != 0 {
					all = append(all, new(big.Rat).Quo(x, y))
				}
			}
		}
	}
	return all
}

// The solutions of a plate in order are all right, are different ones, and have hints that keep the order. The same
// calculation with the cards in another order is wrong.
func TestInOrder(t *testing.T) {
	for number := 3; number < 10_000; number += 97 {
		plate := fmt.Sprintf("%04d", number)
		digits := strings.Split(plate, "")
		p := parse(t, strings.Join(digits, ".")+"=10")
		if got, want := p.ID(), "24:"+strings.Join(digits, ".")+"=10"; got != want {
			t.Fatalf("the ID is %s, want %s", got, want)
		}
		forms := map[string]bool{}
		solutions := p.Solve(t.Context()).All
		for _, text := range solutions {
			v := p.Judge(text)
			if v.Outcome != engine.Right || forms[v.Form] {
				t.Errorf("%s: %s is %+v", p.ID(), text, v)
			}
			forms[v.Form] = true
		}
		if len(solutions) == 0 {
			continue
		}
		hint := p.Hint(3, nil).Args["text"].(string)
		// Without its operations and brackets, the hint is the plate with a gap.
		shown := strings.Map(func(r rune) rune {
			if r == '?' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, hint)
		before, after, _ := strings.Cut(shown, "?")
		if !strings.HasPrefix(plate, before) || !strings.HasSuffix(plate, after) {
			t.Errorf("%s: the hint is %s", p.ID(), hint)
		}
	}
	for _, test := range []struct{ desc, answer, fault string }{
		{"7.2.9.1=10", "7+2+9+1", "value"},
		{"7.2.9.1=10", "9+2-1*7+6", "extra"},
		{"1.9.0.0=10", "9+1+0+0", "order"},
		{"1.9.0.0=10", "-1+9+0+0", "sign"},
		{"1.9.0.0=10", "19-0-0", "extra.missing"},
		{"1.9.0.0=10", "1+9+0", "missing"},
		{"1.9.0.0=10", "1 + 9 + 0 - 0", ""},
		{"2.3.8.7=10", "2/3*(8+7)", ""},
	} {
		v := parse(t, test.desc).Judge(test.answer)
		code := ""
		if v.Fault != nil {
			code = v.Fault.Code
		}
		if code != test.fault || (v.Outcome == engine.Right) != (test.fault == "") {
			t.Errorf("%s of %s: %+v, fault %q", test.answer, test.desc, v, code)
		}
	}
}

// People who know a solution in any order do not know one in this order, but the other way round they do. So the
// classes differ.
func TestClassInOrder(t *testing.T) {
	free := parse(t, "7,2,9,1=10").Face().Class()
	row := parse(t, "7.2.9.1=10").Face().Class()
	other := parse(t, "1.2.7.9=10").Face().Class()
	if free == row || row == other {
		t.Errorf("classes %q, %q, %q", free, row, other)
	}
}
