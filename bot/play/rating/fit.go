package rating

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An observation is something that happens after a time whose logarithm has a logistic
// distribution: its median is the sum of some values, each as far as it is needed. An
// observation that has not ended is censored: it happens later.
type observation struct {
	ln     float64 // of the time
	ended  bool
	needs  []float64 // of each value
	spread float64
	weight float64 // how much it counts
}

// values are learnt from observations.
type values struct {
	means  []float64
	errors *mat.SymDense // their covariance
}

// at returns the sum of the values as far as they are needed, and its variance. Of no values
// that is the square of spread.
func (v values) at(needs []float64, spread float64) (sum, variance float64) {
	if v.means == nil {
		return 0, spread * spread
	}
	x := mat.NewVecDense(len(needs), needs)
	return floats.Dot(needs, v.means), mat.Inner(x, v.errors, x)
}

const (
	// maxSteps bounds the search for the most likely values, and closeEnough ends it.
	maxSteps, closeEnough = 50, 1e-4
	// leastStep is how far a step is shortened at most if it leads to less likely values.
	leastStep = 1e-3
)

// fit finds the most likely values by Newton's method. Before the first observation they are
// around 0 with some spreads.
func fit(list []observation, spreads []float64) values {
	n := len(spreads)
	out := values{make([]float64, n), mat.NewSymDense(n, nil)}
	var by mat.Cholesky
	likelihood, slope, curvature := look(list, spreads, out.means)
	for range maxSteps {
		step := mat.NewVecDense(n, nil)
		if !by.Factorize(curvature) || by.SolveVecTo(step, mat.NewVecDense(n, slope)) != nil {
			break // never: squares are added to a prior
		}
		length, next := 1.0, make([]float64, n)
		for ; ; length /= 2 {
			floats.AddScaledTo(next, out.means, length, step.RawVector().Data)
			after, s, c := look(list, spreads, next)
			if after >= likelihood || length < leastStep {
				likelihood, slope, curvature = after, s, c
				break
			}
		}
		out.means = next
		if length*mat.Norm(step, 2) < closeEnough {
			break
		}
	}
	if by.Factorize(curvature) {
		_ = by.InverseTo(out.errors)
	}
	return out
}

// look returns the logarithm of the likelihood of some values, its derivatives, and less the
// second ones.
func look(list []observation, spreads, at []float64) (likelihood float64, slope []float64, curvature *mat.SymDense) {
	n := len(spreads)
	slope, second := make([]float64, n), make([]float64, n*n)
	for i, spread := range spreads {
		x := at[i] / spread
		likelihood -= x * x / 2
		slope[i], second[i*n+i] = -x/spread, 1/(spread*spread)
	}
	for _, o := range list {
		z := (o.ln - floats.Dot(o.needs, at)) / o.spread
		f := logistic(z)
		one, two, is := f, f*(1-f), math.Log1p(-f)
		if o.ended {
			one, two, is = 2*f-1, 2*two, math.Log(f)+is
		}
		likelihood += o.weight * max(is, -1e9) // 1-f may be 0
		floats.AddScaled(slope, o.weight*one/o.spread, o.needs)
		for i, x := range o.needs {
			if x != 0 {
				floats.AddScaled(second[i*n:(i+1)*n], x*o.weight*two/(o.spread*o.spread), o.needs)
			}
		}
	}
	return likelihood, slope, mat.NewSymDense(n, second)
}

func logistic(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
