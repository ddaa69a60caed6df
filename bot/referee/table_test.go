package referee

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"reckon/bot/feature/featuretest"
	"reckon/engine"
	"reckon/engine/games"
)

// rowsOf returns the rows of a table below its head, each by the names of the columns.
func rowsOf(t *testing.T, game string) []map[string]string {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(tableOf(t, game), "\n"), "\n")
	head := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != len(head) {
			t.Fatalf("%q has %d cells", line, len(cells))
		}
		row := map[string]string{}
		for i, cell := range cells {
			row[head[i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// number returns the number in a cell. It returns 0 if the cell is empty.
func number(t *testing.T, cell string) float64 {
	t.Helper()
	if cell == "" {
		return 0
	}
	n, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The table of hands has all 1,362 of them in order, with 3,017 answers.
func TestHands(t *testing.T) {
	rows := rowsOf(t, "24")
	answers := 0
	guesses := 0
	for _, row := range rows {
		answers += len(strings.Fields(row["answers"]))
		seconds := number(t, row["seconds"])
		solved := number(t, row["solved"])
		inTime := number(t, row["solved_in_60s"])
		isGuess := row["ln_error"] == ""
		if isGuess {
			guesses++
			if solved != 0 || inTime != 0 {
				t.Errorf("%v is a guess with a share", row)
			}
			continue
		}
		if seconds < 4 || solved < 0.2 {
			t.Errorf("%v is too easy or too hard", row)
		}
		if inTime <= 0 || inTime > solved {
			t.Errorf("%v: more people solve the puzzle in a minute than at all, or none", row)
		}
	}
	if len(rows) != 1362 || answers != 3017 {
		t.Errorf("%d hands with %d answers", len(rows), answers)
	}
	// The page says so.
	if guesses != 3 {
		t.Errorf("%d hands have no error", guesses)
	}
	at := slices.IndexFunc(rows, func(row map[string]string) bool { return row["numbers"] == "3 3 8 8" })
	hard := rows[at]
	for column, want := range map[string]string{
		"puzzle":    "24:3,3,8,8",
		"level":     "5",
		"solutions": "1",
		"answers":   "8/(3-8/3)",
		"idea":      "24 is 8/(1/3). You have 8; make the 1/3: 3-8/3.",
	} {
		if hard[column] != want {
			t.Errorf("the %s of 3 3 8 8 is %q, want %q", column, hard[column], want)
		}
	}
	if first, last := rows[0]["puzzle"], rows[len(rows)-1]["puzzle"]; first != "24:1,1,1,8" || last != "24:12,13,13,13" {
		t.Errorf("from %s to %s", first, last)
	}
}

// The table of games has 10,000, always the same ones, and no two alike.
func TestGames(t *testing.T) {
	rows := rowsOf(t, "countdown")
	made := 0
	boards := map[string]bool{}
	for _, row := range rows {
		numbers := strings.Fields(row["numbers"])
		slices.Sort(numbers)
		boards[strings.Join(numbers, " ")+"="+row["goal"]] = true
		isMade := row["distance"] == "0"
		if isMade {
			made++
		}
		if isMade != (row["solutions"] != "0") {
			t.Errorf("%v", row)
		}
	}
	if len(rows) != 10_000 || len(boards) != 10_000 || made != 9374 {
		t.Errorf("%d games, %d of them different, in %d the goal can be made", len(rows), len(boards), made)
	}
	first := rows[0]["puzzle"]
	last := rows[len(rows)-1]["puzzle"]
	if first != "countdown:100,50,25,3,1,2=594" || last != "countdown:2,4,9,8,5,1=487" {
		t.Errorf("from %s to %s", first, last)
	}
}

// The tables are ASCII, and the page explains each of their columns.
func TestColumnsAreExplained(t *testing.T) {
	page, err := os.ReadFile("referee.html")
	if err != nil {
		t.Fatal(err)
	}
	explained := strings.Count(string(page), `<dt><code>`)
	columns := map[string]bool{}
	for _, game := range []string{"24", "countdown"} {
		text := tableOf(t, game)
		if strings.ContainsFunc(text, func(r rune) bool { return r > '~' }) {
			t.Errorf("the table of %s is not all ASCII", game)
		}
		head, _, _ := strings.Cut(text, "\n")
		for name := range strings.SplitSeq(head, "\t") {
			columns[name] = true
			if !strings.Contains(string(page), `<dt><code>`+name+`</code></dt>`) {
				t.Errorf("the page does not explain %s", name)
			}
		}
	}
	if explained != len(columns) {
		t.Errorf("the page explains %d columns, and there are %d", explained, len(columns))
	}
}

// A program that tries only chains misses some hands that can be solved. In a chain each step takes the last result and
// one more number, and a division leaves nothing over.
func TestChains(t *testing.T) {
	for _, tt := range []struct{ most, solvable, never int }{{10, 566, 55}, {13, 1362, 137}} {
		solvable := 0
		never := 0
		for _, row := range rowsOf(t, "24") {
			var cards []int
			for text := range strings.FieldsSeq(row["numbers"]) {
				card, err := strconv.Atoi(text)
				if err != nil {
					t.Fatal(err)
				}
				cards = append(cards, card)
			}
			if slices.Max(cards) > tt.most {
				continue
			}
			solvable++
			if !chainMakes(0, false, cards) {
				never++
			}
		}
		if solvable != tt.solvable || never != tt.never {
			t.Errorf("of 1..%d %d hands can be solved, and chains never make %d of these", tt.most, solvable, never)
		}
	}
}

// chainMakes reports whether a chain that goes on from a value with all these numbers, in some order, makes 24. If the
// chain has not begun, it begins with one of the numbers.
func chainMakes(value int, begun bool, numbers []int) bool {
	if len(numbers) == 0 {
		return value == 24
	}
	for i, n := range numbers {
		rest := slices.Delete(slices.Clone(numbers), i, i+1)
		next := []int{n}
		if begun {
			next = []int{value + n, value - n, value * n}
			if value%n == 0 {
				next = append(next, value/n)
			}
		}
		for _, v := range next {
			if chainMakes(v, true, rest) {
				return true
			}
		}
	}
	return false
}

// BenchmarkTable makes the table of each game again and again. Ratings of hands are kept, so only the first table of
// hands takes as long as in the program.
func BenchmarkTable(b *testing.B) {
	english := featuretest.English(b)
	for _, g := range games.All() {
		game, ok := g.(engine.Catalogued)
		if !ok {
			continue
		}
		b.Run(g.Name(), func(b *testing.B) {
			for b.Loop() {
				newTable(game, english).text(b.Context())
			}
		})
	}
}
