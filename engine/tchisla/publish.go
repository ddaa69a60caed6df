package tchisla

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"reckon/engine"
	"reckon/engine/expr"
	"reckon/engine/tchisla/search"
)

var _ engine.Book = Game{}

// checker checks the table in another language.
//
//go:embed check.py
var checker []byte

// Page returns the page of a target: a puzzle in each digit.
func (g Game) Page(name string) (p engine.Page, ok bool) {
	target, err := strconv.Atoi(name)
	if err != nil || !isBookTarget(target) || strconv.Itoa(target) != name {
		return p, false
	}
	p.Name = name
	if target > 1 {
		p.Before = strconv.Itoa(target - 1)
	}
	if target < BookTargets {
		p.After = strconv.Itoa(target + 1)
	}
	for digit := 1; digit <= 9; digit++ {
		p.Puzzles = append(p.Puzzles, &Puzzle{target: target, digit: digit})
	}
	return p, true
}

// PageOf names a puzzle by its target and its digit.
func (Game) PageOf(puzzle engine.Puzzle) (page, place string, ok bool) {
	p, ok := puzzle.(*Puzzle)
	if !ok || p.target > BookTargets {
		return "", "", false
	}
	return strconv.Itoa(p.target), strconv.Itoa(p.digit), true
}

// longestFact is the length in bytes of the longest value that a fact names.
const longestFact = 20

// Family returns the fact "family." and the key of the answer's family.
func (Game) Family(answer string) engine.Hint {
	n, err := expr.Parse(answer)
	if err != nil {
		return engine.Hint{}
	}
	f, err := FamilyOf(n)
	if err != nil {
		return engine.Hint{}
	}
	value := expr.Text(f.Value, expr.Typographic)
	rest := expr.Text(f.Rest, expr.Typographic)
	if len(value) > longestFact || len(rest) > longestFact {
		return engine.Hint{Code: "family." + f.Key}
	}
	switch {
	case f.Rest.Is(0):
		rest = ""
	case f.Rest.String()[0] != '-':
		rest = "+" + rest
	}
	return engine.Hint{
		Code: "family." + f.Key,
		Args: engine.Args{
			"core":  f.Core.Print(expr.Typographic),
			"value": value,
			"rest":  rest,
		},
	}
}

// Chapters returns a chapter for each digit.
func (Game) Chapters() []engine.Chapter { return chapters() }

var chapters = sync.OnceValue(func() (all []engine.Chapter) {
	for digit := 1; digit <= 9; digit++ {
		c := engine.Chapter{Name: strconv.Itoa(digit), Searched: reaches()[digit]}
		for _, line := range lines()[lineIndex(1, digit) : lineIndex(BookTargets, digit)+1] {
			digits := strings.Count(line, c.Name)
			if digits == 0 {
				continue
			}
			c.Answers++
			c.Sum += digits
			c.Longest = max(c.Longest, digits)
		}
		all = append(all, c)
	}
	return all
})

// familySizes are the numbers of answers in the book by family. It takes seconds to count
// them, so a test does.
var familySizes = map[string]int{
	"factorial":         7565,
	"factorial.divided": 11114,
	"factorial.times":   14696,
	"factorials":        2802,
	"number":            1271,
	"number.times":      7185,
	"other":             12,
	"power":             13138,
	"product":           2923,
	"quotient":          603,
	"ratio":             15470,
	"root":              250,
	"tower":             12971,
}

// Families returns the families of the book's answers, the largest first.
func (Game) Families() (all []engine.FamilySize) {
	for key, n := range familySizes {
		all = append(all, engine.FamilySize{Family: "family." + key, Answers: n})
	}
	slices.SortFunc(all, func(a, b engine.FamilySize) int { return b.Answers - a.Answers })
	return all
}

// Table returns the built-in book as a text in ASCII, with the columns target, digit, count and
// answer.
func (Game) Table() []byte { return table(Lookup) }

func table(lookup func(target, digit int) (search.Answer, bool)) []byte {
	var b bytes.Buffer
	b.WriteString("target\tdigit\tcount\tanswer\n")
	for target := 1; target <= BookTargets; target++ {
		for digit := 1; digit <= 9; digit++ {
			if a, ok := lookup(target, digit); ok {
				fmt.Fprintf(&b, "%d\t%d\t%d\t%s\n", target, digit, a.Digits, a.Expr.Print(expr.Spelled))
			}
		}
	}
	return b.Bytes()
}

// Checker returns a program in Python that checks the table.
func (Game) Checker() []byte { return checker }
