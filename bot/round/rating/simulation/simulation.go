// Package simulation simulates people who behave as the rating model says. By it tests find out what
// ratings learn, and which puzzles are dealt by them.
//
// A simulation has a short form and a long one. The short one always runs, and checks that the figures
// are within bounds. The figures of the long one are in engine/FIGURES.md.
package simulation

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

	"reckon/bot/round/rating"
	"reckon/engine/games"
)

// Flags of the tests that simulate.
var (
	Long = flag.Bool("long", false,
		"simulate ten times as much, with the measured hands of 24 in RECKON_SHARED; -v prints the figures")
	Spread = flag.Float64("spread", rating.Spread, "deviation of one player's times at one puzzle, in ln of seconds")
)

// A Crowd is a group of players, by the normal distribution of their abilities.
type Crowd struct {
	Name string
	// Mean is the mean of their abilities, in ln of seconds.
	Mean float64
	// Deviation is the standard deviation of their abilities.
	Deviation float64
}

// Crowds are three groups. The first are like the players whose times were measured. The second are slower,
// and differ more. The third are newcomers, who take five times as long as the first.
var Crowds = []Crowd{
	{"practised players", 0, 0.5},
	{"mixed players", -0.8, 0.8},
	{"newcomers", -1.6, 0.8},
}

// A Puzzle is a puzzle whose true difficulty is known.
type Puzzle struct {
	// Seconds is what a player of ability 0 needs in half of all attempts.
	Seconds float64
	// Predicted is the time that the game predicts, in seconds.
	Predicted float64
	// Deviation is the standard deviation of ln Predicted; 0 if it is unknown.
	Deviation float64
	// Solved is the share of attempts that players do not give up, above 0 and below 1.
	Solved float64
}

// MadePuzzles returns puzzles whose predictions are off by the deviations that they state.
func MadePuzzles(r *rand.Rand, n int) []Puzzle {
	var puzzles []Puzzle
	for range n {
		predicted := math.Exp(2 + r.ExpFloat64()/2)
		deviation := min(0.5, 0.015*predicted)
		puzzles = append(puzzles, Puzzle{
			Seconds:   predicted * math.Exp(deviation*r.NormFloat64()),
			Predicted: predicted,
			Deviation: deviation,
			Solved:    0.5 + r.Float64()*0.49,
		})
	}
	return puzzles
}

