package tchisla

import (
	"slices"

	"reckon/engine/exact"
	"reckon/engine/expr"
)

// A Family is the sort of number that an answer is built on. It explains why so few digits are
// enough.
type Family struct {
	// Key is one of Families.
	Key string
	// Core is the part that belongs to the family: the answer, or its largest term, in which
	// each sum may be replaced by its largest term. It is √(2^22) in 2024 = √(2^22)-(2+2)!.
	Core *expr.Node
	// Value is the value of Core.
	Value exact.Value
	// Rest is what the answer adds to Value.
	Rest exact.Value
	// Whole means that Core is the whole answer.
	Whole bool
}

// A shape is a core as a product: the factors above and below the line.
type shape struct{ above, below []*expr.Node }

// A familyRule says which cores belong to a Family.
type familyRule struct {
	key string
	// has reports whether a core belongs to the family.
	has func(core shape) bool
}

// families are tried in this order: the most telling first.
var families = []familyRule{
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
	{"root", func(s shape) bool { return s.isAlone() && isLargeRoot(s.above[0]) }},
	{"quotient", func(s shape) bool { return s.below != nil }},
	{"product", func(s shape) bool { return len(s.above) > 1 }},
}

// other is the key of the answers that belong to no other family.
const other = "other"

// isTelling reports whether a family says why an answer is short, and not only how it is built.
func isTelling(key string) bool {
	return key != "quotient" && key != "product" && key != other
}

// Families returns the keys of all families, in the order in which they are tried.
func Families() (keys []string) {
	for _, f := range families {
		keys = append(keys, f.key)
	}
	return append(keys, other)
}

// FamilyOf returns the family of an answer: that of its largest term. If that family is
// not telling, the factors of the term are reduced to their largest terms. If the reduced
// term has a telling family, and is most of the answer, that family counts. FamilyOf
// fails if the answer has no value.
func FamilyOf(answer *expr.Node) (Family, error) {
	b := exact.NewBudget()
	whole, err := expr.EvalWithin(b, answer)
	if err != nil {
		return Family{}, err
	}
	core := largestTerm(b, answer)
	f, err := familyOf(b, core, whole)
	if err != nil {
		return Family{}, err
	}
	if !isTelling(f.Key) {
		reduced, err := familyOf(b, reduce(b, core), whole)
		// If the reduced core has no value, the core itself decides.
		if err != nil {
			reduced = f
		}
		if isTelling(reduced.Key) && isMost(b, reduced) {
			f = reduced
		}
	}
	f.Whole = f.Core == answer
	return f, nil
}

// familyOf returns the family of a core, given the value of the whole answer.
func familyOf(b *exact.Budget, core *expr.Node, whole exact.Value) (Family, error) {
	v, err := expr.EvalWithin(b, core)
	if err != nil {
		return Family{}, err
	}
	f := Family{
		Key:   keyOf(core),
		Core:  core,
		Value: v,
		Rest:  b.Settle(b.Sub(whole, v)),
	}
	return f, b.Reset()
}

// isMost reports whether the core is larger than what the answer adds to it, both without
// their signs.
func isMost(b *exact.Budget, f Family) bool {
	return b.Cmp(b.Mul(f.Rest, f.Rest), b.Mul(f.Value, f.Value)) < 0
}

// keyOf returns the key of the first family that a core belongs to.
func keyOf(core *expr.Node) string {
	s := shapeOf(core)
	for _, f := range families {
		if f.has(s) {
			return f.key
		}
	}
	return other
}

// largestTerm returns the largest term of a sum, the first of them if there are several. It
// returns anything else as it is.
func largestTerm(b *exact.Budget, n *expr.Node) *expr.Node {
	var most exact.Value
	best := n
	for i, t := range termsOf(n) {
		v, err := expr.EvalWithin(b, t)
		if err != nil {
			// The term is too large to compute, so it counts as the largest.
			return t
		}
		if b.Sign(v) < 0 {
			v = b.Neg(v)
		}
		if i == 0 || b.Cmp(v, most) > 0 {
			best = t
			most = v
		}
	}
	return best
}

