package twentyfour

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// An observation is a hand and how long people took.
type observation struct {
	hand hand
	// nodes are all that make 24.
	nodes   []*node
	seconds float64
	// solved is how many percent of the people who tried the hand solved it.
	solved float64
	// score is the hand's place among all hands, as a quantile of the normal distribution.
	score float64
}

// A model has the weights of the features of steps and then of those of cards.
type model []float64

const modelSize = int(stepFeatures) + len(handWeights)

func shipped() model {
	return append(slices.Clone(stepWeights[:]), handWeights[:]...)
}

// observations reads the solve times, or skips the test without them.
func observations(t *testing.T) []observation {
	t.Helper()
	shared := cmp.Or(os.Getenv("RECKON_SHARED"), "../../../shared")
	f, err := os.Open(filepath.Join(shared, "data", "24-human.csv"))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var list []observation
	l := newLibrary(context.Background(), solveSteps)
	for _, row := range rows[1:] {
		p, err := Game{}.Parse(row[0])
		if err != nil {
			t.Fatal(err)
		}
		seconds, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		solved, err := strconv.ParseFloat(row[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		nodes := l.find(l.newGroup(p.(*Puzzle).cards), integer(Classic))
		list = append(list, observation{hand: p.(*Puzzle).hand, nodes: nodes, seconds: seconds, solved: solved})
	}
	setScores(list)
	return list
}

// setScores sets each hand's score to its place among all.
func setScores(list []observation) {
	seconds := make([]float64, len(list))
	for i, o := range list {
		seconds[i] = o.seconds
	}
	for i, rank := range ranks(seconds) {
		list[i].score = math.Sqrt2 * math.Erfinv(2*(rank+0.5)/float64(len(list))-1)
	}
}

// expected has the ease of some trees, and the sum of their features, each tree's weighted
// by its ease.
type expected struct {
	ease  float64
	times [stepFeatures]float64
}

// expectation returns the algebra that computes expected under m.
func expectation(m model) algebra[expected] {
	return algebra[expected]{
		card: expected{ease: 1},
		step: func(s step, x, y expected) expected {
			own := s.features()
			cost := 0.0
			for f, v := range own {
				cost += m[f] * v
			}
			out := expected{ease: math.Exp(-cost/temper) * x.ease * y.ease}
			for i, v := range own {
				out.times[i] = out.ease * (v + x.times[i]/x.ease + y.times[i]/y.ease)
			}
			return out
		},
		or: func(some, more expected) expected {
			some.ease += more.ease
			for i, v := range more.times {
				some.times[i] += v
			}
			return some
		},
	}
}

// predict returns the score of o under m, and its derivative by each weight.
func (m model) predict(o observation) (score float64, slope []float64) {
	a := expectation(m)
	var all expected
	for _, n := range o.nodes {
		all = a.or(all, fold(n, true, a))
	}
	score = -temper * math.Log(all.ease)
	slope = make([]float64, modelSize)
	for i, v := range all.times {
		slope[i] = v / all.ease
	}
	for i, f := range o.hand.features() {
		slope[int(stepFeatures)+i] = f
		score += m[int(stepFeatures)+i] * f
	}
	return score, slope
}

// ridge is the penalty on the square of every weight except the constant.
const ridge = 0.1

func (m model) loss(list []observation) float64 {
	loss := 0.0
	for _, o := range list {
		score, _ := m.predict(o)
		loss += (o.score - score) * (o.score - score)
	}
	for i, w := range m {
		if i != int(stepFeatures) { // the constant
			loss += ridge * w * w
		}
	}
	return loss
}

// fit fits a model by the Levenberg-Marquardt method from a fixed start.
func fit(t *testing.T, list []observation) model {
	t.Helper()
	m := make(model, modelSize)
	for i := range int(stepFeatures) {
		m[i] = 0.5
	}
	damping := 1.0
	loss := m.loss(list)
	for damping < 1e6 {
		next := m.improved(t, list, damping)
		l := next.loss(list)
		if l >= loss {
			damping *= 4
			continue
		}
		gain := (loss - l) / loss
		m = next
		loss = l
		damping /= 3
		if gain < 1e-7 {
			break
		}
	}
	return m
}

func (m model) improved(t *testing.T, list []observation, damping float64) model {
	t.Helper()
	square, right := mat.NewSymDense(modelSize, nil), mat.NewVecDense(modelSize, nil)
	for _, o := range list {
		score, slope := m.predict(o)
		v := mat.NewVecDense(modelSize, slope)
		square.SymRankOne(square, 1, v)
		right.AddScaledVec(right, o.score-score, v)
	}
	for i, w := range m {
		d := damping
		if i != int(stepFeatures) { // the constant
			d += ridge
			right.SetVec(i, right.AtVec(i)-ridge*w)
		}
		square.SetSym(i, i, square.At(i, i)+d)
	}
	var chol mat.Cholesky
	if !chol.Factorize(square) {
		t.Fatal("the normal equations are singular")
	}
	var step mat.VecDense
	if err := chol.SolveVecTo(&step, right); err != nil {
		t.Fatal(err)
	}
	next := slices.Clone(m)
	for i := range next {
		next[i] += step.AtVec(i)
	}
	return next
}

// spearman returns the rank correlation of a and b.
func spearman(a, b []float64) float64 {
	ra, rb := ranks(a), ranks(b)
	mean := float64(len(a)-1) / 2
	var ab, aa, bb float64
	for i := range ra {
		x, y := ra[i]-mean, rb[i]-mean
		ab += x * y
		aa += x * x
		bb += y * y
	}
	return ab / math.Sqrt(aa*bb)
}

// ranks returns the place of each value in their order. Equal values have the mean of their places.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	r := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for ; j < len(order) && values[order[j]] == values[order[i]]; j++ {
		}
		for _, k := range order[i:j] {
			r[k] = float64(i+j-1) / 2
		}
		i = j
	}
	return r
}

// TestWeightsAreFitted fits the model to all hands and compares it with the
// tables in the program. With -v it prints new tables.
func TestWeightsAreFitted(t *testing.T) {
	list := observations(t)
	m := fit(t, list)
	t.Logf("stepWeights %s", table(m[:stepFeatures]))
	t.Logf("handWeights %s", table(m[stepFeatures:]))
	for i, w := range shipped() {
		if math.Abs(w-m[i]) > 0.005 {
			t.Errorf("weight %d is %.3f, fitted %.3f", i, w, m[i])
		}
	}
}

func table(weights []float64) string {
	s := ""
	for _, w := range weights {
		s += fmt.Sprintf("%.3f, ", w)
	}
	return s
}
