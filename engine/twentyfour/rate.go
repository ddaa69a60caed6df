package twentyfour

import (
	"math"
	"slices"

	"reckon/engine"
)

// A knot says how many seconds people take for a hand of a score, and how many percent of them solve it. The
// score of a hand is how hard the model finds it (effort.go). A higher score is harder.
type knot struct{ score, seconds, solved float64 }

// knots are in the order of the score. They come from the hands that 4nums.com has measured, sorted by their
// scores and cut into twelve groups of one size. Each knot has the mean score of a group, the geometric mean of
// its seconds and the mean of its percentages. The score of each hand is that of a model fitted without this
// hand (secondstage_test.go). Between two knots, and before the first and after the last, ln of the seconds is
// linear in the score, and so is the percentage.
var knots = []knot{
	{-1.754, 5.498, 97.6},
	{-1.155, 6.026, 95.6},
	{-0.791, 6.567, 94.4},
	{-0.531, 6.963, 93.2},
	{-0.302, 7.667, 92.6},
	{-0.097, 8.308, 90.5},
	{0.103, 8.636, 90.7},
	{0.294, 9.237, 88.4},
	{0.502, 10.915, 83.7},
	{0.771, 12.627, 79.5},
	{1.120, 18.835, 68.5},
	{1.794, 46.789, 46.2},
}

const (
	// fastest and slowest are the mean seconds of the fastest and of the slowest measured hand. No prediction is
	// less or more.
	fastest = 4.59
	slowest = 201.57
	// leastSolved and mostSolved are the least and the greatest share of people who solve a measured hand, in
	// percent. No prediction is less or more.
	leastSolved = 22.1
	mostSolved  = 99.4
)

// knotsAround returns the two knots that a score lies between. It returns the first two for a score below
// all knots, and the last two for one above them.
func knotsAround(score float64) (a, b knot) {
	i := 1
	for i < len(knots)-1 && knots[i].score < score {
		i++
	}
	return knots[i-1], knots[i]
}

// secondsOf returns the mean time that people take for a hand of that score.
func secondsOf(score float64) float64 {
	a, b := knotsAround(score)
	slope := math.Log(b.seconds/a.seconds) / (b.score - a.score)
	return min(slowest, max(fastest, a.seconds*math.Exp(slope*(score-a.score))))
}

// solvedOf returns how many percent of the people who try a hand of that score solve it, and do not give
// it up.
func solvedOf(score float64) float64 {
	a, b := knotsAround(score)
	slope := (b.solved - a.solved) / (b.score - a.score)
	return min(mostSolved, max(leastSolved, a.solved+slope*(score-a.score)))
}

const (
	// The standard deviation of the error of ln seconds is errorPerSecond for each second predicted: easy
	// hands are alike, and each hard hand is hard in its own way. It is mostError at most.
	// leftout_test.go compares it with the errors measured.
	errorPerSecond = 0.0145
	mostError      = 0.5
)

// deviation returns the standard deviation of the error of ln seconds, if seconds are predicted for h. It is 0
// if the prediction is a guess: for a hand unlike those measured, or as hard as the hardest of them or harder.
func (h hand) deviation(seconds float64) float64 {
	if !h.isClassic() || seconds >= slowest {
		return 0
	}
	return min(mostError, errorPerSecond*seconds)
}

// levelBounds are the seconds from which a hand has level 2, 3, 4, 5. There the
// share of people who solve a hand, and do not give it up, falls below 95, 90, 80
// and 50 % among the hands measured. Of the classic hands that have a solution 15, 43, 21,
// 17 and 5 % have the levels 1 to 5. The shares of people and the seconds are those of the
// players of 4nums.com, who have practice. We chose the percentages 95, 90, 80 and 50. The
// times of newcomers are not public. If they take five times as long, most of them solve a
// hand of level 1 or 2 within a minute. Most people with practice give up the hands of level 5.
var levelBounds = [...]float64{6.26, 8.86, 12.35, 39.9}

