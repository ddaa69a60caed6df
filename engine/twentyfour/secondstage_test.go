package twentyfour

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"reckon/engine/property"
)

var (
	splits = flag.Int("splits", 1, "random splits of the measured hands to hold the difficulty model against; with more than one, each chooses its own penalties")
	update = flag.Bool("update", false, "write the second stage of the difficulty model anew")
)

// A penalty sets the strength of the ridge regression: the prior deviation of products
// and the noise, in units of the prior deviation of a linear term.
type penalty struct{ products, noise float64 }

// penalties are the choices for a fit.
var penalties = []penalty{
	{0.03, 0.01}, {0.03, 0.03}, {0.03, 0.1}, {0.1, 0.01}, {0.1, 0.03}, {0.1, 0.1}, {0.3, 0.03}, {0.3, 0.1}, {0.3, 0.3},
}

// chosen is the penalty that predicts best in folds of all hands.
var chosen = penalty{0.3, 0.03}

// A measured is an observation with its study.
type measured struct {
	observation
	study study
}

func measurements(t *testing.T) []measured {
	t.Helper()
	var list []measured
	l := newLibrary(context.Background(), solveSteps)
	for _, o := range observations(t) {
		list = append(list, measured{o, o.hand.search(l)})
	}
	return list
}

// portraits returns the portraits of the hands with a first stage of m.
func portraits(list []measured, m model) [][]float64 {
	step, hand := stepWeights, handWeights
	defer func() { stepWeights, handWeights = step, hand }()
	copy(stepWeights[:], m)
	copy(handWeights[:], m[stepFeatures:])
	var out [][]float64
	for _, o := range list {
		out = append(out, portraitOf(o.hand, o.study))
	}
	return out
}

// firstStage fits a model to the hands. Their scores are their places among themselves,
// so the hands left out have no influence.
func firstStage(t *testing.T, list []measured) (model, []float64) {
	t.Helper()
	var obs []observation
	for _, o := range list {
		obs = append(obs, o.observation)
	}
	setScores(obs)
	scores := make([]float64, len(obs))
	for i, o := range obs {
		scores[i] = o.score
	}
	return fit(t, obs), scores
}

// scale returns the terms of portraits, without weights. A new term's name is written into
// the file before it is fitted.
func scale(ps [][]float64) []term {
	var terms []term
	column := make([]float64, len(ps))
	for i, shipped := range shippedStage().Terms {
		for j, p := range ps {
			column[j] = p[i]
		}
		mean, dev := stat.MeanStdDev(column, nil)
		if dev < 1e-9 {
			dev = 0
		}
		terms = append(terms, term{Name: shipped.Name, Mean: mean, Dev: dev})
	}
	return terms
}

// standards returns the portraits as rows of standard values.
func standards(terms []term, ps [][]float64) *mat.Dense {
	z := mat.NewDense(len(ps), len(terms), nil)
	for i, p := range ps {
		for j, t := range terms {
			z.Set(i, j, t.standard(p[j]))
		}
	}
	return z
}

// fitSecond is the ridge regression of scores on portraits, solved for the hands
// (there are fewer of them than products).
func fitSecond(t *testing.T, ps [][]float64, scores []float64, by penalty) secondStage {
	t.Helper()
	terms := scale(ps)
	z := standards(terms, ps)
	size := float64(len(terms))
	var dots mat.Dense
	dots.Mul(z, z.T())
	n := len(ps)
	kernel := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			d := dots.At(i, j) / size
			kernel.SetSym(i, j, 1+d+by.products*d*d)
		}
		kernel.SetSym(i, i, kernel.At(i, i)+by.noise)
	}
	var chol mat.Cholesky
	if !chol.Factorize(kernel) {
		t.Fatal("the normal equations are singular")
	}
	var alpha mat.VecDense
	if err := chol.SolveVecTo(&alpha, mat.NewVecDense(n, scores)); err != nil {
		t.Fatal(err)
	}
	s := secondStage{Constant: mat.Sum(&alpha), Terms: terms}
	var linear mat.VecDense
	linear.MulVec(z.T(), &alpha)
	weighted := mat.NewDense(n, len(terms), nil)
	weighted.Apply(func(i, _ int, v float64) float64 { return v * alpha.AtVec(i) }, z)
	var products mat.Dense
	products.Mul(weighted.T(), z)
	for i := range terms {
		s.Terms[i].Linear = linear.AtVec(i) / size
		for j := range i + 1 {
			w := by.products * products.At(i, j) / (size * size)
			if j < i {
				w *= 2 // x·y and y·x
			}
			s.Terms[i].Products = append(s.Terms[i].Products, w)
		}
	}
	return s
}

