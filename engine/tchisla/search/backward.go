package search

import (
	"context"
	"maps"
	"math"
	"sync"
)

// A backwardStep looks for goals one operation past the levels: a goal of n digits
// is x op y, with x of level d and y held with n-d digits; so it looks up, for each
// x, the y that makes the goal with it.
type backwardStep struct {
	t       *levels
	calc    *calculator
	goals   []goal
	found   map[int]finding // by goal.sought
	lookups [batchSize]lookup
	waiting int    // of the lookups
	seen    uint32 // of the slots: see doLookups
}

// A lookup seeks a number for the other side of an operation on entry by.
type lookup struct {
	key  key
	hash uint64
	by   uint32
	goal *goal
	op   operation
	last bool // the number is the right operand
}

// A finding is a way to write a goal.
type finding struct {
	goal        *goal
	op          operation
	left, right uint32
	awkwardness int
}

// lookBack returns the goals it found, by goal.sought, until it was done or ctx
// ended. The workers share the goals; their number does not change the result.
func (t *levels) lookBack(ctx context.Context, goals []goal, workers int) map[int]finding {
	ps := make([]*backwardStep, workers)
	var wg sync.WaitGroup
	for w := range ps {
		ps[w] = &backwardStep{t: t, calc: new(calculator), found: make(map[int]finding)}
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
			p.note(finding{goal: at, op: concatenate, left: uint32(at.digits)})
		}
	}
	p.powers()
	p.ratios()
	for d := max(1, least-t.depth()); d <= min(most, t.depth()); d++ {
		for i := t.span(d).from; i < t.span(d).to && ctx.Err() == nil; i++ {
			x := t.at(uint32(i))
			for g := range p.goals { // entry i is one side of each
				at := &p.goals[g]
				if d > at.digits/2 || at.digits-d > t.depth() {
					continue
				}
				p.calc.eachPartner(at.value, x, func(y number, op operation, last bool) {
					if !y.holdable() {
						return
					}
					if p.waiting == batchSize {
						p.doLookups()
					}
					p.lookups[p.waiting] = lookup{key: y.key(), by: uint32(i), goal: at, op: op, last: last}
					p.waiting++
				})
			}
		}
	}
	p.doLookups()
}

// doLookups does the lookups that wait, together, as candidates are in a batch.
func (p *backwardStep) doLookups() {
	t := p.t
	var touched uint32
	for i := range p.lookups[:p.waiting] {
		of := &p.lookups[i]
		of.hash = hash(of.key)
		touched |= t.slots[of.hash>>t.shift]
	}
	p.seen = touched // a use, so that the loads that bring the slots near are made
	for i := range p.lookups[:p.waiting] {
		of := &p.lookups[i]
		left, ok := t.findHashed(of.key, of.hash)
		if !ok {
			continue
		}
		right := of.by
		if of.last {
			left, right = right, left
		}
		p.note(finding{of.goal, of.op, left, right, 0})
	}
	p.waiting = 0
}

// note keeps the least awkward of the findings that are short enough, the first of
// equals.
func (p *backwardStep) note(f finding) {
	t := p.t
	if f.op != concatenate && t.level(f.left)+t.level(f.right) > f.goal.digits {
		return
	}
	f.awkwardness = t.awkwardness(f.op, f.left, f.right) + 2*len(f.goal.above)
	if old, done := p.found[f.goal.sought]; !done || f.awkwardness < old.awkwardness {
		p.found[f.goal.sought] = f
	}
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
			if b, ok := p.t.find(base); ok {
				p.note(finding{&p.goals[g], raise.withRoots(free), b, c.from.entry, 0})
			}
			if base, ok = p.calc.mul(integer(1), base, true); ok {
				if b, ok := p.t.find(base); ok {
					p.note(finding{&p.goals[g], raiseInverse.withRoots(free), b, c.from.entry, 0})
				}
			}
		}
	}
}

// oddRoots returns the exact odd roots of u, without a factorial; num 0: there is
// none.
func oddRoots(u number) (roots [maxOddPower + 1]number) {
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
type exponentForm struct{ form, from exponent }

const (
	maxOddPower = 62 // no number that is held is a higher odd power
	leastTwo    = -3
)

func (p *backwardStep) cheapestExponents() []exponentForm {
	var cheapest []exponentForm
	seen := make(map[exponent]bool)
	for _, level := range p.t.powers {
		for _, e := range level {
			if e.odd > maxOddPower {
				break
			}
			for two := min(e.two, maxDepth); two >= max(leastTwo, e.two-maxRoots); two-- {
				form := exponent{odd: e.odd, root: e.root, two: two}
				if !seen[form] {
					seen[form] = true
					cheapest = append(cheapest, exponentForm{form, e})
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
				left, ok1 := p.t.find(integer(b + factors))
				right, ok2 := p.t.find(integer(b))
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
