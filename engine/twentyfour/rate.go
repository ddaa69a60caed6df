package twentyfour

import (
	"math"
	"slices"

	"reckon/engine"
)

// A knot ties a score to seconds.
type knot struct{ score, seconds float64 }

// secondsByScore are geometric means over twelfths of the hands that the model was
// fitted to, in order of the scores they had when they were left out of the fit
// (secondstage_test.go). The logarithm of the seconds is linear between them and
// beyond both ends, up to fastest and slowest.
var secondsByScore = []knot{
	{-1.754, 5.498},
	{-1.155, 6.026},
	{-0.791, 6.567},
	{-0.531, 6.963},
	{-0.302, 7.667},
	{-0.097, 8.308},
	{0.103, 8.636},
	{0.294, 9.237},
	{0.502, 10.915},
	{0.771, 12.627},
	{1.120, 18.835},
	{1.794, 46.789},
}

// The least and the greatest mean of a hand measured. None outside is predicted.
const fastest, slowest = 4.59, 201.57

// secondsOf returns the mean time that people take for a hand of that score.
func secondsOf(score float64) float64 {
	i := 1
	for i < len(secondsByScore)-1 && secondsByScore[i].score < score {
		i++
	}
	a, b := secondsByScore[i-1], secondsByScore[i]
	slope := math.Log(b.seconds/a.seconds) / (b.score - a.score)
	return min(slowest, max(fastest, a.seconds*math.Exp(slope*(score-a.score))))
}

const (
	// relativeError is the standard error of the logarithm of a prediction, per
	// second predicted: easy hands are alike, each hard hand is hard in its own way.
	// leftout_test.go measures it.
	relativeError = 0.0145
	// mostError is the greatest such error.
	mostError = 0.5
)

// deviation returns the standard deviation of the error of ln seconds, 0 for a guess: of
// a hand unlike those measured, or harder than all of them.
func (h hand) deviation(seconds float64) float64 {
	if !h.isClassic() || seconds >= slowest {
		return 0
	}
	return min(mostError, relativeError*seconds)
}

// levelBounds are the seconds from which a hand is of level 2, 3, 4, 5. There the
// share of people who solve a hand, and do not give it up, falls below 95, 90, 80
// and 50 % among the hands measured. Of all hands 15, 43, 21, 17 and 5 % are of the
// levels 1 to 5. Shares and seconds are those of the players of 4nums.com, who have
// practice. The four shares are our choice, and so is what they mean for newcomers,
// because no times of theirs are public: if they take five times as long, most of
// them solve a hand of level 1 or 2 within a minute. Most people with practice give
// up the hands of level 5.
var levelBounds = [...]float64{6.26, 8.86, 12.35, 39.9}

// seconds predicts how long people take for h, which has a solution.
func (h hand) seconds(s study) float64 {
	if h.isClassic() {
		return secondsOf(shippedStage().score(portraitOf(h, s)))
	}
	return secondsOf(h.score(s.ease))
}

// isClassic reports whether h has the deck and the goal of the hands measured.
func (h hand) isClassic() bool {
	return h.goal == Classic && len(h.cards) == classicCards && h.cards[0] >= 1 && h.cards[classicCards-1] <= deckMax
}

// Rating predicts how long people take, from the solutions found within studySteps.
// A hand without a solution has the highest level, no seconds and the reason
// "unsolvable". A hard hand has the reasons that make it hard, an easy one those
// that make it easy; if none of these holds, it has the others. A large hand has no
// level: nobody has measured any like it.
func (p *Puzzle) Rating() engine.Rating {
	p.rate.Do(func() { p.rating = p.newRating() })
	return p.rating
}

func (p *Puzzle) newRating() engine.Rating {
	s := p.study()
	switch {
	case len(s.solutions) > 0 && p.isLarge():
		return engine.Rating{}
	case len(s.solutions) > 0:
	case s.complete:
		return engine.Rating{Solvability: engine.Unsolvable, Level: engine.MaxLevel, Reasons: []string{"unsolvable"}}
	default:
		return engine.Rating{Solvability: engine.NotFound, Level: engine.MaxLevel}
	}
	r := engine.Rating{Seconds: p.seconds(s)}
	r.Level, r.Deviation = engine.LevelOf(r.Seconds, levelBounds), p.deviation(r.Seconds)
	var others []string
	for _, reason := range reasons {
		switch {
		case !reason.holds(p.hand, s):
		case reason.hard == (r.Level > 2):
			r.Reasons = append(r.Reasons, reason.code)
		default:
			others = append(others, reason.code)
		}
	}
	if len(r.Reasons) == 0 {
		r.Reasons = others
	}
	return r
}

// reasons are all that a rating may have, the most telling first.
var reasons = []struct {
	code  string
	hard  bool // it makes a hand harder; else easier
	holds func(h hand, s study) bool
}{
	{"fraction", true, func(_ hand, s study) bool { return !s.avoids(step.hasFraction) }},
	{"large", true, func(h hand, s study) bool {
		limit := integer(2 * max(Classic, h.goal, -h.goal))
		return !s.avoids(func(s step) bool { return s.v.compare(limit) > 0 })
	}},
	{"division", true, func(_ hand, s study) bool { return !s.avoids(func(s step) bool { return s.op == '/' }) }},
	{"single", true, func(_ hand, s study) bool { return len(s.solutions) == 1 }},
	{"sum", false, func(_ hand, s study) bool {
		return slices.ContainsFunc(s.nodes, func(n *node) bool {
			return n.kind == sum && !slices.ContainsFunc(n.parts, func(p part) bool { return p.kind != card })
		})
	}},
	{"many", false, func(_ hand, s study) bool { return len(s.solutions) >= 5 }},
	{"equal", false, func(h hand, _ study) bool {
		return 2*len(slices.Compact(slices.Clone(h.cards))) <= len(h.cards)
	}},
	{"factors", false, func(_ hand, s study) bool {
		return slices.ContainsFunc(s.nodes, func(n *node) bool {
			return n.kind == product && !slices.ContainsFunc(n.parts, func(p part) bool {
				return p.inv || p.value == integer(1) || p.value.Den != 1
			})
		})
	}},
	{"few", true, func(_ hand, s study) bool { return 1 < len(s.solutions) && len(s.solutions) < 5 }},
}
