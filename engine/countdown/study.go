package countdown

import (
	"cmp"
	"math"
	"slices"
)

// A study is all there is to know of a puzzle.
type study struct {
	arena
	ways     []way // of the least distance, the most natural first
	distance int
}

// A way is a form with what it costs a person.
type way struct {
	form   int32
	effort int
	steps  int
	traits traits
}

// rank puts forms in the order in which people would rather find them.
func (s *study) rank(forms []int32) {
	for _, f := range forms {
		w := way{form: f}
		s.weigh(f, &w)
		s.ways = append(s.ways, w)
	}
	slices.SortFunc(s.ways, func(a, b way) int {
		return cmp.Or(cmp.Compare(a.effort, b.effort), s.compare(a.form, b.form))
	})
}

func (s *study) text(i int) string { return s.node(s.ways[i].form).String() }

// traits are what makes a form hard, besides its length.
type traits struct{ division, big bool }

// weigh adds up the effort of a form in tenths of a plain addition. The figures
// are a judgement, there being no public record of how long people take: the
// kind of step counts, then the digits of its operands, for tens and hundreds
// are as easy as units, and steps past the greatest target most of all since
// people look for them last.
func (s *study) weigh(i int32, w *way) {
	f := s.arena[i]
	if f.op == 0 {
		return
	}
	s.weigh(f.left, w)
	s.weigh(f.right, w)
	w.steps++
	x, y := s.arena[f.left].value, s.arena[f.right].value
	lesser, both := figures(min(x, y)), figures(x)+figures(y)
	switch f.op {
	case '+':
		w.effort += 10 + 3*(lesser-1)
	case '-':
		w.effort += 12 + 3*(lesser-1)
	case '*':
		w.effort += 14 + 6*(both-2) + 8*(lesser-1)
	case '/':
		w.effort += 24 + 6*(both-2)
		w.traits.division = true
	}
	if f.value > maxTarget {
		w.effort += 20
		w.traits.big = true
	}
}

// figures counts the digits of n without the zeros at its end.
func figures(n int) int {
	for n%10 == 0 {
		n /= 10
	}
	c := 0
	for ; n > 0; n /= 10 {
		c++
	}
	return c
}

// levelBounds are the difficulties at which the next level begins. Of deals from
// the whole bag that can be made, 15 % are of level 1, 35 % of 2, 30 % of 3, 15 %
// of 4 and 5 % of 5. The shares are a judgement as the efforts are: no public
// record says how often people make a target. They come to this: the easiest
// solution of a puzzle of level 1 has one to three operations, of level 2 three
// or four, of level 3 four or, of one in four, five; of level 4 five, of one in
// four four; and of level 5 five and awkward ones.
var levelBounds = [...]float64{37.0, 50.2, 63.9, 77.0}

// all tells whether what is said of the puzzle holds for every solution.
func (s *study) all(is func(way) bool) bool {
	return !slices.ContainsFunc(s.ways, func(w way) bool { return !is(w) })
}

// distinctEase is by how much effort a solution must be the easier to be found
// rather than another e times as often. At 4.3, two solutions of the same effort
// are together as good as one that takes 3 less; that is a judgement, too.
const distinctEase = 4.3

// difficulty is the effort of one solution that people would find as soon as any
// of all there are: solutions much harder than the easiest hardly count.
func (s *study) difficulty() float64 {
	least := s.ways[0].effort
	sum := 0.0
	for _, w := range s.ways {
		sum += math.Exp(float64(least-w.effort) / distinctEase)
	}
	return float64(least) - distinctEase*math.Log(sum)
}
