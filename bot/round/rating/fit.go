package rating

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// An observation is how long something took, such as an attempt until it was solved. Or, if it has not ended, it is for
// how long that was watched: then it would have taken longer. The logarithm of how long such things take has a logistic
// distribution. The median of that is a sum of values that are to be learnt, each times a factor, its need. The values
// may be how slow a person is, and how much longer they take where a skill is needed: see Skills in the comment of the
// package.
type observation struct {
	// ln is the logarithm of the time that it took, or for which it was watched.
	ln float64
	// ended reports whether it has ended.
	ended bool
	// needs has the factor of each value.
	needs []float64
	// spread is the scale of the logistic distribution.
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
	// A step that leads to less likely values is halved until it is below this share of its length. Then it is taken.
	leastShare = 1e-3
)

// fit finds the most likely values by Newton's method. Before the first observation each value has a normal
// distribution around 0, whose standard deviation is in priors.
func fit(list []observation, priors []float64) values {
	n := len(priors)
	means := make([]float64, n)
	here := likelihoodOf(list, priors, means)
	var factors mat.Cholesky
	for range maxSteps {
		step := mat.NewVecDense(n, nil)
		// The priors make the curvature positive, so a step exists. It is not taken if it cannot be computed exactly.
		if !factors.Factorize(here.curvature) || factors.SolveVecTo(step, mat.NewVecDense(n, here.slope)) != nil {
			break
		}
		// A step that leads to less likely values is too long.
		share := 1.0
		next := make([]float64, n)
		for {
			floats.AddScaledTo(next, means, share, step.RawVector().Data)
			there := likelihoodOf(list, priors, next)
			if there.ln >= here.ln || share < leastShare {
				here = there
				break
			}
			share /= 2
		}
		means = next
		if share*mat.Norm(step, 2) < closeEnough {
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
func likelihoodOf(list []observation, priors, means []float64) likelihood {
	n := len(priors)
	ln := 0.0
	slope := make([]float64, n)
	second := make([]float64, n*n)
	for i, deviation := range priors {
		x := means[i] / deviation
		ln -= x * x / 2
		slope[i] = -x / deviation
		second[i*n+i] = 1 / (deviation * deviation)
	}
	for _, o := range list {
		z := (o.ln - floats.Dot(o.needs, means)) / o.spread
		f := logistic(z)
		// It takes longer than that with the chance 1-f. The density of the times at which it ends is f(1-f).
		lnChance := math.Log1p(-f)
		// These are the first and the second derivative of lnChance by z, with the opposite sign.
		first := f
		curve := f * (1 - f)
		if o.ended {
			lnChance += math.Log(f)
			first = 2*f - 1
			curve *= 2
		}
		// The logarithm is infinite where f or 1-f is rounded to 0.
		ln += o.weight * max(lnChance, -1e9)
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
