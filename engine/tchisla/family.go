package tchisla

import (
	"slices"

	"reckon/engine/exact"
	"reckon/engine/expr"
)

// A Family is the sort of number that an answer is built upon: why so few digits do.
type Family struct {
	Key string // one of Families
	// Core is what is of the family: the answer, or its largest term, in which the largest
	// terms stand for sums. It is 2048 in 2024 = √(2^22)-(2+2)!.
	Core  *expr.Node
	Value exact.Value // of Core
	Rest  exact.Value // what is added to it
	Whole bool        // Core is all of the answer
}

// A shape is a product: the factors above and below the line.
type shape struct{ above, below []*expr.Node }

// A family is a row of families.
type family struct {
	key string
	is  func(s shape) bool // the core of an answer is of it
}

// families are tried in this order: the most telling first.
var families = []family{
	{"ratio", shape.cancels},
	{"number", func(s shape) bool { return s.isAlone() && s.above[0].Op == expr.Num }},
	{"factorials", func(s shape) bool {
		return slices.ContainsFunc(s.above, isFactorial) && slices.ContainsFunc(s.below, isFactorial)
	}},
	{"tower", func(s shape) bool { return slices.ContainsFunc(slices.Concat(s.above, s.below), isTower) }},
	{"factorial.divided", func(s shape) bool { return s.below != nil && slices.ContainsFunc(s.above, isFactorial) }},
	{"factorial.times", func(s shape) bool { return !s.isAlone() && slices.ContainsFunc(s.above, isFactorial) }},
	{"factorial", func(s shape) bool { return slices.ContainsFunc(s.above, isFactorial) }},
	{"power", func(s shape) bool { return slices.ContainsFunc(s.above, isPower) }},
	{"number.times", func(s shape) bool {
		return slices.ContainsFunc(s.above, func(n *expr.Node) bool { return len(n.Digits) > 1 })
	}},
	{"root", func(s shape) bool { return s.isAlone() && s.above[0].Op == expr.Sqrt && !isSmall(s.above[0]) }},
	{"quotient", func(s shape) bool { return s.below != nil }},
	{"product", func(s shape) bool { return len(s.above) > 1 }},
}

// plain are the keys that say how an answer is built, and not why it is short.
var plain = []string{"quotient", "product", other}

// other is the key of the family of all that is of no other.
const other = "other"

// Families returns the keys of all families, in the order in which they are tried.
func Families() (keys []string) {
	for _, f := range families {
		keys = append(keys, f.key)
	}
	return append(keys, other)
}

// FamilyOf returns the family of an answer: that of its largest term or, if this tells
// nothing, of what is left of it without the small terms of its factors, as long as that is
// most of it. The error is that of an expression without a value.
func FamilyOf(answer *expr.Node) (Family, error) {
	b := exact.NewBudget()
	whole, err := expr.EvalWithin(b, answer)
	if err != nil {
		return Family{}, err
	}
	core := largest(b, answer)
	f, err := familyOf(b, core, whole)
	if err == nil && slices.Contains(plain, f.Key) {
		bare, err := familyOf(b, trimmed(b, core), whole)
		if err == nil && !slices.Contains(plain, bare.Key) && b.Cmp(b.Mul(bare.Rest, bare.Rest), b.Mul(bare.Value, bare.Value)) < 0 {
			f = bare
		}
	}
	f.Whole = f.Core == answer
	return f, err
}

// familyOf returns the family of a core.
func familyOf(b *exact.Budget, core *expr.Node, whole exact.Value) (Family, error) {
	v, err := expr.EvalWithin(b, core)
	if err != nil {
		return Family{}, err
	}
	return Family{Key: keyOf(core), Core: core, Value: v, Rest: b.Settle(b.Sub(whole, v))}, b.Reset()
}

func keyOf(core *expr.Node) string {
	s := shapeOf(core)
	if i := slices.IndexFunc(families, func(f family) bool { return f.is(s) }); i >= 0 {
		return families[i].key
	}
	return other
}

