package games

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"reckon/engine"
	"reckon/engine/property"
)

// aimSigns has the operation that a second hint names, by the hint's code.
var aimSigns = map[string]string{"aim.add": "+", "aim.sub": "-", "aim.mul": "*", "aim.div": "/"}

// hintPuzzles returns puzzles of a game, of every level.
func hintPuzzles(t *testing.T, name string) []engine.Puzzle {
	t.Helper()
	g, _ := ByName(name)
	var all []engine.Puzzle
	for seed := range uint64(property.Cases(60, 2000)) {
		p, err := g.New(rand.New(rand.NewPCG(seed, 17)), engine.Wish{Level: engine.Level(seed % 6)})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// TestHintsLead follows the hints of 24 and Countdown: the two values of the second make the goal in a step
// that changes something, and the third becomes a right answer with numbers that are left.
func TestHintsLead(t *testing.T) {
	for _, name := range []string{"24", "countdown"} {
		for _, p := range hintPuzzles(t, name) {
			aim := p.Hint(2, nil)
			sign := aimSigns[aim.Code]
			x := fmt.Sprint(aim.Args["x"])
			y := fmt.Sprint(aim.Args["y"])
			_, value, err := engine.Evaluate("(" + strings.Replace(x, " ", "+", 1) + ")" + sign + "(" + strings.Replace(y, " ", "+", 1) + ")")
			if err != nil || value.String() != p.Face().Goal {
				t.Errorf("%s: hint 2 is %v", p.ID(), aim)
			}
			isProduct := sign == "*" || sign == "/"
			isIdle := y == "0" || isProduct && (y == "1" || sign == "*" && x == "1")
			if isIdle {
				t.Errorf("%s: hint 2 changes nothing: %v", p.ID(), aim)
			}
			if hint := p.Hint(3, nil); !leads(p, fmt.Sprint(hint.Args["text"])) {
				t.Errorf("%s: hint 3 leads nowhere: %v", p.ID(), hint)
			}
		}
	}
}

// leads reports whether a text becomes a right answer with a tile or a calculation of two tiles for its question
// mark.
func leads(p engine.Puzzle, text string) bool {
	tiles := p.Face().Tiles
	for i, x := range tiles {
		parts := []string{x}
		for j, y := range tiles {
			if i == j {
				continue
			}
			for _, sign := range "+-*/" {
				parts = append(parts, "("+x+string(sign)+y+")")
			}
		}
		for _, part := range parts {
			if p.Judge(strings.Replace(text, "?", part, 1)).Outcome == engine.Right {
				return true
			}
		}
	}
	return false
}

// TestHintsAreRound gives what the second hint names: round numbers, and a product of two whole numbers. In Tchisla
// the third hint names a large part of the answer.
func TestHintsAreRound(t *testing.T) {
	for _, tt := range []struct{ id, want string }{
		{"24:3,3,9,12", "6 * 4"},
		{"24:4,5,8,10", "12 * 2"},
		{"24:1,2,3,4", "8 * 3"},
		{"24:11,11,12,12", "12 + 12"},
		{"24:2,5,9,11", "18 + 6"},
		{"24:2,2,8,12", "20 + 4"},
		{"24:3,3,8,8", "8 / 1/3"},
		{"24:6,12,12,13", "144 / 6"},
		{"countdown:50,25,9,7,10,1=509", "500 + 9"},
		{"countdown:50,5,5,9,4,7=492", "495 - 3"},
		{"countdown:75,4,2,9,10,3=991", "975 + 16"},
		{"countdown:75,25,10,7,9,5=633", "630 + 3"},
		{"countdown:100,75,10,5,2,8=516", "500 + 16"},
		{"countdown:10,4,8,4,10,7=346", "350 - 4"},
		{"tchisla:298#7", "(7+7)!/(77/7)!/7"},
		{"tchisla:848#9", "720+128"},
		{"tchisla:773#9", "720+53"},
		{"tchisla:299#1", "300-1"},
	} {
		p, err := Parse(tt.id)
		if err != nil {
			t.Fatal(err)
		}
		hint := p.Hint(2, nil)
		got := fmt.Sprint(hint.Args["x"], " ", aimSigns[hint.Code], " ", hint.Args["y"])
		if strings.HasPrefix(tt.id, "tchisla:") {
			got = fmt.Sprint(p.Hint(3, nil).Args["text"])
		}
		if got != tt.want {
			t.Errorf("%s: the hint is %s, want %s", tt.id, got, tt.want)
		}
	}
}
