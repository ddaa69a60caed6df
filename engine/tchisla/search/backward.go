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
	t    *levels
	calc *calculator
	aims []aim
	// found holds the least awkward finding for each goal.sought.
	found map[int]finding
	// The first waiting of the lookups are still to be done.
	lookups [batchSize]lookup
	waiting int
	// seen makes use of the slots: see doLookups.
	seen uint32
}

// A lookup seeks the number that makes a goal with the entry by.
type lookup struct {
	key  key
	hash uint64
	by   uint32
	goal *goal
	op   operation
	// onRight means that the number is the right operand.
	onRight bool
}

// A finding is a way to write a goal.
type finding struct {
	goal        *goal
	op          operation
	left, right uint32
	awkwardness int
}

// lookBack returns its findings by goal.sought, when it is done or ctx ends. The workers share
// the goals; their number does not change the result.
func (t *levels) lookBack(ctx context.Context, goals []goal, workers int) map[int]finding {
	t.sift()
	aims := t.aims(goals)
	ps := make([]*backwardStep, workers)
	calcs := t.calculators(workers)
	var wg sync.WaitGroup
	for w := range ps {
		ps[w] = &backwardStep{t: t, calc: calcs[w], found: make(map[int]finding)}
		for _, a := range aims {
			if a.sought%workers == w {
				ps[w].aims = append(ps[w].aims, a)
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

// sift brings the sieve up to all entries of the levels.
func (t *levels) sift() {
	s := &t.sieve
	if len(t.keys) > mostSifted {
		*s = sieve{isFull: true}
		return
	}
	size := sieveBits(len(t.keys))
	if size > 64*len(s.bits) {
		s.bits = make([]uint64, size/64)
		s.mask = uint64(size - 1)
		s.entries = 0
	}
	if s.reducer.roots == nil {
		s.reducer.roots = map[base]uint64{}
	}
	var numbers [batchSize]number
	var residues [batchSize]residue
	for chunk := range (span{s.entries, len(t.keys)}).chunks(batchSize) {
		n := t.read(chunk, numbers[:])
		s.reducer.reduce(n, residues[:])
		for i := range n {
			s.add(residues[i])
		}
	}
	s.entries = len(t.keys)
}

// aims returns the goals with their residues.
func (t *levels) aims(goals []goal) []aim {
	list := make([]aim, len(goals))
	var numbers [batchSize]number
	var residues [batchSize]residue
	for from := 0; from < len(goals); from += batchSize {
		n := min(batchSize, len(goals)-from)
		for i := range n {
			numbers[i] = goals[from+i].value
		}
		t.sieve.residues(numbers[:n], residues[:])
		for i := range n {
			list[from+i] = aim{residues[i], numbers[i].base, &goals[from+i]}
		}
	}
	return list
}

func (p *backwardStep) run(ctx context.Context) {
	t := p.t
	p.repdigits()
	p.powers()
	p.ratios()
	most := 0
	least := math.MaxInt
	for _, a := range p.aims {
		most = max(most, a.digits/2)
		least = min(least, a.digits)
	}
	for d := max(1, least-t.depth()); d <= min(most, t.depth()) && ctx.Err() == nil; d++ {
		p.partners(ctx, d)
	}
	p.doLookups()
}

// partners takes each number of d digits and looks for the numbers that make a goal with it. Of two
// numbers that make a goal, one has at most half of its digits. So a goal is sought only with d up to
// that half.
func (p *backwardStep) partners(ctx context.Context, d int) {
	t := p.t
	var aims []aim
	for _, a := range p.aims {
		if d <= a.digits/2 && a.digits-d <= t.depth() {
			aims = append(aims, a)
		}
	}
	var numbers [batchSize]number
	var residues [batchSize]residue
	for chunk := range t.span(d).chunks(batchSize) {
		if ctx.Err() != nil {
			return
		}
		xs := t.read(chunk, numbers[:])
		// The sieve knows all roots held, so the workers only read what it remembers.
		t.sieve.residues(xs, residues[:])
		for i, x := range xs {
			for _, a := range aims {
				if a.mayMeet(x, residues[i], &t.sieve) {
					p.lookUp(a.goal, uint32(chunk.from+i), x)
				}
			}
		}
	}
}

// lookUp looks up the numbers that make a goal with entry i, which is x.
func (p *backwardStep) lookUp(goal *goal, i uint32, x number) {
	p.calc.eachPartner(goal.value, x, func(y number, op operation, onRight bool) {
		if !y.holdable() {
			return
		}
		if p.waiting == batchSize {
			p.doLookups()
		}
		p.lookups[p.waiting] = lookup{key: y.key(), by: i, goal: goal, op: op, onRight: onRight}
		p.waiting++
	})
}

// repdigits tries every goal as the digit alone, repeated.
func (p *backwardStep) repdigits() {
	for _, a := range p.aims {
		goal := a.goal
		n, ok := repdigit(p.t.digit, goal.digits)
		if ok && goal.value == integer(n) {
			p.note(finding{goal: goal, op: concatenate, left: uint32(goal.digits)})
		}
	}
}

// doLookups does the lookups that wait. As in a batch of candidates, it reads the slots of all
// lookups before it compares one.
func (p *backwardStep) doLookups() {
	t := p.t
	waiting := p.lookups[:p.waiting]
	var touched uint32
	for i := range waiting {
		l := &waiting[i]
		l.hash = hash(l.key)
		touched |= t.slots[l.hash>>t.shift]
	}
	// Without this use the compiler could leave out the loads that bring the slots near.
	p.seen = touched
	for i := range waiting {
		l := &waiting[i]
		left, ok := t.findHashed(l.key, l.hash)
		if !ok {
			continue
		}
		right := l.by
		if l.onRight {
			left, right = right, left
		}
		p.note(finding{goal: l.goal, op: l.op, left: left, right: right})
	}
	p.waiting = 0
}

// note keeps a finding if it is short enough, and less awkward than the finding so far for the same
// number.
func (p *backwardStep) note(f finding) {
	t := p.t
	if f.op != concatenate && t.level(f.left)+t.level(f.right) > f.goal.digits {
		return
	}
	f.awkwardness = t.awkwardness(f.op, f.left, f.right) + 2*len(f.goal.above)
	old, found := p.found[f.goal.sought]
	if !found || f.awkwardness < old.awkwardness {
		p.found[f.goal.sought] = f
	}
}

// powers tries every goal as a power: base^(odd/root * 2^two). It looks the base up
// and takes the cheapest exponent that fits.
func (p *backwardStep) powers() {
	cheapest := p.cheapestExponents()
	for _, a := range p.aims {
		goal := a.goal
		if goal.value.base.isFactorial() || goal.value.isOne() {
			continue
		}
		roots := oddRoots(goal.value)
		for _, c := range cheapest {
			root := roots[c.form.odd]
			if root == nil {
				continue
			}
			base, ok := root.pow(c.form.root<<max(0, -c.form.two), max(0, c.form.two))
			if !ok {
				continue
			}
			freeRoots := c.from.two - c.form.two
			left, ok := p.t.find(base)
			if ok {
				p.note(finding{goal: goal, op: raise.withRoots(freeRoots), left: left, right: c.from.entry})
			}
			inverse, ok := p.calc.mul(integer(1), base, true)
			if !ok {
				continue
			}
			left, ok = p.t.find(inverse)
			if ok {
				p.note(finding{goal: goal, op: raiseInverse.withRoots(freeRoots), left: left, right: c.from.entry})
			}
		}
	}
}

// oddRoots returns the exact odd roots of u, which has no factorial. A root that does not exist is
// nil.
func oddRoots(u number) (roots [maxOddPower + 1]*powerBase) {
	var room, rootRoom [24]power
	ps := factors(room[:0], u, 0)
	for odd := 1; odd < len(roots); odd += 2 {
		root := rootRoom[:0]
		for _, p := range ps {
			if p.exp%odd == 0 {
				root = append(root, power{p.prime, p.exp / odd})
			}
		}
		if len(root) < len(ps) {
			continue
		}
		r, ok := compose(root)
		if ok {
			roots[odd] = &powerBase{number: r}
		}
	}
	return roots
}

// An exponentForm is an exponent, and the number of the lowest level that can be used for it. Roots
// are free, so 2^7 can be used for 2^5, with two roots over the power.
type exponentForm struct{ form, from exponent }

const (
	// maxOddPower is the highest odd power that a number held can be.
	maxOddPower = 62
	// leastTwo is the least two of a form. At -3 the goal is sought as a power under three square roots.
	leastTwo = -3
)

// cheapestExponents returns every form of an exponent once.
func (p *backwardStep) cheapestExponents() []exponentForm {
	var cheapest []exponentForm
	seen := make(map[exponent]bool)
	for _, level := range p.t.exponentLists {
		for _, e := range level {
			if e.odd > maxOddPower {
				break
			}
			for two := min(e.two, maxDepth); two >= max(leastTwo, e.two-maxRoots); two-- {
				form := exponent{odd: e.odd, root: e.root, two: two}
				if seen[form] {
					continue
				}
				seen[form] = true
				cheapest = append(cheapest, exponentForm{form, e})
			}
		}
	}
	return cheapest
}

// ratios tries every goal as a!/b!, which is a product of at least two successive integers above 2, or as
// its inverse.
func (p *backwardStep) ratios() {
	for _, a := range p.aims {
		goal := a.goal
		u := max(goal.value.num, goal.value.den)
		if goal.value.base != 0 || min(goal.value.num, goal.value.den) > 1 {
			continue
		}
		for factors := uint64(2); ; factors++ {
			least, ok := fallingProduct(2+factors, 2)
			if !ok || least > u {
				break
			}
			// The product lies between the powers of its ends.
			root := uint64(math.Pow(float64(u), 1/float64(factors)))
			for b := max(2, root-min(root, factors+1)+1); b <= root+1; b++ {
				v, ok := fallingProduct(b+factors, b)
				if !ok || v != u {
					continue
				}
				left, ok1 := p.t.find(integer(b + factors))
				right, ok2 := p.t.find(integer(b))
				if !ok1 || !ok2 {
					continue
				}
				if u == goal.value.den {
					left, right = right, left
				}
				p.note(finding{goal: goal, op: factorialRatio, left: left, right: right})
			}
		}
	}
}
