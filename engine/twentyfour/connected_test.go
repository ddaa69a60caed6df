package twentyfour

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/expr"
	"reckon/engine/property"
)

// A shape is an expression without signs: + and - are one operation, whose result says
// which of them it is, and no value is below 0. A product of 0 is its cards.
// Expressions of one shape are the same solution, because 0, 1 and a solution have no
// sign, and only the cards of 0*Y matter.
type shape struct {
	// op is '+' for + and -, '*' or '/'; 0 for a card or a product of 0.
	op    byte
	value ratio
	x, y  *shape
	// cards are those of a product of 0.
	cards []int
}

func shapeOf(t *tree) *shape {
	if t.op == expr.Num {
		return &shape{value: t.value}
	}
	op := map[expr.Op]byte{expr.Add: '+', expr.Sub: '+', expr.Mul: '*', expr.Div: '/'}[t.op]
	for _, s := range combine(op, shapeOf(t.x), shapeOf(t.y)) {
		if s.value == t.value.abs() {
			return s
		}
	}
	return nil
}

func (s *shape) String() string {
	switch {
	case s.cards != nil:
		return fmt.Sprint(s.cards)
	case s.op == 0:
		return fmt.Sprint(s.value.Num)
	case s.op == '+':
		return fmt.Sprintf("(%s±%s=%v)", s.x, s.y, s.value)
	}
	return fmt.Sprintf("(%s%c%s)", s.x, s.op, s.y)
}

func (s *shape) allCards(list []int) []int {
	switch {
	case s.cards != nil:
		return append(list, s.cards...)
	case s.op == 0:
		return append(list, int(s.value.Num))
	}
	return s.y.allCards(s.x.allCards(list))
}

// combine returns the possible shapes of x op y. A sum may have two.
func combine(op byte, x, y *shape) []*shape {
	switch {
	case op == '+':
		both := []*shape{{op: '+', value: x.value.add(y.value), x: x, y: y}}
		if less := x.value.sub(y.value).abs(); less != both[0].value {
			both = append(both, &shape{op: '+', value: less, x: x, y: y})
		}
		return both
	case op == '/' && y.value.Num == 0:
		return nil
	case x.value.Num == 0 || y.value.Num == 0:
		cards := y.allCards(x.allCards(nil))
		slices.Sort(cards)
		return []*shape{{value: integer(0), cards: cards}}
	case op == '*':
		return []*shape{{op: '*', value: x.value.mul(y.value), x: x, y: y}}
	}
	return []*shape{{op: '/', value: x.value.div(y.value), x: x, y: y}}
}

// ways returns the shapes that s becomes when one part of it is rewritten once.
func (s *shape) ways() []*shape {
	if s.op == 0 {
		return nil
	}
	list := s.rewritings()
	for _, x := range s.x.ways() {
		list = append(list, &shape{op: s.op, value: s.value, x: x, y: s.y})
	}
	for _, y := range s.y.ways() {
		list = append(list, &shape{op: s.op, value: s.value, x: s.x, y: y})
	}
	return list
}

// rewritings returns the shapes that s becomes when its last step is rewritten once, by all
// rules for the same solution except that *1 and ±0 may move.
func (s *shape) rewritings() (list []*shape) {
	keep := func(ways ...*shape) {
		for _, w := range ways {
			if w.value == s.value {
				list = append(list, w)
			}
		}
	}
	// build keeps (x op1 y) op2 z.
	build := func(op1 byte, x, y *shape, op2 byte, z *shape) {
		for _, first := range combine(op1, x, y) {
			keep(combine(op2, first, z)...)
		}
	}
	x, y := s.x, s.y
	switch s.op {
	case '+':
		keep(&shape{op: '+', value: s.value, x: y, y: x})
		if x.op == '+' {
			s.regroup(keep)
		}
	case '*':
		keep(&shape{op: '*', value: s.value, x: y, y: x})
		if x.op == '*' || x.op == '/' { // (a*b)*y = (a*y)*b, (a/b)*y = (a*y)/b
			build('*', x.x, y, x.op, x.y)
		}
		if y.op == '/' { // x*(a/b) = (x*a)/b
			build('*', x, y.x, '/', y.y)
		}
		if y.op == '*' {
			build('*', x, y.x, '*', y.y)
		}
	case '/':
		if x.op == '*' || x.op == '/' { // (a*b)/y = (a/y)*b, (a/b)/y = (a/y)/b
			build('/', x.x, y, x.op, x.y)
		}
		if y.op == '*' { // x/(a*b) = (x/a)/b
			build('/', x, y.x, '/', y.y)
		}
		if y.op == '/' { // x/(a/b) = (x/a)*b
			build('/', x, y.x, '*', y.y)
		}
		if x.op == '*' && x.y.String() == y.String() { // A*X/X = A+X-X
			build('+', x.x, x.y, '+', y)
		}
	}
	if x.value.Num == 0 && y.value.Num == 0 { // 0+0 = 0*0
		keep(combine('*', x, y)...)
	}
	if s.op != '+' && y.value == integer(1) { // *1 = /1
		keep(combine('*'+'/'-s.op, x, y)...)
	}
	return list
}

