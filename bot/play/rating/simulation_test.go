package rating_test

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"reckon/bot/play/rating"
	"reckon/engine/games"
)

// The simulations of this package have a short form, which always runs and holds the figures
// to bounds, and a long one, whose figures are in engine/FIGURES.md.
var (
	long   = flag.Bool("long", false, "simulate ten times as much, with the measured hands of 24 in RECKON_SHARED; -v prints the figures")
	spread = flag.Float64("spread", rating.Spread, "deviation of one player's times at one puzzle, in ln of seconds")
)

// A crowd is a group of players and the distribution of their abilities, in ln of seconds.
type crowd struct {
	name            string
	mean, deviation float64
}

// crowds are players as able and alike as those who were measured, slower players who differ
// more, and newcomers, who take five times as long.
var crowds = []crowd{
	{"practised players", 0, 0.5},
	{"mixed players", -0.8, 0.8},
	{"newcomers", -1.6, 0.8},
}

// A simulatedPuzzle is a puzzle whose true difficulty is known.
type simulatedPuzzle struct {
	// Seconds is what a player of ability 0 needs in half of all attempts.
	Seconds float64
	// Predicted is in seconds, and Deviation in ln of seconds; 0 if it is unknown.
	Predicted, Deviation float64
	// Solved is the share of attempts that players do not give up, above 0 and below 1.
	Solved float64
}

// madePuzzles returns puzzles whose predictions are off by the deviations that they state.
func madePuzzles(r *rand.Rand, n int) []simulatedPuzzle {
	var puzzles []simulatedPuzzle
	for range n {
		predicted := math.Exp(2 + r.ExpFloat64()/2)
		deviation := min(0.5, 0.015*predicted)
		puzzles = append(puzzles, simulatedPuzzle{
			Seconds:   predicted * math.Exp(deviation*r.NormFloat64()),
			Predicted: predicted,
			Deviation: deviation,
			Solved:    0.5 + r.Float64()*0.49,
		})
	}
	return puzzles
}

// measuredPuzzles returns the hands of 24 whose solve times were measured, with predictions of
// models that did not know them. It skips the test where the measurements are not at hand.
func measuredPuzzles(t *testing.T) []simulatedPuzzle {
	t.Helper()
	file := filepath.Join(cmp.Or(os.Getenv("RECKON_SHARED"), "../../../../shared"), "data", "24-human.csv")
	if _, err := os.Stat(file); err != nil {
		t.Skip(err)
	}
	predictions := map[string][]float64{}
	for _, row := range readRows(t, "../../../engine/twentyfour/testdata/leftout.csv") {
		predictions[row.hand] = row.numbers
	}
	var puzzles []simulatedPuzzle
	for _, row := range readRows(t, file) {
		if _, err := games.Parse("24:" + row.hand); err != nil {
			t.Fatal(err)
		}
		prediction, known := predictions[row.hand]
		if !known {
			t.Fatalf("no time is predicted for %s", row.hand)
		}
		puzzles = append(puzzles, simulatedPuzzle{
			Seconds:   row.numbers[0],
			Predicted: prediction[0],
			Deviation: prediction[1],
			Solved:    min(max(row.numbers[1]/100, 0.01), 0.99),
		})
	}
	if len(puzzles) != 908 {
		t.Fatalf("%d hands, want 908", len(puzzles))
	}
	return puzzles
}

// A row is a hand and the numbers behind it in a table.
type row struct {
	hand    string
	numbers []float64
}

// readRows reads the rows under the head of a CSV file.
func readRows(t *testing.T, file string) []row {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var rows []row
	for _, record := range records[1:] {
		r := row{hand: record[0]}
		for _, cell := range record[1:] {
			number, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			r.numbers = append(r.numbers, number)
		}
		rows = append(rows, r)
	}
	return rows
}

// An estimate is a rating and the truth that it estimates.
type estimate struct {
	rating rating.Rating
	truth  float64
}

// A world is a crowd of players and their puzzles. Nobody tries the same puzzle twice. The
// players behave as the rating model says, with a spread that may differ from the model's;
// patience is independent of ability.
type world struct {
	r       *rand.Rand
	crowd   crowd
	list    []simulatedPuzzle
	puzzles []estimate
	players []estimate
	// eager has, for each player, the sum of how much they and those before them play.
	eager []float64
	// met has the puzzles that a player has tried.
	met map[meeting]bool
	// solved has the puzzles that each player has solved, in order.
	solved [][]solution
}

