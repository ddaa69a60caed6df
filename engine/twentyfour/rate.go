package twentyfour

import (
	"math"
	"slices"

	"reckon/engine"
)

// A knot ties a score to seconds.
type knot struct{ score, seconds float64 }

// secondsByScore are geometric means over twelfths of the hands that the model
// was fitted to, in order of the scores they had when they were left out of the
// fit (secondstage_test.go); between them the logarithm of the seconds is
// straight, as it is beyond the ends.
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

// maxSeconds bounds the extrapolation to hands unlike any that were measured.
const maxSeconds = 3600

// secondsOf is the mean time people would take for a hand of that score.
func secondsOf(score float64) float64 {
	i := 1
	for i < len(secondsByScore)-1 && secondsByScore[i].score < score {
		i++
	}
	a, b := secondsByScore[i-1], secondsByScore[i]
	slope := math.Log(b.seconds/a.seconds) / (b.score - a.score)
	return min(maxSeconds, a.seconds*math.Exp(slope*(score-a.score)))
}

const (
	// relativeError is by how much, times the seconds predicted, the logarithm of
	// a prediction is off: easy hands are alike, hard ones each hard in a way of
	// their own. leftout_test.go measures it.
	relativeError = 0.0145
	// mostError is the most it is off.
	mostError = 0.5
)

// deviation is the standard deviation of the error of ln seconds, known of hands
// like those measured.
func (h hand) deviation(seconds float64) float64 {
	if !h.isClassic() {
		return 0
	}
	return min(mostError, relativeError*seconds)
}

// levelBounds are the seconds from which a hand is of level 2, 3, 4, 5. They are
// where the share of people who solve a hand, and do not give it up, falls below
// 95, 90, 80 and 50 % among the hands measured. That makes 15, 43, 21, 17 and
// 5 % of the hands of levels 1 to 5. Shares and seconds are those of the players
// of 4nums.com, who have practice. The four shares are a judgement, and so is
// what they mean for newcomers, of whom no times are public: if they take five
// times as long, most of them solve a hand of level 1 or 2 within a minute; of
// level 5 are the hands that most of those with practice give up.
var levelBounds = [...]float64{6.26, 8.86, 12.35, 39.9}

func levelOf(seconds float64) engine.Level { return engine.LevelOf(seconds, levelBounds) }

// seconds predicts how long people take for h, which has a solution.
func (h hand) seconds(s study) float64 {
	if h.isClassic() {
		return secondsOf(shippedStage().score(portraitOf(h, s)))
	}
	return secondsOf(h.score(s.ease))
}

// isClassic tells whether h is of the deck and the goal that were measured.
func (h hand) isClassic() bool {
	return h.goal == Classic && len(h.cards) == classicCards && h.cards[0] >= 1 && h.cards[classicCards-1] <= deckMax
}

// Rating predicts how long people take, from what a search of studySteps finds.
// A hand without a solution has the highest level, no seconds and the reason
// "unsolvable".
func (p *Puzzle) Rating() engine.Rating {
	s := p.study()
	switch {
	case len(s.solutions) > 0:
	case s.complete:
		return engine.Rating{Solvability: engine.Unsolvable, Level: engine.MaxLevel, Reasons: []string{"unsolvable"}}
	default:
		return engine.Rating{Solvability: engine.NotFound, Level: engine.MaxLevel}
	}
	seconds := p.seconds(s)
	level := levelOf(seconds)
	return engine.Rating{Level: level, Seconds: seconds, Deviation: p.deviation(seconds), Reasons: p.reasons(s, level > 2)}
}

// reasonTable is what may be said about a hand, the most telling first.
var reasonTable = []struct {
	code  string
	hard  bool // makes a hand harder; else easier
	holds func(h hand, s study) bool
}{
	{"fraction", true, func(_ hand, s study) bool { return !s.avoids(step.hasFraction) }},
	{"large", true, func(h hand, s study) bool { return !s.avoids(h.isLarge) }},
	{"division", true, func(_ hand, s study) bool { return !s.avoids(step.isDivision) }},
	{"single", true, func(_ hand, s study) bool { return len(s.solutions) == 1 }},
	{"sum", false, func(_ hand, s study) bool { return slices.ContainsFunc(s.nodes, (*node).isSumOfCards) }},
	{"many", false, func(_ hand, s study) bool { return len(s.solutions) >= 5 }},
	{"equal", false, hand.hasEqualCards},
	{"factors", false, func(_ hand, s study) bool { return slices.ContainsFunc(s.nodes, (*node).endsInFactors) }},
	{"few", true, func(_ hand, s study) bool { return 1 < len(s.solutions) && len(s.solutions) < 5 }},
}

// reasons are the codes that say why a hand is hard or easy. A hand that is so
// for none of the reasons known gets those that hold nevertheless.
func (h hand) reasons(s study, hard bool) []string {
	var fitting, others []string
	for _, r := range reasonTable {
		switch {
		case !r.holds(h, s):
		case r.hard == hard:
			fitting = append(fitting, r.code)
		default:
			others = append(others, r.code)
		}
	}
	if len(fitting) == 0 {
		return others
	}
	return fitting
}

func (s step) hasFraction() bool { return !s.v.isWhole() }
func (s step) isDivision() bool  { return s.op == '/' }

// isLarge tells whether s makes more than twice the goal, or twice 24.
func (h hand) isLarge(s step) bool {
	return s.v.compare(integer(2*max(Classic, h.goal, -h.goal))) > 0
}

// avoids tells whether some tree of some solution has no step that is bad.
func (s study) avoids(bad func(step) bool) bool {
	a := algebra[bool]{
		card: true,
		step: func(s step, x, y bool) bool { return x && y && !bad(s) },
		or:   func(some, more bool) bool { return some || more },
	}
	return slices.ContainsFunc(s.nodes, func(n *node) bool { return fold(n, true, a) })
}

func (n *node) isSumOfCards() bool {
	return n.kind == sum && !slices.ContainsFunc(n.parts, func(p part) bool { return p.kind != card })
}

// endsInFactors tells whether n is a product of whole numbers, none of them 1.
func (n *node) endsInFactors() bool {
	return n.kind == product && !slices.ContainsFunc(n.parts, func(p part) bool {
		return p.inv || p.value.isOne() || !p.value.isWhole()
	})
}

// hasEqualCards tells whether at most half of the cards differ.
func (h hand) hasEqualCards(study) bool {
	return 2*len(slices.Compact(slices.Clone(h.cards))) <= len(h.cards)
}