// regroup keeps a±(b±y) for s = (a±b)±y, with the signs that its values imply.
func (s *shape) regroup(keep func(...*shape)) {
	a, b, c := s.x.x, s.x.y, s.y
	for _, second := range []ratio{b.value, b.value.neg()} {
		for _, third := range []ratio{c.value, c.value.neg()} {
			if a.value.add(second).abs() != s.x.value || a.value.add(second).add(third).abs() != s.value {
				continue
			}
			rest := &shape{op: '+', value: second.add(third).abs(), x: b, y: c}
			keep(&shape{op: '+', value: s.value, x: a, y: rest})
		}
	}
}

// taken visits, for each *1 or ±0 in s, the rest of s without it and the 1 or 0.
func (s *shape) taken(visit func(rest, part *shape)) {
	if s.op == 0 {
		return
	}
	if s.op == '+' && s.y.value.Num == 0 || s.op != '+' && s.y.value == integer(1) {
		visit(s.x, s.y)
	}
	s.x.taken(func(rest, part *shape) { visit(&shape{op: s.op, value: s.value, x: rest, y: s.y}, part) })
	s.y.taken(func(rest, part *shape) { visit(&shape{op: s.op, value: s.value, x: s.x, y: rest}, part) })
}

// put visits, for each place in s, the shape that has part there as a *1 or ±0.
func (s *shape) put(part *shape, visit func(*shape)) {
	op := byte('*')
	if part.value.Num == 0 {
		op = '+'
	}
	for _, w := range combine(op, s, part) {
		visit(w)
	}
	if s.op != 0 {
		s.x.put(part, func(x *shape) { visit(&shape{op: s.op, value: s.value, x: x, y: s.y}) })
		s.y.put(part, func(y *shape) { visit(&shape{op: s.op, value: s.value, x: s.x, y: y}) })
	}
}

// A partition has sets of shapes. Two shapes are in one set if one can be rewritten as the other.
type partition struct {
	parent map[string]string
}

func (p partition) root(key string) string {
	for p.parent[key] != key {
		p.parent[key] = p.parent[p.parent[key]]
		key = p.parent[key]
	}
	return key
}

// explore adds s and all shapes that rewriting makes of it.
func (p partition) explore(s *shape) {
	if _, known := p.parent[s.String()]; known {
		return
	}
	p.parent[s.String()] = s.String()
	for queue := []*shape{s}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		meet := func(to *shape) {
			key := to.String()
			if _, known := p.parent[key]; !known {
				p.parent[key] = key
				queue = append(queue, to)
			}
			p.parent[p.root(key)] = p.root(from.String())
		}
		for _, w := range from.ways() {
			meet(w)
		}
		from.taken(func(rest, part *shape) { rest.put(part, meet) })
	}
}

// checkConnected compares the forms of all expressions of p's cards for its goal with
// the rules: two have the same form if and only if one can be rewritten as the other.
func checkConnected(t interface {
	Helper()
	Fatalf(string, ...any)
}, p *Puzzle) {
	t.Helper()
	var cards []*tree
	for _, c := range p.cards {
		cards = append(cards, leaf(c))
	}
	all := partition{map[string]string{}}
	type writing struct{ text, shape, form string }
	var list []writing
	allTrees(cards, func(tr *tree) {
		if tr.value.abs() != integer(p.goal).abs() {
			return
		}
		s := shapeOf(tr)
		all.explore(s)
		if tr.value != integer(p.goal) {
			// It is no solution, but rewriting may lead over it from one solution to another.
			return
		}
		e := tr.expr()
		list = append(list, writing{e.String(), s.String(), p.form(e)})
	})
	byForm, byRoot := map[string]writing{}, map[string]writing{}
	for _, w := range list {
		root := all.root(w.shape)
		if v, seen := byForm[w.form]; seen && all.root(v.shape) != root {
			t.Fatalf("%s: %s and %s have the form %s, but no rule leads from one to the other", p.ID(), v.text, w.text, w.form)
		}
		if v, seen := byRoot[root]; seen && v.form != w.form {
			t.Fatalf("%s: %s has the form %s, rewritten as %s it has %s", p.ID(), v.text, v.form, w.text, w.form)
		}
		byForm[w.form] = w
		byRoot[root] = w
	}
}

// TestFormsAreConnected checks the forms of small hands against the rules, both ways.
func TestFormsAreConnected(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		checkConnected(t, drawPuzzle(t, 4))
	})
}

// TestFormsOfFiveCards does the same for a hand that can be written in many ways.
func TestFormsOfFiveCards(t *testing.T) {
	checkConnected(t, parse(t, "2,2,5,5,5=-5"))
}
