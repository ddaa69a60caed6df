package rating

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/stat"
)

// A Puzzle of a simulation.
type Puzzle struct {
	Seconds   float64 // what a player of ability 0 truly needs in half of all attempts
	Predicted float64 // what was predicted
	Deviation float64 // of the prediction, in ln of seconds; 0: unknown
	Solved    float64 // the share of attempts that such players do not give up, above 0 and below 1
}

// A Crowd is who plays in a simulation. What they do is as the model has it, with a
// spread that need not be that of the model; how patient somebody is has nothing to
// do with how able they are.
type Crowd struct {
	Players   int
	Mean      float64 // of abilities
	Deviation float64 // of abilities
	Spread    float64 // of times
	Attempts  int     // at each puzzle
}

// A Fit is how far from the truth some values are.
type Fit struct {
	Error float64 // root of the mean square of the error, in ln of seconds
	Bias  float64 // mean error
	Rank  float64 // Spearman's correlation with the truth
	Cover float64 // the share of truths within 1.96 deviations
}

// A Stage is how well abilities are known after so many attempts.
type Stage struct {
	Attempts, Players int
	Fit
}

// A Simulation is what came of one.
type Simulation struct {
	Predicted, Learnt Fit     // difficulties, before and after
	Stages            []Stage // abilities
	// Calibration holds, for the tenths of the chance to have solved by the moment
	// that an attempt ended, the share of solved attempts there: a tenth each if
	// chances are true. It counts attempts without an end before their solution, of
	// players from ShownFrom on.
	Calibration [10]float64
	Counted     int // attempts in Calibration
}

// stages are after how many attempts abilities are looked at.
var stages = []int{0, 5, 10, 20, 40, 80}

// Simulate has a crowd play all puzzles, in any order, nobody one of them twice.
func Simulate(r *rand.Rand, list []Puzzle, crowd Crowd) Simulation {
	w := newWorld(r, list, crowd)
	before := slices.Clone(w.difficulties)
	for _, puzzle := range w.order(r) {
		w.play(r, puzzle, w.pick(r, puzzle))
	}
	var s Simulation
	s.Predicted = fitOf(before, w.difficulty)
	s.Learnt = fitOf(w.difficulties, w.difficulty)
	for i, n := range stages {
		s.Stages = append(s.Stages, Stage{n, len(w.seen[i].ratings), fitOf(w.seen[i].ratings, w.seen[i].truths)})
	}
	for _, n := range w.solvedBy {
		s.Counted += n
	}
	for i, n := range w.solvedBy {
		s.Calibration[i] = float64(n) / float64(max(s.Counted, 1))
	}
	return s
}

// A world is a simulation under way: what is true, and what is known.
type world struct {
	Crowd
	list                  []Puzzle
	difficulty, ability   []float64 // true
	difficulties, ratings []Rating  // learnt
	eager                 []float64 // how much more each player plays than those before
	met                   map[[2]int]bool
	seen                  []struct {
		ratings []Rating
		truths  []float64
	}
	solvedBy [10]int
}

func newWorld(r *rand.Rand, list []Puzzle, crowd Crowd) *world {
	w := &world{Crowd: crowd, list: list, met: map[[2]int]bool{}}
	w.seen = make([]struct {
		ratings []Rating
		truths  []float64
	}, len(stages))
	for _, p := range list {
		w.difficulty = append(w.difficulty, math.Log(p.Seconds))
		w.difficulties = append(w.difficulties, NewDifficulty(p.Predicted, p.Deviation))
	}
	sum := 0.0
	for range crowd.Players {
		w.ratings = append(w.ratings, NewAbility())
		w.ability = append(w.ability, crowd.Mean+crowd.Deviation*r.NormFloat64())
		sum += r.ExpFloat64() // few play much, many a little
		w.eager = append(w.eager, sum)
	}
	return w
}

// order is which puzzle comes when.
func (w *world) order(r *rand.Rand) []int {
	var order []int
	for range w.Attempts {
		order = append(order, r.Perm(len(w.list))...)
	}
	return order
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
	a := Attempt{Solved: ln <= patience, After: lnSeconds(min(ln, patience))}
	if w.ratings[player].Attempts >= ShownFrom {
		f := Chance(w.difficulties[puzzle], w.ratings[player], lnSeconds(ln))
		w.solvedBy[min(int(f*10), 9)]++
	}
	w.difficulties[puzzle], w.ratings[player] = Learn(w.difficulties[puzzle], w.ratings[player], a)
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

func fitOf(ratings []Rating, truths []float64) (f Fit) {
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

// Mean is the mean of simulations of the same puzzles and crowd.
func Mean(all []Simulation) (m Simulation) {
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
		stage, counted := Stage{Attempts: attempts}, 0
		for _, s := range all {
			counted += s.Stages[i].Players
		}
		for _, s := range all {
			if counted > 0 && s.Stages[i].Players > 0 {
				stage.add(s.Stages[i].Fit, float64(s.Stages[i].Players)/float64(counted))
			}
		}
		stage.Players = counted
		m.Stages = append(m.Stages, stage)
	}
	return m
}

func (f *Fit) add(g Fit, weight float64) {
	f.Error += weight * g.Error
	f.Bias += weight * g.Bias
	f.Rank += weight * g.Rank
	f.Cover += weight * g.Cover
}
