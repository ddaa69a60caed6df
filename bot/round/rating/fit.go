package rating

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An observation is something that happens after a time whose logarithm has a logistic
// distribution. The median of the logarithm is the sum of some values, each times its need. An
// observation that has not ended is censored: it happens later.
type observation struct {
	// ln is the logarithm of the time.
	ln    float64
	ended bool
	// needs has a factor for each value.
	needs  []float64
	spread float64
	// weight is how much the observation counts.
	weight float64
}

// values are learnt from observations.
type values struct {
	means []float64
	// errors is the covariance of the means.
	errors *mat.SymDense
}

// sumFor returns the sum of the values, each times its need, and the variance of the sum. If no
// values were learnt, the variance is the square of spread.
func (v values) sumFor(needs []float64, spread float64) (sum, variance float64) {
	if v.means == nil {
		return 0, spread * spread
	}
	x := mat.NewVecDense(len(needs), needs)
	return floats.Dot(needs, v.means), mat.Inner(x, v.errors, x)
}

const (
	// maxSteps bounds the search for the most likely values.
	maxSteps = 50
	// closeEnough is the length of a step that ends the search.
	closeEnough = 1e-4
	// leastStep is how far a step is shortened at most if it leads to less likely values.
	leastStep = 1e-3
)

// fit finds the most likely values by Newton's method. Before the first observation each is
// around 0 with its spread.
func fit(list []observation, spreads []float64) values {
	n := len(spreads)
	means := make([]float64, n)
	here := likelihoodOf(list, spreads, means)
	var factors mat.Cholesky
	for range maxSteps {
		step := mat.NewVecDense(n, nil)
		// Neither fails: the prior makes the curvature positive.
		if !factors.Factorize(here.curvature) || factors.SolveVecTo(step, mat.NewVecDense(n, here.slope)) != nil {
			break
		}
		length := 1.0
		next := make([]float64, n)
		for {
			floats.AddScaledTo(next, means, length, step.RawVector().Data)
			there := likelihoodOf(list, spreads, next)
			if there.ln >= here.ln || length < leastStep {
				here = there
				break
			}
			length /= 2
		}
		means = next
		if length*mat.Norm(step, 2) < closeEnough {
			break
		}
	}
	out := values{means: means, errors: mat.NewSymDense(n, nil)}
	if factors.Factorize(here.curvature) {
		// It fails only for a badly conditioned matrix, and then returns what it could compute.
		_ = factors.InverseTo(out.errors)
	}
	return out
}

// A likelihood is how likely some values are.
type likelihood struct {
	// ln is the logarithm of the likelihood.
	ln float64
	// slope has the derivatives of ln by each value.
	slope []float64
	// curvature has the second derivatives with the opposite sign.
	curvature *mat.SymDense
}

// likelihoodOf returns how likely values are by their prior and some observations.
func likelihoodOf(list []observation, spreads, means []float64) likelihood {
	n := len(spreads)
	ln := 0.0
	slope := make([]float64, n)
	second := make([]float64, n*n)
	for i, spread := range spreads {
		x := means[i] / spread
		ln -= x * x / 2
		slope[i] = -x / spread
		second[i*n+i] = 1 / (spread * spread)
	}
	for _, o := range list {
		z := (o.ln - floats.Dot(o.needs, means)) / o.spread
		f := logistic(z)
		// A censored observation happens later with a chance of 1-f. The density of one that has
		// ended is f(1-f).
		chance := math.Log1p(-f)
		first := f
		curve := f * (1 - f)
		if o.ended {
			chance += math.Log(f)
			first = 2*f - 1
			curve *= 2
		}
		// The logarithm is infinite where 1-f is rounded to 0.
		ln += o.weight * max(chance, -1e9)
		floats.AddScaled(slope, o.weight*first/o.spread, o.needs)
		for i, x := range o.needs {
			if x != 0 {
				row := second[i*n : (i+1)*n]
				floats.AddScaled(row, x*o.weight*curve/(o.spread*o.spread), o.needs)
			}
		}
	}
	return likelihood{ln: ln, slope: slope, curvature: mat.NewSymDense(n, second)}
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