// seconds predicts how long people take for h, which has a solution.
func (h hand) seconds(s study) float64 { return secondsOf(h.bestScore(s)) }

// bestScore returns the score of h, which has a solution: that of the second stage of the model for a classic
// hand, and that of the first stage for another.
func (h hand) bestScore(s study) float64 {
	if h.isClassic() {
		return shippedStage().score(portraitOf(h, s))
	}
	return h.score(s.ease)
}

// isClassic reports whether h is of the sort that was measured: four cards 1..13 in any order, and the goal 24.
func (h hand) isClassic() bool {
	if h.goal != Classic || len(h.cards) != classicCards || h.inOrder {
		return false
	}
	// The cards are in ascending order.
	return h.cards[0] >= 1 && h.cards[classicCards-1] <= deckMax
}

// Rating predicts how long people take, from the solutions found within studySteps. If no solution was
// found, the hand has the highest level and no seconds. If it is certain that there is no solution, it also
// has the reason "unsolvable". A hand above level 2 has the reasons that make it hard, another those that make
// it easy; if none of these holds, it has those of the other sort. A large hand with a solution has neither
// level nor seconds nor reasons: nobody has measured any like it.
func (p *Puzzle) Rating() engine.Rating {
	p.rate.Do(func() {
		if !p.isClassic() {
			p.rating = p.newRating()
			return
		}
		// classicDeck has every classic hand, with a solution or without.
		i, _ := slices.BinarySearchFunc(classicDeck(), p.cards, func(h *classicHand, cards []int) int {
			return slices.Compare(h.cards, cards)
		})
		h := classicDeck()[i]
		h.once.Do(func() { h.rating = p.newRating() })
		p.rating = h.rating
	})
	return p.rating
}

func (p *Puzzle) newRating() engine.Rating {
	s := p.study()
	if len(s.solutions) == 0 {
		r := engine.Rating{Solvability: engine.NotFound, Level: engine.MaxLevel}
		if s.complete {
			r.Solvability = engine.Unsolvable
			r.Reasons = []string{"unsolvable"}
		}
		return r
	}
	if p.isLarge() {
		return engine.Rating{}
	}
	score := p.bestScore(s)
	seconds := secondsOf(score)
	level := engine.LevelOf(seconds, levelBounds)
	isHard := level > 2
	r := engine.Rating{
		Level:     level,
		Seconds:   seconds,
		Deviation: p.deviation(seconds),
		Reasons:   p.reasons(s, isHard),
		Skills:    s.skills(),
	}
	isGuess := r.Deviation == 0
	if !isGuess {
		r.Solved = solvedOf(score) / 100
	}
	return r
}

// reasons returns what makes the hand hard or, if hard is false, easy. If there is no such reason,
// it returns reasons of the other sort.
func (h hand) reasons(s study, hard bool) []string {
	var codes []string
	var others []string
	for _, r := range reasons {
		if !r.holds(h, s) {
			continue
		}
		if r.hard == hard {
			codes = append(codes, r.code)
		} else {
			others = append(others, r.code)
		}
	}
	if len(codes) == 0 {
		return others
	}
	return codes
}

// reasons are all that the rating of a hand with a solution may have, the most telling first.
var reasons = []struct {
	code string
	// hard means that the reason makes a hand harder, and not easier.
	hard  bool
	holds func(h hand, s study) bool
}{
	{"fraction", true, func(_ hand, s study) bool { return !s.canAvoid(step.hasFraction) }},
	{"large", true, func(h hand, s study) bool {
		limit := integer(2 * max(Classic, h.goal, -h.goal))
		isAboveLimit := func(x step) bool { return x.v.compare(limit) > 0 }
		return !s.canAvoid(isAboveLimit)
	}},
	{"division", true, func(_ hand, s study) bool { return !s.canAvoid(step.isDivision) }},
	{"single", true, func(_ hand, s study) bool { return len(s.solutions) == 1 }},
	{"sum", false, func(_ hand, s study) bool { return slices.ContainsFunc(s.nodes, (*node).isSumOfCards) }},
	{"many", false, func(_ hand, s study) bool { return len(s.solutions) >= 5 }},
	{"equal", false, func(h hand, _ study) bool { return h.hasEqualCards() }},
	{"factors", false, func(_ hand, s study) bool { return slices.ContainsFunc(s.nodes, (*node).multipliesWhole) }},
	{"few", true, func(_ hand, s study) bool { return 1 < len(s.solutions) && len(s.solutions) < 5 }},
}