// reduce replaces the sums above the line of a product by their largest terms.
func reduce(b *exact.Budget, n *expr.Node) *expr.Node {
	switch n.Op {
	case expr.Mul:
		return expr.New(n.Op, reduce(b, n.X), reduce(b, n.Y))
	case expr.Div:
		return expr.New(n.Op, reduce(b, n.X), n.Y)
	case expr.Add, expr.Sub:
		// A sum of factorials counts as one factorial.
		if isFactorial(n) {
			return n
		}
		return reduce(b, largestTerm(b, n))
	}
	return n
}

// termsOf returns the terms of a sum, and anything else as one term.
func termsOf(n *expr.Node) []*expr.Node {
	switch n.Op {
	case expr.Add, expr.Sub:
		return slices.Concat(termsOf(n.X), termsOf(n.Y))
	case expr.Neg:
		return termsOf(n.X)
	}
	return []*expr.Node{n}
}

// shapeOf returns n as a product.
func shapeOf(n *expr.Node) shape {
	switch n.Op {
	case expr.Mul:
		x := shapeOf(n.X)
		y := shapeOf(n.Y)
		return shape{slices.Concat(x.above, y.above), slices.Concat(x.below, y.below)}
	case expr.Div:
		x := shapeOf(n.X)
		y := shapeOf(n.Y)
		return shape{slices.Concat(x.above, y.below), slices.Concat(x.below, y.above)}
	case expr.Neg:
		return shapeOf(n.X)
	}
	return shape{above: []*expr.Node{n}}
}

func (s shape) isAlone() bool { return len(s.above) == 1 && s.below == nil }

// cancels reports whether a sum is divided by a factor of one of its terms: (a+b)/b is a/b+1.
func (s shape) cancels() bool {
	for _, factor := range s.above {
		terms := termsOf(factor)
		if len(terms) > 1 && slices.ContainsFunc(terms, s.divides) {
			return true
		}
	}
	return false
}

// divides reports whether a factor of the term is below the line.
func (s shape) divides(term *expr.Node) bool {
	factors := shapeOf(term).above
	return slices.ContainsFunc(s.below, func(d *expr.Node) bool { return slices.ContainsFunc(factors, d.Equal) })
}

// isSmall reports whether n is as good as a number: a repeated digit, √4 or √9.
func isSmall(n *expr.Node) bool {
	if n.Op == expr.Sqrt && n.X.Op == expr.Num {
		return n.X.Digits == "4" || n.X.Digits == "9"
	}
	return n.Op == expr.Num
}

// isFactorial reports whether a factor is a factorial of more than 3, or a sum of such.
func isFactorial(n *expr.Node) bool {
	switch n.Op {
	case expr.Fact:
		v, err := expr.Eval(n.X)
		if err != nil {
			// The argument is too large to compute.
			return true
		}
		isAtMost3 := v.Is(1) || v.Is(2) || v.Is(3)
		return !isAtMost3
	case expr.Add:
		return isFactorial(n.X) && isFactorial(n.Y)
	}
	return false
}

// isPower reports whether a factor is a power.
func isPower(n *expr.Node) bool { return n.Op == expr.Pow }

// isLargeRoot reports whether n is a root that is not as good as a number.
func isLargeRoot(n *expr.Node) bool { return n.Op == expr.Sqrt && !isSmall(n) }

// isTower reports whether a factor is a root of a root or of a power, as √√(a^b), or a power of
// a root, as (√a)^b.
func isTower(n *expr.Node) bool {
	if n.Op == expr.Pow {
		return n.X.Find(isLargeRoot) != nil
	}
	return isLargeRoot(n) && (n.X.Find(isPower) != nil || n.X.Find(isLargeRoot) != nil)
}
