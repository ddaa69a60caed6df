package rating

import "math"

// A Trial is an attempt at a puzzle, with the median time that was expected.
type Trial struct {
	Attempt
	// Expected is the difficulty of the puzzle less the ability of the person, in ln of seconds.
	Expected float64
}

// offsetSpread is the standard deviation of an Offset before the first trial.
const offsetSpread = 1

// Offset returns by how much trials took longer than expected, in ln of seconds, and the standard error of that. Without
// trials they are 0 and offsetSpread.
func Offset(trials []Trial) (value, deviation float64) {
	var all []observation
	for _, t := range trials {
		all = append(all, observation{
			ln:     lnOf(t.After) - t.Expected,
			ended:  t.Solved,
			needs:  []float64{1},
			spread: Spread,
			weight: 1,
		})
	}
	learnt := fit(all, []float64{offsetSpread})
	return learnt.means[0], math.Sqrt(learnt.errors.At(0, 0))
}