// hasEqualCards reports whether each value comes twice on average, or more often, as in 3,3,8,8 and 1,5,5,5.
func (h hand) hasEqualCards() bool {
	values := slices.Compact(slices.Sorted(slices.Values(h.cards)))
	return 2*len(values) <= len(h.cards)
}

// isSumOfCards reports whether n only adds and subtracts cards.
func (n *node) isSumOfCards() bool {
	isOther := func(p part) bool { return p.kind != card }
	return n.kind == sum && !slices.ContainsFunc(n.parts, isOther)
}

// multipliesWhole reports whether n is a product of whole numbers, none of them 1.
func (n *node) multipliesWhole() bool {
	isOther := func(p part) bool { return p.inv || p.value == integer(1) || p.value.Den != 1 }
	return n.kind == product && !slices.ContainsFunc(n.parts, isOther)
}

// skills are kinds of steps that some ways to a solution need and others do without.
var skills = [...]struct {
	code string
	// needs reports whether a step needs the skill.
	needs func(s step) bool
}{
	// A number divided by itself does not count: it is 1.
	{"division", func(s step) bool { return s.divides() && s.x != s.y }},
	{"division-last", func(s step) bool { return s.divides() && s.last }},
	{"fraction", step.hasFraction},
	// A step before the last makes a number above 24.
	{"above", func(s step) bool { return s.above(Classic) }},
	// A sum with 0 does not count.
	{"addition-last", func(s step) bool { return s.last && s.op == '+' && s.y.Num > 0 }},
	// The last step joins the results of two others.
	{"pairs", func(s step) bool { return s.last && s.double }},
}

// divides reports whether s is a division, but not by 1.
func (s step) divides() bool { return s.isDivision() && s.y != integer(1) }

// leastChance is the least chance with which a rating names a skill.
const leastChance = 0.05

// A skillEase is the ease of some trees (effort.go).
type skillEase struct {
	// all is the ease of all of the trees together.
	all float64
	// without has, for each skill, the ease of those of the trees that do not need it.
	without [len(skills)]float64
}

// cardEase is the ease of a card, which needs no skill.
var cardEase = func() (e skillEase) {
	e.all = 1
	for i := range e.without {
		e.without[i] = 1
	}
	return e
}()

// skillAlgebra computes the ease of trees, as easeAlgebra does, and that of the trees without each skill.
var skillAlgebra = algebra[skillEase]{
	card: cardEase,
	step: func(s step, x, y skillEase) skillEase {
		// With 1 for both operands this is the ease of the step alone.
		ease := easeAlgebra.step(s, 1, 1)
		out := skillEase{all: ease * x.all * y.all}
		for i, skill := range skills {
			if !skill.needs(s) {
				out.without[i] = ease * x.without[i] * y.without[i]
			}
		}
		return out
	},
	or: func(some, more skillEase) skillEase {
		some.all += more.all
		for i, ease := range more.without {
			some.without[i] += ease
		}
		return some
	},
}

// skills returns how likely people need each skill: the share of the trees that need it, weighted
// by their ease.
func (s study) skills() map[string]float64 {
	var total skillEase
	for ease := range folds(s, skillAlgebra) {
		total = skillAlgebra.or(total, ease)
	}
	out := map[string]float64{}
	for i, skill := range skills {
		chance := 1 - total.without[i]/total.all
		if chance >= leastChance {
			out[skill.code] = chance
		}
	}
	return out
}
