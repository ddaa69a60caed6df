package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"reckon/bot/play"
	"reckon/bot/play/rating"
	"reckon/config"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

type ratingsCmd struct {
	Rebuild  rebuildCmd  `cmd:"" settings:"" help:"Learn all ratings anew from the attempts in the database."`
	Simulate simulateCmd `cmd:"" help:"Learn ratings from simulated players, whose true abilities are known, and print how close they come."`
}

type rebuildCmd struct{}

// Run learns all ratings anew. A bot may be running on the database.
func (rebuildCmd) Run(ctx context.Context, c console, s *config.Settings) (err error) {
	if _, err := os.Stat(string(s.DB)); err != nil && !s.DB.IsServer() { // storage.Open would make one
		return err
	}
	store, err := storage.Open(ctx, string(s.DB))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	n, err := play.Relearn(ctx, store)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "learnt from %d attempts\n", n)
	return err
}

type simulateCmd struct {
	File      string `arg:"" help:"CSV table of 24 hands with a head: hand, mean seconds to solve it, percent of people who solve it."`
	Predicted string `type:"path" placeholder:"FILE" help:"CSV table of hand, predicted seconds and their deviation in ln of seconds. Without it this program predicts, and its model knows the hands."`
	setting
}

// Run prints how far predicted and learnt difficulties, and abilities, are from the
// truth.
func (s simulateCmd) Run(c console) error {
	hands, err := s.hands()
	if err != nil {
		return err
	}
	if s.Attempts < 1 || s.Runs < 1 || s.Players < s.Attempts {
		return fmt.Errorf("it takes at least %d players: nobody meets a hand twice", max(s.Attempts, 1))
	}
	for _, crowd := range crowds {
		title := fmt.Sprintf("%s, of abilities %.1f ± %.1f", crowd.name, crowd.mean, crowd.deviation)
		if err := writeTables(c.out, s.tables(title, s.simulate(hands, crowd))); err != nil {
			return err
		}
	}
	return nil
}

func (s simulateCmd) tables(title string, m simulation) []engine.Table {
	head := []string{"error", "bias", "rank correlation", "within 1.96 deviations"}
	row := func(list []estimate, names ...string) []string {
		f := fitOf(list)
		return append(names, fmt.Sprintf("%.3f", f.Error), fmt.Sprintf("%+.3f", f.Bias), fmt.Sprintf("%.3f", f.Rank), fmt.Sprintf("%.1f %%", 100*f.Cover))
	}
	difficulty := engine.Table{Title: title + ": difficulty of hands, in ln of seconds", Head: append([]string{"difficulty"}, head...), Rows: [][]string{
		row(m.Predicted, "predicted"), row(m.Learnt, fmt.Sprintf("after %d attempts", s.Attempts)),
	}}
	ability := engine.Table{Title: title + ": ability, in ln of seconds", Head: append([]string{"attempts", "players"}, head...)}
	for i, attempts := range stages {
		if list := m.Stages[i]; len(list) > 0 {
			ability.Rows = append(ability.Rows, row(list, strconv.Itoa(attempts), fmt.Sprintf("%.0f", float64(len(list))/float64(s.Runs))))
		}
	}
	tables := []engine.Table{difficulty, ability}
	all := 0
	for _, n := range m.SolvedBy {
		all += n
	}
	if all == 0 {
		return tables
	}
	chances := engine.Table{Title: title + ": times by the chance to have solved by then", Head: []string{"chance", "solved"}}
	for i, n := range m.SolvedBy {
		chances.Rows = append(chances.Rows, []string{fmt.Sprintf("%d to %d %%", 10*i, 10*i+10), fmt.Sprintf("%.1f %%", 100*float64(n)/float64(all))})
	}
	return append(tables, chances)
}

