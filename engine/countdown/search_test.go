package countdown

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// A known game is a game of the reference list.
type known struct {
	tiles           []int
	target          int
	distance, count int
}

// knownGames reads the 500 reference games, or skips.
func knownGames(tb testing.TB) []known {
	tb.Helper()
	shared := os.Getenv("RECKON_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	f, err := os.Open(filepath.Join(shared, "data", "countdown-games.csv"))
	if err != nil {
		tb.Skip("no reference games:", err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	var out []known
	for _, row := range rows[1:] {
		var n [9]int
		for i := range n {
			if n[i], err = strconv.Atoi(row[i]); err != nil {
				tb.Fatal(err)
			}
		}
		out = append(out, known{n[:6], n[6], n[7], n[8]})
	}
	return out
}

func TestSearchKnownGames(t *testing.T) {
	games := append(knownGames(t),
		known{[]int{75, 50, 2, 3, 8, 7}, 812, 0, 9},
		known{[]int{25, 50, 75, 100, 3, 6}, 952, 0, 2},
		known{[]int{1, 3, 7, 10, 25, 50}, 765, 0, 12},
		known{[]int{1, 3, 7, 10, 25, 50}, 831, 1, 0},
	)
	for _, g := range games {
		forms, distance := newSearch(g.tiles).nearest(g.target)
		count := len(forms)
		if distance > 0 { // the reference counts exact solutions
			count = 0
		}
		if distance != g.distance || count != g.count {
			t.Errorf("%v = %d: distance %d, %d solutions; want %d, %d",
				g.tiles, g.target, distance, count, g.distance, g.count)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	games := knownGames(b)
	for b.Loop() {
		for _, g := range games {
			newSearch(g.tiles).nearest(g.target)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(games)), "ns/game")
}

// Two equal halves, joined either way round, are one solution.
func TestEqualHalves(t *testing.T) {
	p, err := Game{}.Parse("7,7,8,8,10,10=112")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, text := range p.Solve(context.Background()).All {
		form := p.Judge(text).Form
		if seen[form] || form == "" {
			t.Errorf("%s has the form %q, which was found before or is none", text, form)
		}
		seen[form] = true
	}
	if !seen["10*8*7/(8+7-10)"] {
		t.Errorf("the quotient of the halves is not among %d solutions", len(seen))
	}
}
