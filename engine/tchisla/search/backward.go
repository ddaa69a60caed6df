package search

import (
	"context"
	"maps"
	"math"
	"math/bits"
	"sync"

	"reckon/engine/whole"
)

// A backwardStep looks for goals one operation past the levels: a goal of n digits
// is x op y, with x of level d and y held with n-d digits; so it looks up, for each
// x, the y that makes the goal with it.
type backwardStep struct {
	t       *levels
	calc    *calculator
	goals   []goal
	found   map[int]finding // by goal.sought
	lookups lookups
	refuted map[key]bool // keys that only seem to be of the last level
	deep    bool         // the last level is searched, too
	depth   int          // the highest level in which numbers are looked up
}

// A finding is a way to write a goal.
type finding struct {
	goal        *goal
	op          operation
	left, right part
	awkwardness int
}

// lookBack returns the goals it found, by goal.sought, until it was done or ctx
// ended. The workers share the goals; their number does not change the result.
// Without deep, the level of fingerprints is left out.
func (t *levels) lookBack(ctx context.Context, goals []goal, workers int, deep bool, refuted map[key]bool) map[int]finding {
	ps := make([]*backwardStep, workers)
	depth := t.columns()
	if deep {
		depth = t.depth()
	}
	var wg sync.WaitGroup
	for w := range ps {
		ps[w] = &backwardStep{
			t: t, calc: t.calculator(w), found: make(map[int]finding), refuted: refuted, deep: depth > t.columns(), depth: depth,
		}
		for _, g := range goals {
			if g.sought%workers == w {
				ps[w].goals = append(ps[w].goals, g)
			}
		}
		wg.Go(func() { ps[w].run(ctx) })
	}
	wg.Wait()
	found := ps[0].found
	for _, p := range ps[1:] {
		maps.Copy(found, p.found)
	}
	return found
}

func (p *backwardStep) run(ctx context.Context) {
	t := p.t
	most, least := 0, math.MaxInt
	for _, g := range p.goals {
		most = max(most, g.digits/2)
		least = min(least, g.digits)
	}
	for g := range p.goals { // the digit alone
		at := &p.goals[g]
		if n, ok := repdigit(t.digit, at.digits); ok && at.value == integer(n) {
			p.note(finding{goal: at, op: concatenate, left: part{entry: uint32(at.digits)}})
		}
	}
	p.powers()
	p.ratios()
	look := func(of *lookup, y part) {
		left, right := p.t.entryPart(of.by), y
		if !of.last {
			left, right = right, left
		}
		p.note(finding{&p.goals[of.goal], of.op, left, right, 0})
	}
	for d := max(1, least-p.depth); d <= min(most, t.columns()); d++ {
		for i := t.span(d).from; i < t.span(d).to && ctx.Err() == nil; i++ {
			x := t.at(uint32(i))
			for g := range p.goals { // entry i is one side of each
				at := &p.goals[g]
				if d > at.digits/2 || at.digits-d > p.depth {
					continue
				}
				of := lookup{by: uint32(i), goal: int32(g), deep: p.deep && at.digits-d == p.depth}
				p.calc.eachPartner(at.value, x, func(y number, op operation, last bool) {
					of.op, of.last = op, last
					p.lookups.add(t, y, of, look)
				})
			}
		}
	}
	p.lookups.do(t, look)
}

// note keeps the least awkward of the findings that are short enough, the first of
// equals.
func (p *backwardStep) note(f finding) {
	if f.op != concatenate {
		if p.t.levelOf(f.left)+p.t.levelOf(f.right) > f.goal.digits || f.left.last && p.refuted[f.left.key] || f.right.last && p.refuted[f.right.key] {
			return
		}
		f.awkwardness = f.op.awkwardness(f.left.key.isInteger(), f.right.key.isInteger())
	}
	f.awkwardness += 2 * len(f.goal.above)
	if old, done := p.found[f.goal.sought]; !done || f.awkwardness < old.awkwardness {
		p.found[f.goal.sought] = f
	}
}

// find looks a number up at once, in the last level too if deep.
func (p *backwardStep) find(n number) (part, bool) {
	if i, ok := p.t.find(n); ok {
		return p.t.entryPart(i), true
	}
	if !p.deep || !n.holdable() || !p.t.last.has(hash(n.key())) {
		return part{}, false
	}
	return part{key: n.key(), last: true}, true
}