// trained is both stages, fitted to the hands.
type trained struct {
	first  model
	second secondStage
}

func train(t *testing.T, list []measured, by penalty) trained {
	t.Helper()
	m, scores := firstStage(t, list)
	return trained{m, fitSecond(t, portraits(list, m), scores, by)}
}

func (tr trained) predict(list []measured) []float64 {
	var out []float64
	for _, p := range portraits(list, tr.first) {
		out = append(out, tr.second.score(p))
	}
	return out
}

// parted splits a list: left has every n-th element from the i-th on, and kept the others.
func parted[T any](list []T, i, n int) (kept, left []T) {
	for j, v := range list {
		if j%n == i {
			left = append(left, v)
		} else {
			kept = append(kept, v)
		}
	}
	return kept, left
}

// choose returns the penalty that predicts best in folds of the hands.
func choose(t *testing.T, list []measured) penalty {
	t.Helper()
	const folds = 4
	rho := make([]float64, len(penalties))
	for i := range folds {
		kept, left := parted(list, i, folds)
		m, scores := firstStage(t, kept)
		ps, others := portraits(kept, m), portraits(left, m)
		for j, by := range penalties {
			s := fitSecond(t, ps, scores, by)
			var predicted []float64
			for _, p := range others {
				predicted = append(predicted, s.score(p))
			}
			rho[j] += spearman(predicted, secondsIn(left))
		}
	}
	t.Logf("rho by penalty: %.4f", rho)
	best := 0
	for j, r := range rho {
		if r > rho[best] {
			best = j
		}
	}
	return penalties[best]
}

func secondsIn(list []measured) (out []float64) {
	for _, o := range list {
		out = append(out, o.seconds)
	}
	return out
}

// TestModelOnHandsLeftOut fits both stages to five sixths of the measured hands
// and predicts the others. With -splits 30 it does so for thirty random parts, and
// chooses the penalties again within each five sixths.
func TestModelOnHandsLeftOut(t *testing.T) {
	list := measurements(t)
	rng := rand.New(rand.NewPCG(24, 2024))
	var rhos []float64
	for range *splits {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		kept, left := parted(list, 0, 6)
		by := chosen
		if *splits > 1 {
			by = choose(t, kept)
		}
		rho := spearman(train(t, kept, by).predict(left), secondsIn(left))
		t.Logf("Spearman's rho on %d hands left out: %.4f (%+v)", len(left), rho, by)
		rhos = append(rhos, rho)
	}
	mean, dev := stat.MeanStdDev(rhos, nil)
	t.Logf("mean %.4f, standard deviation %.4f, least %.4f", mean, dev, slices.Min(rhos))
	if mean < 0.92 {
		t.Errorf("rho = %.4f, want at least 0.92", mean)
	}
}