// hands reads the measured times of hands and their predictions.
func (s simulateCmd) hands() (hands []simulatedPuzzle, err error) {
	names, measured, err := readNumbers(s.File)
	if err != nil {
		return nil, err
	}
	var predicted map[string][2]float64
	if s.Predicted != "" {
		if _, predicted, err = readNumbers(s.Predicted); err != nil {
			return nil, err
		}
	}
	for _, hand := range names {
		p, err := games.Parse("24:" + hand)
		if err != nil {
			return nil, err
		}
		forecast, known := predicted[hand]
		if s.Predicted == "" {
			forecast, known = [2]float64{p.Rating().Seconds, p.Rating().Deviation}, true
		}
		m := measured[hand]
		if !known || m[0] <= 0 || forecast[0] <= 0 {
			return nil, fmt.Errorf("no time is known or predicted for %s", hand)
		}
		hands = append(hands, simulatedPuzzle{Seconds: m[0], Predicted: forecast[0], Deviation: forecast[1], Solved: min(max(m[1]/100, 0.01), 0.99)})
	}
	return hands, nil
}

// readNumbers reads the rows under the head of a table: hands, and two numbers of each.
func readNumbers(file string) (hands []string, of map[string][2]float64, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = 3
	rows, err := r.ReadAll()
	if err == nil && len(rows) < 2 {
		err = errors.New("no rows")
	}
	of = map[string][2]float64{}
	for i := 1; i < len(rows) && err == nil; i++ {
		x, noX := strconv.ParseFloat(rows[i][1], 64)
		y, noY := strconv.ParseFloat(rows[i][2], 64)
		err = errors.Join(noX, noY)
		hands, of[rows[i][0]] = append(hands, rows[i][0]), [2]float64{x, y}
	}
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	return hands, of, nil
}

// A setting is how attempts are simulated.
type setting struct {
	Attempts int     `default:"20" help:"Attempts at each hand (default: ${default})."`
	Players  int     `default:"300" help:"Number of players (default: ${default})."`
	Spread   float64 `default:"0.55" help:"Deviation of one player's times at one hand, in ln of seconds (default: ${default})."`
	Runs     int     `default:"10" help:"Number of simulations; the figures are those of all together (default: ${default})."`
}

// A crowd is a group of players and the distribution of their abilities, in ln of
// seconds.
type crowd struct {
	name            string
	mean, deviation float64
}

// crowds are players as able and alike as those who were measured, slower and more
// different ones, and newcomers, who take five times as long.
var crowds = []crowd{{"practised players", 0, 0.5}, {"mixed players", -0.8, 0.8}, {"newcomers", -1.6, 0.8}}

// A simulatedPuzzle is a puzzle whose true difficulty is known.
type simulatedPuzzle struct {
	Seconds   float64 // what a player of ability 0 truly needs in half of all attempts
	Predicted float64 // seconds
	Deviation float64 // of the prediction, in ln of seconds; 0: unknown
	Solved    float64 // the share of attempts that such players do not give up, above 0 and below 1
}

// An estimate is a rating beside its truth.
type estimate struct {
	rating rating.Rating
	truth  float64
}

// A simulation has the estimates of all its runs.
type simulation struct {
	Predicted, Learnt []estimate              // difficulties, before and after
	Stages            [len(stages)][]estimate // abilities after so many attempts
	// SolvedBy counts attempts by the tenth of the chance to have solved by the moment
	// when the puzzle was, or would have been, solved: a tenth each if the chances are
	// true. It counts players from rating.ShownFrom on.
	SolvedBy [10]int
}

// stages are numbers of attempts after which abilities are compared with the truth.
var stages = [...]int{0, 5, 10, 20, 40, 80}

// simulate lets players try all puzzles.
func (s setting) simulate(list []simulatedPuzzle, of crowd) (m simulation) {
	for run := range s.Runs {
		w := s.world(list, of, run)
		m.Predicted = append(m.Predicted, w.puzzles...)
		w.play(s.Attempts, func(puzzle, player estimate, ln float64) {
			if i := slices.Index(stages[:], player.rating.Attempts); i >= 0 {
				m.Stages[i] = append(m.Stages[i], player)
			}
			if player.rating.Attempts >= rating.ShownFrom {
				f := rating.Chance(puzzle.rating, player.rating, lnSeconds(ln))
				m.SolvedBy[min(int(f*10), 9)]++
			}
		})
		m.Learnt = append(m.Learnt, w.puzzles...)
	}
	return m
}

