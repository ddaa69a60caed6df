package rating_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/bot/round/rating"
	"reckon/bot/round/rating/simulation"
)

// Without trials nothing is known, and many that took twice as long as expected say so.
func TestOffset(t *testing.T) {
	if value, deviation := rating.Offset(nil); value != 0 || math.Abs(deviation-1) > 1e-9 {
		t.Errorf("without trials the offset is %v ± %v", value, deviation)
	}
	r := rand.New(rand.NewPCG(3, 6))
	var trials []rating.Trial
	for range 2000 {
		ln := math.Log(20) + rating.Spread*simulation.Logistic(r)
		trials = append(trials, rating.Trial{
			Attempt:  rating.Attempt{Solved: true, After: simulation.Duration(ln)},
			Expected: math.Log(10),
		})
	}
	value, deviation := rating.Offset(trials)
	if math.Abs(value-math.Ln2) > 0.06 || deviation < 0.01 || deviation > 0.04 {
		t.Errorf("the offset is %.3f ± %.3f, want %.3f", value, deviation, math.Ln2)
	}
}

// clockOfALevel is the clock of each attempt in the simulation below, as in Countdown.
const clockOfALevel = 30 * time.Second

// The times of five levels are guessed, and each guess is wrong by a factor of its own. People try puzzles of these
// levels on a clock of 30 seconds. What is learnt from their first attempts says how wrong each level is beside the
// others. If the ends of the clock are left out, it does not.
func TestLevelsAreLearnt(t *testing.T) {
	worlds := 20
	if *simulation.Long {
		worlds = 200
	}
	for _, crowd := range simulation.Crowds {
		guessed := 0.0
		after := map[int]float64{}
		inTime := 0.0
		for seed := range worlds {
			l := newLevels(crowd, seed)
			guessed += square(l.errorOf([5][]rating.Trial{})) / float64(worlds)
			for _, attempts := range []int{10, 30, 100} {
				trials := l.play(attempts)
				after[attempts] += square(l.errorOf(trials)) / float64(worlds)
				if attempts == 100 {
					inTime += square(l.errorOf(solvedIn(trials))) / float64(worlds)
				}
			}
		}
		t.Logf("%s: the levels are off by %.2f, in ln of seconds; after 10, 30 and 100 first attempts at each by %.2f, %.2f and %.2f;"+
			" without those that ran out of time by %.2f", crowd.Name, math.Sqrt(guessed),
			math.Sqrt(after[10]), math.Sqrt(after[30]), math.Sqrt(after[100]), math.Sqrt(inTime))
		isLearnt := after[100] < after[30] && after[30] < after[10] && after[10] < guessed
		if !isLearnt || math.Sqrt(after[100]) > 0.25 {
			t.Errorf("%s: the error is %.3f before the first attempt and then %v", crowd.Name, guessed, after)
		}
		if inTime < 2*after[100] {
			t.Errorf("%s: it makes no difference whether those who ran out of time are counted: %.3f and %.3f",
				crowd.Name, inTime, after[100])
		}
	}
}

func square(x float64) float64 { return x * x }

// solvedIn returns the trials that were solved, for each level.
func solvedIn(trials [5][]rating.Trial) (solved [5][]rating.Trial) {
	for level, all := range trials {
		for _, x := range all {
			if x.Solved {
				solved[level] = append(solved[level], x)
			}
		}
	}
	return solved
}

// levels are five levels whose guessed times are wrong by true factors, in ln of seconds.
type levels struct {
	crowd  simulation.Crowd
	seed   int
	random *rand.Rand
	truth  [5]float64
}

func newLevels(crowd simulation.Crowd, seed int) *levels {
	l := &levels{crowd: crowd, seed: seed, random: rand.New(rand.NewPCG(30, uint64(seed)))}
	for i := range l.truth {
		l.truth[i] = l.random.NormFloat64() * 0.5
	}
	return l
}

// play lets 60 people make first attempts on the clock, as many at each level as asked for. Each puzzle is tried once,
// for there are millions. It returns what each attempt says about its level.
func (l *levels) play(attempts int) (trials [5][]rating.Trial) {
	const people = 60
	var puzzles []simulation.Puzzle
	for i := range 5 * attempts {
		level := i % 5
		guess := 10 * math.Exp(0.6*float64(level-1))
		truth := l.truth[level] + 0.4*l.random.NormFloat64()
		puzzles = append(puzzles, simulation.Puzzle{Seconds: guess * math.Exp(truth), Predicted: guess, Solved: 0.9})
	}
	w := simulation.NewWorld(puzzles, l.crowd, people, l.seed)
	for _, i := range w.Random.Perm(len(puzzles)) {
		player := w.Random.IntN(people)
		ln := w.SolveTime(i, player)
		end := math.Log(clockOfALevel.Seconds())
		attempt := rating.Attempt{Solved: ln <= end, After: simulation.Duration(min(ln, end))}
		trials[i%5] = append(trials[i%5], rating.Trial{
			Attempt:  attempt,
			Expected: math.Log(puzzles[i].Predicted) - w.Players[player].Rating.Value,
		})
		w.Learn(i, player, attempt)
	}
	return trials
}

// errorOf returns how far what is learnt about the levels is from the truth: the root of the mean square. What is
// common to all levels is left out, since a person who is slower in all of them has less ability.
func (l *levels) errorOf(trials [5][]rating.Trial) float64 {
	var off [5]float64
	mean := 0.0
	for level := range off {
		value, _ := rating.Offset(trials[level])
		off[level] = value - l.truth[level]
		mean += off[level] / 5
	}
	sum := 0.0
	for _, x := range off {
		sum += square(x-mean) / 5
	}
	return math.Sqrt(sum)
}