type meeting struct{ puzzle, player int }

// A solution is how long a player took for a puzzle.
type solution struct {
	puzzle int
	after  time.Duration
}

func newWorld(list []simulatedPuzzle, of crowd, players, seed int) *world {
	w := &world{
		r:      rand.New(rand.NewPCG(24, uint64(seed))),
		crowd:  of,
		list:   list,
		met:    map[meeting]bool{},
		solved: make([][]solution, players),
	}
	for _, p := range list {
		w.puzzles = append(w.puzzles, estimate{rating.NewDifficulty(p.Predicted, p.Deviation), math.Log(p.Seconds)})
	}
	sum := 0.0
	for range players {
		w.players = append(w.players, estimate{rating.NewAbility(), of.mean + of.deviation*w.r.NormFloat64()})
		// A few play much, many a little.
		sum += w.r.ExpFloat64()
		w.eager = append(w.eager, sum)
	}
	return w
}

// play lets players try each puzzle the given number of times, in random order. It calls before
// with each attempt, and with the ln of the seconds that it takes unless it is given up.
func (w *world) play(attempts int, before func(puzzle, player estimate, ln float64)) {
	var order []int
	for range attempts {
		order = append(order, w.r.Perm(len(w.list))...)
	}
	sum := w.eager[len(w.eager)-1]
	for _, puzzle := range order {
		player := -1
		for player < 0 || w.met[meeting{puzzle, player}] {
			player, _ = slices.BinarySearch(w.eager, w.r.Float64()*sum)
		}
		ln := w.solveTime(puzzle, player)
		before(w.puzzles[puzzle], w.players[player], ln)
		patience := w.puzzles[puzzle].truth - w.crowd.mean + *spread*(patienceFor(w.list[puzzle].Solved)+logistic(w.r))
		w.learn(puzzle, player, rating.Attempt{Solved: ln <= patience, After: lnSeconds(min(ln, patience))})
	}
}

// solveTime returns the ln of the seconds that a player takes for a puzzle.
func (w *world) solveTime(puzzle, player int) float64 {
	return w.puzzles[puzzle].truth - w.players[player].truth + *spread*logistic(w.r)
}

// learn learns from an attempt, and notes that the player knows the puzzle.
func (w *world) learn(puzzle, player int, a rating.Attempt) {
	w.met[meeting{puzzle, player}] = true
	difficulty, ability := &w.puzzles[puzzle].rating, &w.players[player].rating
	*difficulty, *ability = rating.Learn(*difficulty, *ability, a)
	if a.Solved {
		w.solved[player] = append(w.solved[player], solution{puzzle, a.After})
	}
}

func lnSeconds(ln float64) time.Duration {
	return time.Duration(math.Exp(min(ln, 20)) * float64(time.Second))
}

// logistic draws from the standard logistic distribution.
func logistic(r *rand.Rand) float64 {
	u := r.Float64()
	return math.Log((u + 0x1p-60) / (1 - u))
}

// patienceFor returns by how many spreads the median time of giving up is later than the
// median time of solving, if this share of people solves.
func patienceFor(share float64) float64 {
	low, high := -30.0, 30.0
	for range 60 {
		middle := (low + high) / 2
		if solvesBeforeGivingUp(middle) < share {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// solvesBeforeGivingUp returns the chance that of two standard logistic numbers, the second one
// moved by d, the first is less.
func solvesBeforeGivingUp(d float64) float64 {
	x := math.Exp(d)
	if math.Abs(x-1) <= 1e-6 {
		return 0.5
	}
	return x * (x - 1 - d) / ((x - 1) * (x - 1))
}

// The share of players who solve is the one asked for.
func TestPatience(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const attempts = 20_000
	solved := 0
	for range attempts {
		if logistic(r) <= patienceFor(0.8)+logistic(r) {
			solved++
		}
	}
	if share := float64(solved) / attempts; math.Abs(share-0.8) > 0.015 {
		t.Errorf("%.3f are solved, want 0.8", share)
	}
}
