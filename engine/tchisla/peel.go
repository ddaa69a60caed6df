package tchisla

import (
	"context"
	"maps"
	"math"
	"sync"
)

// A peel looks for goals one operation past what the table holds: a goal of n
// digits is x op y, where x is of level d and y is then known to the table
// with n-d digits; so for each x the y it needs is looked up.
type peel struct {
	t     *table
	calc  *calculator
	goals []goal
	found map[int]finding // by target
	wants wants
}

// A finding is a way to write a goal.
type finding struct {
	goal   *goal
	join   join
	strain int
}

// A join is an operation on two entries.
type join struct {
	op          operation
	left, right uint32
}

// wants are entries that would each complete a join. They are gathered and
// looked up together, as candidates are in a batch.
type wants struct {
	n    int
	seen uint32 // of the slots: see flush
	key  [batchSize]key
	hash [batchSize]uint64
	op   [batchSize]operation
	last [batchSize]bool // the entry found is the right operand
	by   [batchSize]uint32
	goal [batchSize]int32
}

// peel gives what it found of the targets when it was done or ctx ended. The
// targets are shared out to the workers; what is found does not depend on how
// many there are.
func (t *table) peel(ctx context.Context, goals []goal, workers int) map[int]finding {
	ps := make([]*peel, workers)
	var wg sync.WaitGroup
	for w := range ps {
		widest := widest()
		ps[w] = &peel{t: t, calc: newCalculator(), found: make(map[int]finding)}
		ps[w].calc.kernel, ps[w].calc.depth = widest.kernel, widest.depth // nothing past them is held
		for _, g := range goals {
			if g.target%workers == w {
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

func (p *peel) run(ctx context.Context) {
	t := p.t
	most, least := 0, math.MaxInt
	for _, g := range p.goals {
		most = max(most, g.digits/2)
		least = min(least, g.digits)
	}
	p.powers()
	p.ratios()
	for d := max(1, least-t.depth()); d <= min(most, t.depth()); d++ {
		for i := t.starts[d]; i < t.starts[d+1] && ctx.Err() == nil; i++ {
			p.take(uint32(i), d)
		}
	}
	p.flush()
}

// want asks for entry n, to stand on the other side of entry by.
func (p *peel) want(n number, op operation, last bool, by uint32, g int) {
	if !n.holdable() {
		return
	}
	w := &p.wants
	if w.n == batchSize {
		p.flush()
	}
	w.key[w.n] = n.key()
	w.op[w.n] = op
	w.last[w.n] = last
	w.by[w.n] = by
	w.goal[w.n] = int32(g)
	w.n++
}

func (p *peel) flush() {
	w, t := &p.wants, p.t
	var touched uint32
	for i := range w.key[:w.n] {
		w.hash[i] = hash(w.key[i])
		touched |= t.slots[w.hash[i]>>t.shift]
	}
	w.seen = touched // a use, so that the loads that bring the slots near are made
	for i := range w.key[:w.n] {
		e, ok := t.findFrom(w.key[i], w.hash[i], w.hash[i]>>t.shift)
		if !ok {
			continue
		}
		if w.last[i] {
			p.note(int(w.goal[i]), join{w.op[i], w.by[i], e})
		} else {
			p.note(int(w.goal[i]), join{w.op[i], e, w.by[i]})
		}
	}
	w.n = 0
}

// note keeps the plainest of the ways found to each target that are short
// enough, and of those the first.
func (p *peel) note(g int, j join) {
	at := &p.goals[g]
	if p.t.level(j.left)+p.t.level(j.right) > at.digits {
		return
	}
	strain := p.t.strain(j) + 2*len(at.above)
	if old, done := p.found[at.target]; !done || strain < old.strain {
		p.found[at.target] = finding{at, j, strain}
	}
}

// take tries entry i, of level d, as one side of every goal.
func (p *peel) take(i uint32, d int) {
	x := p.t.at(i)
	for g := range p.goals {
		at := &p.goals[g]
		if d > at.digits/2 || at.digits-d > p.t.depth() {
			continue
		}
		p.eachPartner(at.value, x, func(y number, op operation, last bool) {
			p.want(y, op, last, i, g)
		})
	}
}

// eachPartner gives the numbers y that make u with x: u = y op x, or x op y
// where last is set.
func (p *peel) eachPartner(u, x number, yield func(y number, op operation, last bool)) {
	switch {
	case u.isScaled() || x.isScaled():
		p.scaledPartners(u, x, yield)
		return
	case u.root == 0 && x.root == 0:
		rationalPartners(u, x, yield)
		return
	case u.root == x.root:
		sumPartners(u, x, yield)
	}
	if x.isOne() || !p.calc.joinable(u.root, x.root) {
		return
	}
	if y, ok := p.calc.div(u, x); ok {
		yield(y, multiply, false)
	}
	if y, ok := p.calc.mul(u, x); ok {
		yield(y, divide, false)
	}
	if y, ok := p.calc.div(x, u); ok {
		yield(y, divide, true)
	}
}

// sumPartners gives u-x, x-u and u+x of numbers with the same root.
func sumPartners(u, x number, yield func(y number, op operation, last bool)) {
	sum, diff, ok1, ok2 := sumDiff(u, x)
	if ok1 {
		yield(sum, subtract, false)
	}
	if !ok2 || diff.num == 0 {
		return
	}
	if less(u, x) {
		yield(diff, subtract, true)
	} else {
		yield(diff, add, false)
	}
}

// rationalPartners is eachPartner of two rationals, where the gcds of the sum
// can be spared if u is whole: nothing cancels from (u*q ± p)/q.
func rationalPartners(u, x number, yield func(y number, op operation, last bool)) {
	if uq, ok := product(u.num, x.den); ok && u.den == 1 {
		y := x
		if y.num = uq + x.num; y.num <= maxNum {
			yield(y, subtract, false)
		}
		if uq > x.num {
			y.num = uq - x.num
			yield(y, add, false)
		} else if uq < x.num {
			y.num = x.num - uq
			yield(y, subtract, true)
		}
	} else if u.den != 1 {
		sumPartners(u, x, yield)
	}
	if x.isOne() {
		yield(number{num: u.den, den: u.num}, divide, true)
		return
	}
	g, h := gcd(u.num, x.num), gcd(u.den, x.den)
	num, ok1 := product(u.num/g, x.den/h)
	den, ok2 := product(u.den/h, x.num/g)
	if ok1 && ok2 {
		yield(number{num: num, den: den}, multiply, false)
	}
	if ok1 && ok2 {
		yield(number{num: den, den: num}, divide, true)
	}
	if y, ok := mulRational(u, x); ok {
		yield(y, divide, false)
	}
}

func (p *peel) scaledPartners(u, x number, yield func(y number, op operation, last bool)) {
	if y, ok := mulScaled(u, x); ok {
		yield(y, divide, false)
	}
	if y, ok := divScaled(x, u); ok {
		yield(y, divide, true)
	}
	if y, ok := divScaled(u, x); ok {
		yield(y, multiply, false)
	}
	a, b, of, ok := alike(u, x)
	if !ok {
		return
	}
	sumPartners(a, b, func(y number, op operation, last bool) {
		if n, ok := rescale(y, of); ok {
			yield(n, op, last)
		}
	})
}