// largest returns the largest term of a sum, the first of equal ones; of anything else, itself.
func largest(b *exact.Budget, n *expr.Node) *expr.Node {
	var most exact.Value
	best := n
	for i, t := range termsOf(n) {
		v, err := expr.EvalWithin(b, t)
		if err != nil { // it is too large to compute, so nothing is known to be larger
			return t
		}
		if b.Sign(v) < 0 {
			v = b.Neg(v)
		}
		if i == 0 || b.Cmp(v, most) > 0 {
			best, most = t, v
		}
	}
	return best
}

// trimmed returns a product in which the largest terms stand for sums above the line.
func trimmed(b *exact.Budget, n *expr.Node) *expr.Node {
	switch n.Op {
	case expr.Mul:
		return expr.New(n.Op, trimmed(b, n.X), trimmed(b, n.Y))
	case expr.Div:
		return expr.New(n.Op, trimmed(b, n.X), n.Y)
	case expr.Add, expr.Sub:
		if isFactorial(n) { // n!+n! is one
			return n
		}
		return trimmed(b, largest(b, n))
	}
	return n
}

// termsOf returns the terms of a sum; of anything else, itself.
func termsOf(n *expr.Node) []*expr.Node {
	switch n.Op {
	case expr.Add, expr.Sub:
		return slices.Concat(termsOf(n.X), termsOf(n.Y))
	case expr.Neg:
		return termsOf(n.X)
	}
	return []*expr.Node{n}
}

// shapeOf returns the factors of n.
func shapeOf(n *expr.Node) shape {
	switch n.Op {
	case expr.Mul, expr.Div:
		x, y := shapeOf(n.X), shapeOf(n.Y)
		if n.Op == expr.Div {
			y.above, y.below = y.below, y.above
		}
		return shape{slices.Concat(x.above, y.above), slices.Concat(x.below, y.below)}
	case expr.Neg:
		return shapeOf(n.X)
	}
	return shape{above: []*expr.Node{n}}
}

func (s shape) isAlone() bool { return len(s.above) == 1 && s.below == nil }

// cancels reports whether a sum is divided by something that one of its terms holds:
// (a+b)/b is a/b+1.
func (s shape) cancels() bool {
	return slices.ContainsFunc(s.above, func(sum *expr.Node) bool {
		terms := termsOf(sum)
		return len(terms) > 1 && slices.ContainsFunc(terms, func(t *expr.Node) bool {
			held := shapeOf(t).above
			return slices.ContainsFunc(s.below, func(d *expr.Node) bool { return slices.ContainsFunc(held, d.Equal) })
		})
	})
}

// isSmall reports whether n is as good as a number: a repeated digit, √4 or √9.
func isSmall(n *expr.Node) bool {
	return n.Op == expr.Num || n.Op == expr.Sqrt && n.X.Op == expr.Num && (n.X.Digits == "4" || n.X.Digits == "9")
}

// isFactorial reports whether a factor is a factorial of more than 3, or a sum of such.
func isFactorial(n *expr.Node) bool {
	switch n.Op {
	case expr.Fact:
		v, err := expr.Eval(n.X)
		return err != nil || !v.Is(1) && !v.Is(2) && !v.Is(3)
	case expr.Add:
		return isFactorial(n.X) && isFactorial(n.Y)
	}
	return false
}

// isPower reports whether a factor is a power.
func isPower(n *expr.Node) bool { return n.Op == expr.Pow }

// isTower reports whether a factor is a power and roots upon each other: √√(a^b), or (√a)^b.
func isTower(n *expr.Node) bool {
	switch n.Op {
	case expr.Sqrt:
		return !isSmall(n) && n.X.Find(func(m *expr.Node) bool { return m.Op == expr.Pow || m.Op == expr.Sqrt && !isSmall(m) }) != nil
	case expr.Pow:
		return n.X.Find(func(m *expr.Node) bool { return m.Op == expr.Sqrt && !isSmall(m) }) != nil
	}
	return false
}
