package say

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"reckon/bot/lang"
	"reckon/engine"
	"reckon/engine/expr"
	"reckon/engine/games"
	"reckon/engine/property"
)

// alertLimit is how long a text may be that a network shows in an alert.
const alertLimit = 200

// TestIdeas reads the numbers of every idea, in each language: of all solutions of all hands of 24, and of
// puzzles of the other games. In 24 the ideas must use up the cards.
func TestIdeas(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	var puzzles []engine.Puzzle
	for i := range 13 * 13 * 13 * 13 {
		cards := []int{i%13 + 1, i/13%13 + 1, i/169%13 + 1, i/2197 + 1}
		if slices.IsSorted(cards) {
			p, err := games.Parse("24:" + strings.Trim(fmt.Sprint(cards), "[]"))
			if err != nil {
				t.Fatal(err)
			}
			if s := p.Solve(t.Context()); s.Solvable {
				puzzles = append(puzzles, p)
			}
		}
	}
	if len(puzzles) != 1362 {
		t.Fatalf("%d hands have a solution", len(puzzles))
	}
	for _, name := range []string{"tchisla", "countdown"} {
		g, _ := games.ByName(name)
		for seed := range uint64(60) {
			p, err := g.New(rand.New(rand.NewPCG(seed, 1)), engine.Wish{})
			if err != nil {
				t.Fatal(err)
			}
			puzzles = append(puzzles, p)
		}
	}
	for _, id := range []string{
		"countdown:1,1,2,2,3,3=999", "countdown:100,75,50,25,10,9=999", "24:1,24", "24:12,12,3,3", "tchisla:2024#8", "tchisla:5#5",
		"tchisla:361#2", "tchisla:24#4",
	} {
		p, err := games.Parse(id)
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, p)
	}
	for i := 0; i < len(puzzles); i += property.Step(6) {
		p := puzzles[i]
		g, _ := games.ByName(strings.Split(p.ID(), ":")[0])
		s, goal := p.Solve(t.Context()), p.Face().Goal
		for _, language := range book.Languages() {
			v := Voice{Printer: book.Printer(language)}
			for _, text := range append(s.All, s.Best) {
				idea := v.Idea(g.Name(), g.Idea(text, goal))
				// The answer stands above its idea.
				lines := []string{text}
				for _, l := range idea {
					lines = append(lines, Plain(l))
				}
				all := strings.Join(lines, "\n")
				if idea == nil {
					if n, err := expr.Parse(text); err != nil || n.Op != expr.Num {
						t.Errorf("%s: no idea of %s", p.ID(), text)
					}
					continue
				}
				if n := len(utf16.Encode([]rune(all))); n > alertLimit && g.Name() == "24" {
					t.Errorf("%s: %d characters: %s", p.ID(), n, all)
				}
				var tiles []string
				if g.Name() == "24" {
					tiles = p.Face().Tiles
				}
				if err := checkIdea(lines[1:], goal, s.Measure > 0 && g.Name() == "countdown", tiles); err != nil {
					t.Errorf("%s: %v in %s", p.ID(), err, all)
				}
			}
		}
	}
}

var (
	mathText = regexp.MustCompile(`[0-9√(+−×÷^!)/-]*[0-9!)×+][0-9√(+−×÷^!)/-]*`)
	numbers  = regexp.MustCompile(`[0-9]+`)
)

// checkIdea checks the arithmetic of an idea. Its first sentence makes the goal, unless the answer is near.
// Each value that it names is made. Together the sentences use up the tiles.
func checkIdea(lines []string, goal string, near bool, tiles []string) error {
	equal := func(texts ...string) error {
		for _, text := range texts {
			n, err := expr.Parse(text)
			if err != nil {
				return fmt.Errorf("%q: %w", text, err)
			}
			m, err := expr.Parse(texts[0])
			if err != nil {
				return fmt.Errorf("%q: %w", texts[0], err)
			}
			x, _ := expr.Eval(n)
			if y, err := expr.Eval(m); err != nil || x.String() != y.String() {
				return fmt.Errorf("%q is not %q", text, texts[0])
			}
		}
		return nil
	}
	if near {
		// These are the value, and in either order the goal and how far away it is.
		m := numbers.FindAllString(lines[0], -1)
		if m[1] == goal {
			m[1], m[2] = m[2], m[1]
		}
		if m[2] != goal || equal(m[0]+"+"+m[1], goal) != nil && equal(goal+"+"+m[1], m[0]) != nil {
			return fmt.Errorf("near: %q", lines[0])
		}
		goal, lines = m[0], lines[1:]
	}
	first := mathText.FindAllString(lines[0], -1)
	if err := equal(append(first, goal)...); err != nil {
		return err
	}
	used := first[len(first)-1:]
	for _, line := range lines[1:] {
		switch m := mathText.FindAllString(line, -1); {
		case strings.ContainsAny(line, "×+−÷") && slices.ContainsFunc(m, isIdle):
			used = append(used, m...)
		case len(m) == 0:
			// Both numbers are there.
		case len(m) == 2:
			// The line has a value, and how it is made.
			if err := equal(m...); err != nil {
				return err
			}
			used = m[1:]
		case len(m) == 3:
			// The line has a number that is there, a value and how it is made, or else a value that is made twice.
			if err := equal(m[1:]...); err != nil {
				return err
			}
			isMadeTwice := strings.ContainsAny(m[1], "+−×÷")
			if isMadeTwice {
				used = m[1:]
			} else {
				used = []string{m[0], m[2]}
			}
		case len(m) == 4:
			if err := equal(m[:2]...); err != nil {
				return err
			}
			if err := equal(m[2:]...); err != nil {
				return err
			}
			used = []string{m[1], m[3]}
		default:
			return fmt.Errorf("unread: %q", line)
		}
	}
	if got := numbers.FindAllString(strings.Join(used, " "), -1); tiles != nil {
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(tiles)); !slices.Equal(got, want) {
			return fmt.Errorf("it uses %v", got)
		}
	}
	return nil
}

// isIdle reports whether a step changes nothing, such as ×1.
func isIdle(text string) bool {
	return strings.IndexAny(text, "×+÷−") == 0 || strings.HasSuffix(text, "×") || strings.HasSuffix(text, "+")
}
