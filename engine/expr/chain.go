package expr

import (
	"regexp"
	"slices"
)

// chains returns the steps among the pieces of a text, twice: in the order in which they were typed, and in one in
// which each step comes before those that use its result. Either is left out if it is no chain. A single step is a
// chain only if it was joined from several pieces.
func chains(pieces []piece) [][]piece {
	var steps []piece
	for _, p := range pieces {
		if (p.isCalculation || p.hasClaim) && len(steps) < MaxSteps {
			steps = append(steps, p)
		}
	}
	steps = continueSteps(steps)
	var all [][]piece
	for _, ordered := range [][]piece{steps, inOrder(steps)} {
		ordered = withResults(ordered)
		isChain := len(ordered) > 1 || len(ordered) == 1 && ordered[0].isContinued
		if isChain {
			all = append(all, ordered)
		}
	}
	return all
}

// result matches a claimed number at the end of a step or at its beginning. One of its two groups has the number, and
// the other is empty.
var result = regexp.MustCompile(`^ *(\d+) *=|= *(\d+) *$`)

// continueSteps returns steps that have all their operands. A step that begins with an operator gets the result of the
// step before it as its first operand. If that step has no result, the whole step becomes the operand.
func continueSteps(steps []piece) []piece {
	var all []piece
	for _, p := range steps {
		if p.begins == 0 || len(all) == 0 {
			all = append(all, p)
			continue
		}
		before := all[len(all)-1]
		if m := result.FindStringSubmatch(before.reading.Text); m != nil {
			p.reading.insert(m[1]+m[2], 0)
		} else if !before.hasClaim {
			whole := before.reading
			whole.insert("(", 0)
			whole.Text += ")" + p.reading.Text
			whole.places = slices.Concat(whole.places, p.reading.places)
			p.reading = whole
			p.isContinued = true
			p.isFragment = before.isFragment
			all = all[:len(all)-1]
		}
		all = append(all, p)
	}
	return all
}

// withResults returns the steps that have a result, and the last one.
func withResults(steps []piece) []piece {
	var all []piece
	for i, p := range steps {
		if p.hasClaim || i == len(steps)-1 {
			all = append(all, p)
		}
	}
	return all
}

// join returns steps as one reading.
func join(steps []piece) Reading {
	joined := Reading{Guess: true}
	for i, p := range steps {
		if i > 0 {
			joined.Text += ";"
		}
		joined.Text += p.reading.Text
		// The places of a step have one more than its text has bytes: the place of its end. The ; behind the step
		// gets that place.
		joined.places = append(joined.places, p.reading.places...)
	}
	return joined
}

// numberForm matches a number.
var numberForm = regexp.MustCompile(`\d+`)

// inOrder returns the steps that the answer needs, each before those that use its result. The answer is the first step
// whose result no other step uses; it comes last. inOrder returns nil if each step is already before those that use
// its result.
func inOrder(steps []piece) []piece {
	u := usageOf(steps)
	last := slices.Index(u.isUsed, false)
	if !u.isLate || last < 0 {
		return nil
	}
	var ordered []piece
	isDone := make([]bool, len(steps))
	var visit func(i int)
	visit = func(i int) {
		if isDone[i] {
			return
		}
		isDone[i] = true
		for _, maker := range u.makers[i] {
			visit(maker)
		}
		ordered = append(ordered, steps[i])
	}
	visit(last)
	return ordered
}

// A usage says how some steps use the results of others.
type usage struct {
	// makers has, for each step, the indices of the steps whose results it uses.
	makers [][]int
	// isUsed has, for each step, whether another step uses its result.
	isUsed []bool
	// isLate means that a step comes before one whose result it uses.
	isLate bool
}

// usageOf returns the usage of steps. If several steps have the same result, the first of them is meant.
func usageOf(steps []piece) usage {
	u := usage{makers: make([][]int, len(steps)), isUsed: make([]bool, len(steps))}
	// makerOf has the index of the step that makes a result.
	makerOf := map[string]int{}
	results := make([]string, len(steps))
	for i, p := range steps {
		m := result.FindStringSubmatch(p.reading.Text)
		if m == nil {
			continue
		}
		results[i] = m[1] + m[2]
		if _, ok := makerOf[results[i]]; !ok {
			makerOf[results[i]] = i
		}
	}
	for i, p := range steps {
		for _, number := range numberForm.FindAllString(p.reading.Text, -1) {
			maker, ok := makerOf[number]
			if !ok || maker == i || number == results[i] {
				continue
			}
			u.makers[i] = append(u.makers[i], maker)
			u.isUsed[maker] = true
			u.isLate = u.isLate || maker > i
		}
	}
	return u
}
