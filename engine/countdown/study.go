package countdown

// A study is the result of a search, ranked.
type study struct {
	arena
	// ways are the forms of the least distance, the most natural first.
	ways     []way
	distance int
}

// A way is a form and its difficulty for a person.
type way struct {
	form int32
	// effort is in tenths of a plain addition.
	effort int
	steps  int
	// division means that the form has a division.
	division bool
	// big means that the form has a step above a thousand.
	big bool
}

// weigh adds the effort of the form i to w. The numbers are our choice, because no
// times of people are public. The kind of a step counts, and the digits of its
// operands without the zeros at their ends, because tens and hundreds are as easy as
// units. Steps past a thousand count most, because people try them last.
func (s *study) weigh(i int32, w *way) {
	f := s.arena[i]
	if f.op == 0 {
		return
	}
	s.weigh(f.left, w)
	s.weigh(f.right, w)
	w.steps++
	x := s.arena[f.left].value
	y := s.arena[f.right].value
	lesser := figures(min(x, y))
	both := figures(x) + figures(y)
	switch f.op {
	case '+':
		w.effort += 10 + 3*(lesser-1)
	case '-':
		w.effort += 12 + 3*(lesser-1)
	case '*':
		w.effort += 14 + 6*(both-2) + 8*(lesser-1)
	case '/':
		w.effort += 24 + 6*(both-2)
		w.division = true
	}
	// A thousand is as easy as a hundred.
	if f.value > maxTarget+1 {
		w.effort += 20
		w.big = true
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

// levelBounds are the efforts at which the next level begins. Of the deals from the
// whole bag whose target can be made, 15, 35, 30, 15 and 5 % have the levels 1 to 5.
// The shares are our choice, as the efforts are: no public record says how often
// people make a target. On level 1 the easiest solution has one to three operations,
// and on level 2 three or four. On level 3 it has four, or five in a quarter of the
// puzzles, and on level 4 five, or four in a quarter of them. On level 5 it has five
// awkward operations.
var levelBounds = [...]float64{37.0, 50.2, 63.9, 77.0}

// distinctEase is the difference in effort that makes people find one solution e
// times as often as another. At 4.3, two solutions of the same effort are together
// as easy as one that takes 3 less; that is our choice, too.
const distinctEase = 4.3

// The seconds that people take by our judgement are levelOneSeconds where level 1 ends, and e times as long for each
// effortOfFactor more: 18, 33 and 60 seconds where the next levels end. In a round of 30 seconds that makes level 4 the
// first on which most people run out of time.
const (
	levelOneSeconds = 10
	effortOfFactor  = 22.3
)
