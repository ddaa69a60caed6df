package rating_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"reckon/bot/round/rating"
	"reckon/bot/round/rating/simulation"
)

// stages are numbers of attempts after which abilities are compared with the truth.
var stages = [...]int{0, 5, 10, 20, 40, 80}

// A learning has the estimates of all runs of a simulation.
type learning struct {
	// predicted and learnt are difficulties, before and after.
	predicted, learnt []simulation.Estimate
	// abilities has those after as many attempts as stages says.
	abilities [len(stages)][]simulation.Estimate
	// solvedBy counts attempts by the tenth of the chance to have solved by the moment when
	// the puzzle was, or would have been, solved: a tenth each if the chances are true. It
	// counts players from rating.ShownFrom on.
	solvedBy [10]float64
}

// simulateLearning lets players try each puzzle the given number of times.
func simulateLearning(list []simulation.Puzzle, of simulation.Crowd, players, attempts, runs int) learning {
	var l learning
	for run := range runs {
		w := simulation.NewWorld(list, of, players, run)
		l.predicted = append(l.predicted, w.Puzzles...)
		w.Play(attempts, func(puzzle, player simulation.Estimate, ln float64) {
			if i := slices.Index(stages[:], player.Rating.Attempts); i >= 0 {
				l.abilities[i] = append(l.abilities[i], player)
			}
			if player.Rating.Attempts >= rating.ShownFrom {
				chance := rating.Chance(puzzle.Rating, player.Rating, simulation.Duration(ln))
				l.solvedBy[min(int(chance*10), 9)]++
			}
		})
		l.learnt = append(l.learnt, w.Puzzles...)
	}
	floats.Scale(1/floats.Sum(l.solvedBy[:]), l.solvedBy[:])
	return l
}

// log prints the figures.
func (l learning) log(t *testing.T, title string) {
	t.Helper()
	t.Logf("%s: difficulty predicted: %v", title, fitOf(l.predicted))
	t.Logf("%s: difficulty learnt:    %v", title, fitOf(l.learnt))
	for i, attempts := range stages {
		if len(l.abilities[i]) > 0 {
			t.Logf("%s: ability after %d attempts of %d players: %v", title, attempts, len(l.abilities[i]), fitOf(l.abilities[i]))
		}
	}
	t.Logf("%s: share solved in each tenth of the chance: %.3f", title, l.solvedBy)
}

// checkAbilities holds the abilities that are shown to a least cover and a greatest bias.
func (l learning) checkAbilities(t *testing.T, title string, cover, bias float64) {
	t.Helper()
	checked := 0
	for i, attempts := range stages {
		if attempts < rating.ShownFrom || len(l.abilities[i]) == 0 {
			continue
		}
		checked++
		if f := fitOf(l.abilities[i]); f.cover < cover || math.Abs(f.bias) > bias {
			t.Errorf("%s: after %d attempts abilities have %v", title, attempts, f)
		}
	}
	if checked == 0 {
		t.Errorf("%s: no abilities are shown", title)
	}
}

// A fit is how far estimates are from the truth.
type fit struct {
	// deviation is the root of the mean square of the errors, and bias their mean, in ln of
	// seconds.
	deviation, bias float64
	// rank is Spearman's correlation with the truth.
	rank float64
	// cover is the share of truths within 1.96 deviations.
	cover float64
}

func (f fit) String() string {
	return fmt.Sprintf("error %.3f, bias %+.3f, rank correlation %.3f, %.1f %% within 1.96 deviations", f.deviation, f.bias, f.rank, 100*f.cover)
}

func fitOf(list []simulation.Estimate) fit {
	var f fit
	var values, truths []float64
	n := float64(len(list))
	for _, e := range list {
		off := e.Rating.Value - e.Truth
		f.deviation += off * off / n
		f.bias += off / n
		if math.Abs(off) <= 1.96*e.Rating.Deviation() {
			f.cover += 1 / n
		}
		values = append(values, e.Rating.Value)
		truths = append(truths, e.Truth)
	}
	f.deviation = math.Sqrt(f.deviation)
	f.rank = stat.Correlation(ranks(values), ranks(truths), nil)
	return f
}

// ranks returns the places of values in order. Equal values are few, and share no place.
func ranks(values []float64) []float64 {
	places := make([]float64, len(values))
	order := make([]int, len(values))
	floats.ArgsortStable(slices.Clone(values), order)
	for place, i := range order {
		places[i] = float64(place)
	}
	return places
}

// TestLearningFromMeasuredHands learns the ratings of the measured hands, from predictions of
// models that did not know them.
func TestLearningFromMeasuredHands(t *testing.T) {
	puzzles := simulation.MeasuredPuzzles(t)
	runs := 2
	if *simulation.Long {
		runs = 10
	}
	for _, crowd := range simulation.Crowds {
		l := simulateLearning(puzzles, crowd, 300, 20, runs)
		l.log(t, crowd.Name)
		if *simulation.Spread != rating.Spread {
			continue
		}
		predicted, learnt := fitOf(l.predicted), fitOf(l.learnt)
		if learnt.deviation > 0.7*predicted.deviation || learnt.rank <= predicted.rank || learnt.cover < 0.93 {
			t.Errorf("%s: predicted with %v, learnt with %v", crowd.Name, predicted, learnt)
		}
		l.checkAbilities(t, crowd.Name, 0.93, 0.1)
	}
}

// Learnt difficulties are nearer to the truth than predicted ones, and as near as their
// deviations say.
func TestLearningBeatsPrediction(t *testing.T) {
	puzzles := simulation.MadePuzzles(rand.New(rand.NewPCG(1, 2)), 600)
	for _, mean := range []float64{0, -1.6} {
		title := fmt.Sprintf("mean %.1f", mean)
		l := simulateLearning(puzzles, simulation.Crowd{Name: title, Mean: mean, Deviation: 0.7}, 200, 20, 1)
		predicted, learnt := fitOf(l.predicted), fitOf(l.learnt)
		if learnt.deviation > 0.8*predicted.deviation {
			t.Errorf("%s: error %.3f after learning, %.3f before", title, learnt.deviation, predicted.deviation)
		}
		if learnt.cover < 0.92 || math.Abs(learnt.bias) > 0.05 {
			t.Errorf("%s: %v", title, learnt)
		}
		l.checkAbilities(t, title, 0.9, 0.12)
		for i, share := range l.solvedBy {
			if math.Abs(share-0.1) > 0.02 {
				t.Errorf("%s: %.1f %% solved in the %d. tenth of their chance", title, 100*share, i+1)
			}
		}
	}
}

// The figures show it if nothing is learnt.
func TestFiguresWithoutLearning(t *testing.T) {
	puzzles := simulation.MadePuzzles(rand.New(rand.NewPCG(3, 4)), 300)
	for i := range puzzles {
		puzzles[i].Deviation = 1e-6
	}
	l := simulateLearning(puzzles, simulation.Crowd{Deviation: 0.7}, 100, 5, 1)
	predicted, learnt := fitOf(l.predicted), fitOf(l.learnt)
	if learnt.deviation < 0.99*predicted.deviation || learnt.cover > 0.5 {
		t.Errorf("without learning %v became %v", predicted, learnt)
	}
}