// powers tries every goal as a power: base^(odd/root * 2^two). It looks the base up
// and takes the cheapest exponent that fits.
func (p *backwardStep) powers() {
	cheapest := p.cheapestExponents()
	for g := range p.goals {
		u := p.goals[g].value
		if u.base.isFactorial() || u.isOne() {
			continue
		}
		roots := oddRoots(u)
		for _, c := range cheapest {
			r := roots[c.form.odd]
			if r.num == 0 {
				continue
			}
			base, ok := (&factored{number: r}).pow(c.form.root<<max(0, -c.form.two), max(0, c.form.two))
			if !ok {
				continue
			}
			free := c.from.two - c.form.two
			if b, ok := p.find(base); ok {
				p.note(finding{&p.goals[g], raise.withRoots(free), b, c.part, 0})
			}
			if base, ok = p.calc.mul(integer(1), base, true); ok {
				if b, ok := p.find(base); ok {
					p.note(finding{&p.goals[g], raiseInverse.withRoots(free), b, c.part, 0})
				}
			}
		}
	}
}

// oddRoots returns the exact odd roots of u, without a factorial; num 0: there is
// none.
func oddRoots(u number) (roots [maxOddPower + 1]number) {
	if u.base == 0 {
		for odd := 1; odd < len(roots) && odd <= bits.Len64(max(u.num, u.den)); odd += 2 {
			if r, ok := oddRoot(u, odd); ok {
				roots[odd] = r
			}
		}
		return roots
	}
	var room, rootRoom [24]power
	ps := factors(room[:0], u, 0)
	for odd := 1; odd < len(roots); odd += 2 {
		root := rootRoom[:0]
		for _, p := range ps {
			if p.exp%odd == 0 {
				root = append(root, power{p.prime, p.exp / odd})
			}
		}
		if r, ok := compose(root); ok && len(root) == len(ps) {
			roots[odd] = r
		}
	}
	return roots
}

// An exponentForm is the number of least level that serves as an exponent of a
// form, roots being free: 2^7 under two roots serves as 2^5.
type exponentForm struct {
	form, from exponent
	part       part
}

const (
	maxOddPower = 62 // no number that is held is a higher odd power
	leastTwo    = -3
)

func (p *backwardStep) cheapestExponents() []exponentForm {
	var cheapest []exponentForm
	seen := make(map[exponent]bool)
	add := func(e exponent, of part) {
		for two := min(e.two, maxDepth); two >= max(leastTwo, e.two-maxRoots); two-- {
			form := exponent{odd: e.odd, root: e.root, two: two}
			if !seen[form] {
				seen[form] = true
				cheapest = append(cheapest, exponentForm{form, e, of})
			}
		}
	}
	for d := 1; d <= p.t.columns(); d++ {
		for _, e := range p.t.powers[d] {
			if e.odd > maxOddPower {
				break
			}
			add(e, p.t.entryPart(e.entry))
		}
	}
	if !p.deep {
		return cheapest
	}
	for odd := 1; odd <= maxOddPower; odd += 2 {
		for root := 1; root <= maxOddRoot; root += 2 {
			for two := leastTwo; two <= maxDepth+maxRoots; two++ {
				e := exponent{odd: odd, root: root, two: two}
				n := number{num: uint64(odd) << max(0, two), den: uint64(root) << max(0, -two)}
				if of, ok := p.find(n); ok && of.last && whole.Gcd(n.num, n.den) == 1 {
					add(e, of)
				}
			}
		}
	}
	return cheapest
}

// ratios tries every goal as a!/b!, a product of 2 to 12 successive integers, or as its
// inverse.
func (p *backwardStep) ratios() {
	for g := range p.goals {
		goal := &p.goals[g]
		u := max(goal.value.num, goal.value.den)
		if goal.value.base != 0 || min(goal.value.num, goal.value.den) > 1 {
			continue
		}
		for factors := uint64(2); factors <= 12; factors++ {
			// The product lies between the powers of its ends.
			root := uint64(math.Pow(float64(u), 1/float64(factors)))
			for b := max(2, root-min(root, factors+1)+1); b <= root+1; b++ {
				if v, ok := fallingProduct(b+factors, b); !ok || v != u {
					continue
				}
				left, ok1 := p.find(integer(b + factors))
				right, ok2 := p.find(integer(b))
				if u == goal.value.den {
					left, right = right, left
				}
				if ok1 && ok2 {
					p.note(finding{goal, factorialRatio, left, right, 0})
				}
			}
		}
	}
}
