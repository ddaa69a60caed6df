package countdown

import (
	"cmp"
	"slices"

	"reckon/engine"
	"reckon/engine/expr"
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

func (p *Puzzle) study() *study {
	p.once.Do(func() {
		q := newSearch(p.tiles)
		forms, distance := q.nearest(p.target)
		p.studied = study{arena: q.arena, distance: distance}
		p.studied.rank(forms)
	})
	return &p.studied
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

// levelBounds are the difficulties at which the next level begins: the fifths of
// five thousand deals from the whole bag.
var levelBounds = [...]int{29, 39, 48, 60}

// Rating goes by the effort of the easiest solution, less a little for each
// doubling of the number of solutions. Seconds are not predicted.
func (p *Puzzle) Rating() engine.Rating {
	s := p.study()
	if s.distance > 0 {
		return engine.Rating{Level: engine.MaxLevel, Reasons: []string{"impossible"}}
	}
	r := engine.Rating{Level: engine.MinLevel}
	for _, bound := range levelBounds {
		if s.difficulty() >= bound {
			r.Level++
		}
	}
	for _, t := range []struct {
		code string
		has  bool
	}{
		{"big", s.all(func(w way) bool { return w.traits.big })},
		{"division", s.all(func(w way) bool { return w.traits.division })},
		{"operations", s.all(func(w way) bool { return w.steps == boardSize-1 })},
		{"few", len(s.ways) <= 3},
	} {
		if t.has {
			r.Reasons = append(r.Reasons, t.code)
		}
	}
	return r
}

// all tells whether what is said of the puzzle holds for every solution.
func (s *study) all(is func(way) bool) bool {
	return !slices.ContainsFunc(s.ways, func(w way) bool { return !is(w) })
}

func (s *study) difficulty() int {
	d := s.ways[0].effort
	for n := len(s.ways); n > 1; n /= 2 {
		d -= 3
	}
	return d
}

// Hint tells of the most natural of the best solutions; of the nearest, where
// the target cannot be made.
func (p *Puzzle) Hint(n int, _ []string) engine.Hint {
	s := p.study()
	top := s.ways[0].form
	f, e := s.arena[top], s.node(top)
	if f.op == 0 || s.distance > 0 && n <= 1 {
		return engine.Hint{Code: "nearest", Args: engine.Args{"value": expr.Number(int64(f.value)).String(), "distance": s.distance}}
	}
	switch {
	case n <= 1:
		return engine.Hint{Code: "last." + ops[f.op].name}
	case n == 2:
		x, y := s.arena[f.left].value, s.arena[f.right].value
		return engine.Hint{Code: "aim." + ops[f.op].name, Args: engine.Args{
			"x": expr.Number(int64(x)).String(), "y": expr.Number(int64(y)).String(),
		}}
	case s.ways[0].steps == 1:
		return engine.Hint{Code: "solution", Args: engine.Args{"text": e.String()}}
	}
	return engine.Hint{Code: "nearly", Args: engine.Args{"text": masked(e).String()}}
}

// masked is e with a question mark for its last number.
func masked(e *expr.Node) *expr.Node {
	if e.Op == expr.Num {
		return &expr.Node{Digits: "?"}
	}
	return expr.New(e.Op, e.X, masked(e.Y))
}