// TestSecondStageIsFitted fits the second stage to all hands and compares it with
// the file in the program.
func TestSecondStageIsFitted(t *testing.T) {
	list := measurements(t)
	var obs []observation
	for _, o := range list {
		obs = append(obs, o.observation)
	}
	scores := make([]float64, len(list))
	for i, o := range obs {
		scores[i] = o.score
	}
	if *splits > 1 {
		if by := choose(t, list); by != chosen {
			t.Errorf("the penalty to choose is %+v, not %+v", by, chosen)
		}
	}
	ps := portraits(list, shipped())
	want := fitSecond(t, ps, scores, chosen)
	if *update {
		if err := os.WriteFile("secondstage.json", want.file(t), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	got := shippedStage()
	if len(ps[0]) != len(got.Terms) {
		t.Fatalf("a hand has %d features, the file %d terms", len(ps[0]), len(got.Terms))
	}
	for i, p := range ps {
		if g, w := got.score(p), want.score(p); math.Abs(g-w) > 0.01 {
			t.Errorf("%s has a score of %.3f, fitted %.3f", list[i].hand.ID(), g, w)
		}
	}
}

// file returns s as it is shipped: a line for each term, and four digits of each number.
func (s secondStage) file(t *testing.T) []byte {
	t.Helper()
	round := func(v *float64) { *v, _ = strconv.ParseFloat(strconv.FormatFloat(*v, 'g', 4, 64), 64) }
	round(&s.Constant)
	for i := range s.Terms {
		f := &s.Terms[i]
		round(&f.Mean)
		round(&f.Dev)
		round(&f.Linear)
		for j := range f.Products {
			round(&f.Products[j])
		}
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return append(bytes.ReplaceAll(text, []byte(`{"Name"`), []byte("\n"+`{"Name"`)), '\n')
}

// A place is a hand's score when it was left out of the fit, and people's results.
type place struct{ score, seconds, solved float64 }

// placesLeftOut returns the places in order of the scores.
func placesLeftOut(t *testing.T, list []measured) []place {
	t.Helper()
	const folds = 6
	var places []place
	for i := range folds {
		kept, left := parted(list, i, folds)
		for j, score := range train(t, kept, chosen).predict(left) {
			places = append(places, place{score, math.Log(left[j].seconds), left[j].solved})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.score, b.score) })
	return places
}

// twelfths returns the means of twelfths of the places.
func twelfths(places []place) []place {
	const parts = 12
	var out []place
	for i := range parts {
		var mean place
		part := places[i*len(places)/parts : (i+1)*len(places)/parts]
		for _, p := range part {
			mean.score += p.score / float64(len(part))
			mean.seconds += p.seconds / float64(len(part))
			mean.solved += p.solved / float64(len(part))
		}
		mean.seconds = math.Exp(mean.seconds)
		out = append(out, mean)
	}
	return out
}

// secondsWhereSolved returns the seconds at which the share falls below percent; between
// means the share is linear in the logarithm of the seconds.
func secondsWhereSolved(means []place, percent float64) float64 {
	for i, b := range means[1:] {
		if a := means[i]; b.solved < percent {
			part := (a.solved - percent) / (a.solved - b.solved)
			return a.seconds * math.Pow(b.seconds/a.seconds, part)
		}
	}
	return math.Inf(1)
}

// TestScale compares the tables from scores to seconds and levels with people's results
// for the hands when these were left out of the fit.
func TestScale(t *testing.T) {
	property.Night(t)
	means := twelfths(placesLeftOut(t, measurements(t)))
	t.Logf("%.3f", means)
	for i, m := range means {
		if i >= len(knots) || math.Abs(m.score-knots[i].score) > 0.005 || math.Abs(m.seconds/knots[i].seconds-1) > 0.005 ||
			math.Abs(m.solved-knots[i].solved) > 0.1 {
			t.Errorf("knot %d is to be {%.3f, %.3f, %.1f}", i, m.score, m.seconds, m.solved)
		}
	}
	for i, percent := range []float64{95, 90, 80, 50} {
		if want := secondsWhereSolved(means, percent); math.Abs(levelBounds[i]/want-1) > 0.005 {
			t.Errorf("level %d is to begin at %.2f seconds", i+2, want)
		}
	}
}

// TestSharesOnHandsLeftOut compares the predicted shares of people who solve a hand with those measured, for
// hands that were left out of the fit.
func TestSharesOnHandsLeftOut(t *testing.T) {
	property.Night(t)
	var predicted, real []float64
	off := 0.0
	for _, p := range placesLeftOut(t, measurements(t)) {
		share := solvedOf(p.score)
		predicted = append(predicted, share)
		real = append(real, p.solved)
		off += math.Abs(share - p.solved)
	}
	off /= float64(len(real))
	rho := spearman(predicted, real)
	t.Logf("%d hands: Spearman's rho %.3f, %.1f points off in the mean", len(real), rho, off)
	if rho < 0.85 || off > 4 {
		t.Errorf("rho %.3f, want at least 0.85; %.1f points off, want at most 4", rho, off)
	}
}
