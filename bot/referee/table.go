package referee

import (
	"bytes"
	"context"
	"strconv"
	"strings"

	"reckon/bot/round/rating"
	"reckon/bot/say"
	"reckon/engine"
)

// A table has the puzzles of a game's catalogue, a line for each. All of it is ASCII.
type table struct {
	game engine.Catalogued
	// english puts the ideas into sentences: see idea.
	english say.Voice
	columns []column
}

// A column is what a table says of every puzzle, under one name.
type column struct {
	name string
	cell func(row) string
}

// A row is a puzzle and what the table says of it.
type row struct {
	puzzle   engine.Puzzle
	rating   engine.Rating
	solution engine.Solution
}

// newTable makes the table of a game. Which columns it has depends on what the game's rules offer.
func newTable(game engine.Catalogued, english say.Voice) table {
	t := table{game: game, english: english}
	t.columns = []column{
		{"puzzle", func(r row) string { return r.puzzle.ID() }},
		{"numbers", func(r row) string { return strings.Join(r.puzzle.Face().Tiles, " ") }},
		{"goal", func(r row) string { return r.puzzle.Face().Goal }},
		{"level", func(r row) string { return strconv.Itoa(int(r.rating.Level)) }},
	}
	rules := game.Rules()
	if rules.Experts {
		t.columns = append(t.columns,
			column{"seconds", func(r row) string { return decimal(r.rating.Seconds, 1) }},
			column{"ln_error", func(r row) string { return decimal(r.rating.Deviation, 2) }},
			column{"solved", func(r row) string { return decimal(r.rating.Solved, 3) }},
			column{"solved_in_60s", func(r row) string { return decimal(solvedInTime(r.rating), 3) }})
	}
	if rules.Measure != "" {
		t.columns = append(t.columns, column{rules.Measure, func(r row) string { return strconv.Itoa(r.solution.Measure) }})
	}
	t.columns = append(t.columns, column{"solutions", func(r row) string { return strconv.Itoa(len(r.solution.All)) }})
	if !rules.Collect {
		t.columns = append(t.columns, column{"best", func(r row) string { return r.solution.Best }})
		return t
	}
	t.columns = append(t.columns,
		column{"answers", func(r row) string { return strings.Join(r.solution.All, " ") }},
		column{"idea", t.idea})
	return t
}

// text returns the table, with the names of the columns on its first line.
func (t table) text(ctx context.Context) []byte {
	var names []string
	for _, c := range t.columns {
		names = append(names, c.name)
	}
	var b bytes.Buffer
	write := func(cells []string) {
		b.WriteString(strings.Join(cells, "\t"))
		b.WriteByte('\n')
	}
	write(names)
	for puzzle := range t.game.Catalogue().Puzzles {
		r := row{puzzle: puzzle, rating: puzzle.Rating(), solution: puzzle.Solve(ctx)}
		var cells []string
		for _, c := range t.columns {
			cells = append(cells, c.cell(r))
		}
		write(cells)
	}
	return b.Bytes()
}

// decimal returns a number with that many digits behind the point. It is empty if the number is 0, which means that
// it is unknown.
func decimal(n float64, digits int) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatFloat(n, 'f', digits, 64)
}

// solvedInTime returns the share of people who solve a puzzle within rating.TimeToSolve, which is a minute. It is 0 if the
// share is unknown.
func solvedInTime(r engine.Rating) float64 {
	if r.Solved == 0 {
		return 0
	}
	return rating.SolvedBy(rating.TimeToSolve, r.Seconds, r.Solved)
}

// ascii replaces the signs of arithmetic by those that people type.
var ascii = strings.NewReplacer("×", "*", "÷", "/", "−", "-")

// idea returns how a person comes to the first answer, in sentences.
func (t table) idea(r row) string {
	facts := t.game.Idea(r.solution.Best, r.puzzle.Face().Goal)
	var sentences []string
	for _, line := range t.english.Idea(t.game.Name(), facts) {
		sentences = append(sentences, say.Plain(line))
	}
	return ascii.Replace(strings.Join(sentences, " "))
}