// A world is a crowd of players and their puzzles, of which nobody tries the same one twice. The
// players behave as the rating model says, with a spread that may differ from the model's;
// patience is independent of ability.
type world struct {
	r                *rand.Rand
	of               crowd
	spread           float64
	list             []simulatedPuzzle
	puzzles, players []estimate
	eager            []float64       // for each player, the sum of how much they and those before play
	met              map[[2]int]bool // a puzzle, and a player who has tried it
	solved           [][]solution    // by player, in order
}

// A solution is how long a player took for a puzzle.
type solution struct {
	puzzle int
	after  time.Duration
}

func (s setting) world(list []simulatedPuzzle, of crowd, run int) *world {
	w := &world{r: rand.New(rand.NewPCG(24, uint64(run))), of: of, spread: s.Spread, list: list, met: map[[2]int]bool{}}
	for _, p := range list {
		w.puzzles = append(w.puzzles, estimate{rating.NewDifficulty(p.Predicted, p.Deviation), math.Log(p.Seconds)})
	}
	sum := 0.0
	for range s.Players {
		w.players = append(w.players, estimate{rating.NewAbility(), of.mean + of.deviation*w.r.NormFloat64()})
		sum += w.r.ExpFloat64() // few play much, many a little
		w.eager = append(w.eager, sum)
	}
	w.solved = make([][]solution, s.Players)
	return w
}

// play lets players try all puzzles so often each, in random order. before is called with each
// attempt, and the ln of the seconds it takes unless it is given up.
func (w *world) play(attempts int, before func(puzzle, player estimate, ln float64)) {
	var order []int
	for range attempts {
		order = append(order, w.r.Perm(len(w.list))...)
	}
	sum := w.eager[len(w.eager)-1]
	for _, i := range order {
		player := -1
		for player < 0 || w.met[[2]int{i, player}] {
			player, _ = slices.BinarySearch(w.eager, w.r.Float64()*sum)
		}
		ln := w.time(i, player)
		before(w.puzzles[i], w.players[player], ln)
		patience := w.puzzles[i].truth - w.of.mean + w.spread*(patienceFor(w.list[i].Solved)+logistic(w.r))
		w.learn(i, player, rating.Attempt{Solved: ln <= patience, After: lnSeconds(min(ln, patience))})
	}
}

// time is the ln of the seconds that a player takes for a puzzle.
func (w *world) time(puzzle, player int) float64 {
	return w.puzzles[puzzle].truth - w.players[player].truth + w.spread*logistic(w.r)
}

// learn takes an attempt.
func (w *world) learn(puzzle, player int, a rating.Attempt) {
	w.met[[2]int{puzzle, player}] = true
	b, p := &w.puzzles[puzzle], &w.players[player]
	b.rating, p.rating = rating.Learn(b.rating, p.rating, a)
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
	lo, hi := -30.0, 30.0
	for range 60 {
		mid := (lo + hi) / 2
		// The chance that of two standard logistic numbers, one moved by mid, the
		// other is less.
		x := math.Exp(mid)
		p := 0.5
		if math.Abs(x-1) > 1e-6 {
			p = x * (x - 1 - mid) / ((x - 1) * (x - 1))
		}
		if p < share {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// A fit is how far estimates are from the truth.
type fit struct {
	Error float64 // root of the mean square of the error, in ln of seconds
	Bias  float64 // mean error
	Rank  float64 // Spearman's correlation with the truth
	Cover float64 // the share of truths within 1.96 deviations
}

func fitOf(list []estimate) (f fit) {
	n := float64(len(list))
	var values, truths []float64
	for _, e := range list {
		off := e.rating.Value - e.truth
		f.Error += off * off / n
		f.Bias += off / n
		if math.Abs(off) <= 1.96*e.rating.Deviation() {
			f.Cover += 1 / n
		}
		values, truths = append(values, e.rating.Value), append(truths, e.truth)
	}
	f.Error = math.Sqrt(f.Error)
	f.Rank = stat.Correlation(ranks(values), ranks(truths), nil)
	return f
}

// ranks returns the places of values in order. Equal values are few, and share no place.
func ranks(values []float64) []float64 {
	places, order := make([]float64, len(values)), make([]int, len(values))
	floats.ArgsortStable(slices.Clone(values), order)
	for place, i := range order {
		places[i] = float64(place)
	}
	return places
}