// MeasuredPuzzles returns the puzzles of the game 24 whose solve times were measured. Their predictions are
// by models that did not know these times. It skips the test if the file with the times is not there.
func MeasuredPuzzles(t *testing.T) []Puzzle {
	t.Helper()
	module := findModule(t)
	file := filepath.Join(cmp.Or(os.Getenv("RECKON_SHARED"), filepath.Join(module, "../shared")), "data", "24-human.csv")
	if _, err := os.Stat(file); err != nil {
		t.Skip(err)
	}
	predictions := map[string][]float64{}
	for _, row := range readRows(t, filepath.Join(module, "engine/twentyfour/testdata/leftout.csv")) {
		predictions[row.hand] = row.numbers
	}
	var puzzles []Puzzle
	for _, row := range readRows(t, file) {
		if _, err := games.Parse("24:" + row.hand); err != nil {
			t.Fatal(err)
		}
		prediction, known := predictions[row.hand]
		if !known {
			t.Fatalf("no time is predicted for %s", row.hand)
		}
		puzzles = append(puzzles, Puzzle{
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

// findModule returns the folder of go.mod, in or above that of the test.
func findModule(t *testing.T) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for !isModule(folder) {
		above := filepath.Dir(folder)
		if above == folder {
			t.Fatal("the test runs outside of the module")
		}
		folder = above
	}
	return folder
}

func isModule(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

// A row is a row of a table: a puzzle of 24, and numbers.
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

// An Estimate is a rating and the truth that it estimates.
type Estimate struct {
	Rating rating.Rating
	Truth  float64
}

// A World is a crowd of players and their puzzles. Nobody tries the same puzzle twice. The players behave as
// the rating model says, but with the Spread of the flag. How long they try before they give up does not
// depend on their ability.
type World struct {
	Random  *rand.Rand
	Puzzles []Estimate
	Players []Estimate
	// Eager has for each player how much they play, added to the same of all players before them. So a random
	// number below the last sum picks a player.
	Eager []float64
	// Met has the puzzles that a player has tried.
	Met map[Meeting]bool
	// Solved has the puzzles that each player has solved, in order.
	Solved [][]Solution

	crowd Crowd
	list  []Puzzle
}

// A Meeting is a puzzle that a player has tried.
type Meeting struct {
	Puzzle int
	Player int
}

// A Solution is how long a player took for a puzzle.
type Solution struct {
	Puzzle int
	After  time.Duration
}

// NewWorld makes players of a crowd who have tried nothing.
func NewWorld(list []Puzzle, of Crowd, players, seed int) *World {
	w := &World{
		Random: rand.New(rand.NewPCG(24, uint64(seed))),
		Met:    map[Meeting]bool{},
		Solved: make([][]Solution, players),
		crowd:  of,
		list:   list,
	}
	for _, p := range list {
		w.Puzzles = append(w.Puzzles, Estimate{rating.NewDifficulty(p.Predicted, p.Deviation), math.Log(p.Seconds)})
	}
	sum := 0.0
	for range players {
		w.Players = append(w.Players, Estimate{rating.NewAbility(), of.Mean + of.Deviation*w.Random.NormFloat64()})
		// A few play much, many a little.
		sum += w.Random.ExpFloat64()
		w.Eager = append(w.Eager, sum)
	}
	return w
}

// Play lets players try each puzzle the given number of times, in random order. It calls before ahead of each
// attempt. ln is the ln of the seconds that the player will take, unless they give up sooner.
func (w *World) Play(attempts int, before func(puzzle, player Estimate, ln float64)) {
	var order []int
	for range attempts {
		order = append(order, w.Random.Perm(len(w.list))...)
	}
	sum := w.Eager[len(w.Eager)-1]
	for _, puzzle := range order {
		player := -1
		for player < 0 || w.Met[Meeting{puzzle, player}] {
			player, _ = slices.BinarySearch(w.Eager, w.Random.Float64()*sum)
		}
		ln := w.SolveTime(puzzle, player)
		before(w.Puzzles[puzzle], w.Players[player], ln)
		patience := w.Puzzles[puzzle].Truth - w.crowd.Mean + *Spread*(rating.PatienceFor(w.list[puzzle].Solved)+Logistic(w.Random))
		w.Learn(puzzle, player, rating.Attempt{Solved: ln <= patience, After: Duration(min(ln, patience))})
	}
}

// SolveTime returns the ln of the seconds that a player takes for a puzzle.
func (w *World) SolveTime(puzzle, player int) float64 {
	return w.Puzzles[puzzle].Truth - w.Players[player].Truth + *Spread*Logistic(w.Random)
}

// Learn learns from an attempt, and notes that the player knows the puzzle.
func (w *World) Learn(puzzle, player int, a rating.Attempt) {
	w.Met[Meeting{puzzle, player}] = true
	difficulty := &w.Puzzles[puzzle].Rating
	ability := &w.Players[player].Rating
	*difficulty, *ability = rating.Learn(*difficulty, *ability, a)
	if a.Solved {
		w.Solved[player] = append(w.Solved[player], Solution{puzzle, a.After})
	}
}

// Duration is a number of seconds whose ln is given.
func Duration(ln float64) time.Duration {
	return time.Duration(math.Exp(min(ln, 20)) * float64(time.Second))
}

// Logistic draws from the standard logistic distribution.
func Logistic(r *rand.Rand) float64 {
	u := r.Float64()
	return math.Log((u + 0x1p-60) / (1 - u))
}
