package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"

	"reckon/bot/play/rating"
)

// A simulatedPuzzle is a puzzle whose true difficulty is known.
type simulatedPuzzle struct {
	Seconds   float64 // what a player of ability 0 truly needs in half of all attempts
	Predicted float64 // what was predicted
	Deviation float64 // of the prediction, in ln of seconds; 0: unknown
	Solved    float64 // the share of attempts that such players do not give up, above 0 and below 1
}

// A setting is how a simulation is made. Its players behave as the model says, with a
// spread that need not be the one of the model; patience is independent of ability.
type setting struct {
	Players   int
	Mean      float64 // of abilities
	Deviation float64 // of abilities
	Spread    float64 // of times
	Attempts  int     // at each puzzle
}

// A fit is how far from the truth some values are.
type fit struct {
	Error float64 // root of the mean square of the error, in ln of seconds
	Bias  float64 // mean error
	Rank  float64 // Spearman's correlation with the truth
	Cover float64 // the share of truths within 1.96 deviations
}

// A stage is how well abilities are known after so many attempts.
type stage struct {
	Attempts, Players int
	fit
}

// A simulation is what came of one.
type simulation struct {
	Predicted, Learnt fit     // difficulties, before and after
	Stages            []stage // abilities
	// Calibration holds, for the tenths of the chance to have solved by the moment
	// that an attempt ended, the share of solved attempts there: a tenth each if
	// chances are true. It counts attempts without an end before their solution, of
	// players from rating.ShownFrom on.
	Calibration [10]float64
	Counted     int // attempts in Calibration
}

// stages are after how many attempts abilities are looked at.
var stages = []int{0, 5, 10, 20, 40, 80}

// simulate lets players try all puzzles in random order, nobody the same one twice.
func simulate(r *rand.Rand, list []simulatedPuzzle, in setting) simulation {
	w := newWorld(r, list, in)
	before := slices.Clone(w.difficulties)
	var order []int
	for range w.Attempts {
		order = append(order, r.Perm(len(w.list))...)
	}
	for _, puzzle := range order {
		w.play(r, puzzle, w.pick(r, puzzle))
	}
	var s simulation
	s.Predicted = fitOf(before, w.difficulty)
	s.Learnt = fitOf(w.difficulties, w.difficulty)
	for i, n := range stages {
		s.Stages = append(s.Stages, stage{n, len(w.seen[i].ratings), fitOf(w.seen[i].ratings, w.seen[i].truths)})
	}
	for _, n := range w.solvedBy {
		s.Counted += n
	}
	for i, n := range w.solvedBy {
		s.Calibration[i] = float64(n) / float64(max(s.Counted, 1))
	}
	return s
}

// A world is a running simulation: the truth, and what was learnt so far.
type world struct {
	setting
	list                  []simulatedPuzzle
	difficulty, ability   []float64       // true
	difficulties, ratings []rating.Rating // learnt
	eager                 []float64       // how much more each player plays than those before
	met                   map[[2]int]bool
	seen                  []struct {
		ratings []rating.Rating
		truths  []float64
	}
	solvedBy [10]int
}

func newWorld(r *rand.Rand, list []simulatedPuzzle, in setting) *world {
	w := &world{setting: in, list: list, met: map[[2]int]bool{}}
	w.seen = make([]struct {
		ratings []rating.Rating
		truths  []float64
	}, len(stages))
	for _, p := range list {
		w.difficulty = append(w.difficulty, math.Log(p.Seconds))
		w.difficulties = append(w.difficulties, rating.NewDifficulty(p.Predicted, p.Deviation))
	}
	sum := 0.0
	for range in.Players {
		w.ratings = append(w.ratings, rating.NewAbility())
		w.ability = append(w.ability, in.Mean+in.Deviation*r.NormFloat64())
		sum += r.ExpFloat64() // few play much, many a little
		w.eager = append(w.eager, sum)
	}
	return w
}

// pick draws a player who has not met a puzzle.
func (w *world) pick(r *rand.Rand, puzzle int) int {
	for {
		player, _ := slices.BinarySearch(w.eager, r.Float64()*w.eager[len(w.eager)-1])
		if pair := [2]int{puzzle, player}; !w.met[pair] {
			w.met[pair] = true
			return player
		}
	}
}

// play has a player try a puzzle.
func (w *world) play(r *rand.Rand, puzzle, player int) {
	for i, n := range stages {
		if w.ratings[player].Attempts == n {
			w.seen[i].ratings = append(w.seen[i].ratings, w.ratings[player])
			w.seen[i].truths = append(w.seen[i].truths, w.ability[player])
		}
	}
	ln := w.difficulty[puzzle] - w.ability[player] + w.Spread*logistic(r)
	patience := w.difficulty[puzzle] - w.Mean + w.Spread*(patienceFor(w.list[puzzle].Solved)+logistic(r))
	a := rating.Attempt{Solved: ln <= patience, After: lnSeconds(min(ln, patience))}
	if w.ratings[player].Attempts >= rating.ShownFrom {
		f := rating.Chance(w.difficulties[puzzle], w.ratings[player], lnSeconds(ln))
		w.solvedBy[min(int(f*10), 9)]++
	}
	w.difficulties[puzzle], w.ratings[player] = rating.Learn(w.difficulties[puzzle], w.ratings[player], a)
}

func lnSeconds(ln float64) time.Duration {
	return time.Duration(math.Exp(min(ln, 20)) * float64(time.Second))
}

// logistic draws from the standard logistic distribution.
func logistic(r *rand.Rand) float64 {
	u := r.Float64()
	return math.Log((u + 0x1p-60) / (1 - u))
}

// patienceFor is by how many spreads the median of when people give up is later
// than that of when they solve, if a share of them solves.
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

func fitOf(ratings []rating.Rating, truths []float64) (f fit) {
	if len(ratings) == 0 {
		return f
	}
	n := float64(len(ratings))
	values := make([]float64, len(ratings))
	for i, r := range ratings {
		values[i] = r.Value
		e := r.Value - truths[i]
		f.Error += e * e / n
		f.Bias += e / n
		if math.Abs(e) <= 1.96*r.Deviation() {
			f.Cover += 1 / n
		}
	}
	f.Error = math.Sqrt(f.Error)
	f.Rank = stat.Correlation(ranks(values), ranks(truths), nil)
	return f
}

// ranks are the places of values in order. Equal ones share none: there are few.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	places := make([]float64, len(values))
	for place, i := range order {
		places[i] = float64(place)
	}
	return places
}

// meanOf is the mean of simulations of the same puzzles and in.
func meanOf(all []simulation) (m simulation) {
	n := float64(len(all))
	for _, s := range all {
		m.Predicted.add(s.Predicted, 1/n)
		m.Learnt.add(s.Learnt, 1/n)
		m.Counted += s.Counted
		for i, share := range s.Calibration {
			m.Calibration[i] += share / n
		}
	}
	for i, attempts := range stages {
		sum, counted := stage{Attempts: attempts}, 0
		for _, s := range all {
			counted += s.Stages[i].Players
		}
		for _, s := range all {
			if counted > 0 && s.Stages[i].Players > 0 {
				sum.add(s.Stages[i].fit, float64(s.Stages[i].Players)/float64(counted))
			}
		}
		sum.Players = counted
		m.Stages = append(m.Stages, sum)
	}
	return m
}

func (f *fit) add(g fit, weight float64) {
	f.Error += weight * g.Error
	f.Bias += weight * g.Bias
	f.Rank += weight * g.Rank
	f.Cover += weight * g.Cover
}
