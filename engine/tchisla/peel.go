package tchisla

import (
	"math"
)

// peel looks for targets one operation past what the table holds: a target
// with n digits is x op y, where x is of level d and y is then known to the
// table with n-d digits; so for each x the y it needs is looked up. Before
// that the target may be squared, which takes a root off its expression.
type peel struct {
	t      *table
	goals  []goal
	digits int          // the level searched
	found  map[int]join // by target
	batch  wantBatch
}

// A goal is a target, or a square of it.
type goal struct {
	target int
	roots  int
	value  uint64 // target^(2^roots)
}

// A join is an operation on two entries and the square roots drawn from it.
type join struct {
	op          operation
	left, right uint32
	roots       int
}

// A want is an entry that would complete a join.
type wantBatch struct {
	n    int
	key  [batchSize]key
	hash [batchSize]uint64
	op   [batchSize]operation
	swap [batchSize]bool // the entry found is the left operand
	by   [batchSize]uint32
	goal [batchSize]int32
}

// maxPeeledRoots is how many roots are taken off a target.
const maxPeeledRoots = 2

// past finds the targets that can be written with the given number of digits,
// as one operation on two entries of the table.
func (t *table) past(targets []int, digits int) map[int]join {
	p := &peel{t: t, digits: digits, found: make(map[int]join)}
	for _, n := range targets {
		v, ok := uint64(n), true
		for r := 0; r <= maxPeeledRoots && ok; r++ {
			p.goals = append(p.goals, goal{n, r, v})
			v, ok = product(v, v)
		}
	}
	p.powers()
	p.ratioGoals()
	for d := max(1, digits-t.depth()); d <= digits/2; d++ {
		for i := t.starts[d]; i < t.starts[d+1]; i++ {
			p.take(uint32(i))
		}
	}
	p.flush()
	return p.found
}

// want asks for the entry n; it is the left operand if swap is set.
func (p *peel) want(n number, op operation, swap bool, by uint32, g int) {
	b := &p.batch
	if b.n == batchSize {
		p.flush()
	}
	b.key[b.n] = n.key()
	b.op[b.n] = op
	b.swap[b.n] = swap
	b.by[b.n] = by
	b.goal[b.n] = int32(g)
	b.n++
}

func (p *peel) flush() {
	b := &p.batch
	t := p.t
	var touched uint32
	for i := range b.key[:b.n] {
		b.hash[i] = hash(b.key[i])
		touched |= t.slots[b.hash[i]>>t.shift]
	}
	b.hash[0] |= uint64(touched) & 0
	for i := range b.key[:b.n] {
		g := p.goals[b.goal[i]]
		e, ok := t.findFrom(b.key[i], b.hash[i], b.hash[i]>>t.shift)
		if !ok || t.level(e)+t.level(b.by[i]) > p.digits {
			continue
		}
		if _, done := p.found[g.target]; done {
			continue
		}
		j := join{op: b.op[i], left: b.by[i], right: e, roots: g.roots}
		if b.swap[i] {
			j.left, j.right = e, b.by[i]
		}
		p.found[g.target] = j
	}
	b.n = 0
}

// take tries entry i as one side of every goal.
func (p *peel) take(i uint32) {
	x := p.t.at(i)
	if x.isOne() {
		for g := range p.goals {
			u := p.goals[g].value
			p.want(integer(u+1), subtract, true, i, g)
			if u > 1 {
				p.want(integer(u-1), add, false, i, g)
			}
			if u <= maxDen {
				p.want(number{num: 1, den: u, rad: 1}, divide, false, i, g)
			}
		}
		return
	}
	for g := range p.goals {
		u := p.goals[g].value
		if x.isScaled() {
			p.takeScaled(i, x, u, g)
			continue
		}
		if x.rad == 1 {
			p.takeSum(i, x, u, g)
		}
		p.takeProduct(i, x, u, g)
	}
}

// takeSum wants u-x, x-u and u+x, for u an integer. Nothing can be cancelled
// from (u*q ± p)/q.
func (p *peel) takeSum(i uint32, x number, u uint64, g int) {
	uq, ok := product(u, x.den)
	if !ok {
		return
	}
	y := x
	y.num = uq + x.num
	if y.num <= maxNum {
		p.want(y, subtract, true, i, g)
	}
	if uq > x.num {
		y.num = uq - x.num
		p.want(y, add, false, i, g)
	} else if x.num > uq {
		y.num = x.num - uq
		p.want(y, subtract, false, i, g)
	}
}

// takeProduct wants u/x, u*x and x/u.
func (p *peel) takeProduct(i uint32, x number, u uint64, g int) {
	h := gcd(u, x.den)
	if num, ok := product(u/h, x.num); ok {
		p.want(number{num: num, den: x.den / h, rad: x.rad, k: x.k}, divide, true, i, g)
	}
	h = gcd(u, x.num)
	if x.rad != 1 {
		if y, ok := p.t.calc.div(integer(u), x); ok {
			p.want(y, multiply, false, i, g)
		}
	} else if num, ok := product(u/h, x.den); ok && x.num/h <= maxDen {
		p.want(number{num: num, den: x.num / h, rad: 1}, multiply, false, i, g)
	}
	if den, ok := product(u/h, x.den); ok && den <= maxDen {
		p.want(number{num: x.num / h, den: den, rad: x.rad, k: x.k}, divide, false, i, g)
	}
}

// takeScaled wants u*x and x/u.
func (p *peel) takeScaled(i uint32, x number, u uint64, g int) {
	if y, ok := mulScaled(x, integer(u)); ok {
		p.want(y, divide, true, i, g)
	}
	if y, ok := divScaled(x, integer(u)); ok {
		p.want(y, divide, false, i, g)
	}
}

// powers tries every goal as a power: target = base^(odd/root * 2^two), with
// base looked up and the cheapest fitting exponent taken.
func (p *peel) powers() {
	t := p.t
	best := t.cheapestExponents()
	for _, g := range p.goals {
		if g.roots > 0 {
			continue // a root is an exponent of 1/2
		}
		for e, at := range best {
			if g.value%2 == 0 && e.two > 6 {
				continue
			}
			base, ok := oddRoot(integer(g.value), e.odd)
			if !ok {
				continue
			}
			base, ok = t.calc.pow(base, e.root<<max(0, -e.two), max(0, e.two))
			if !ok {
				continue
			}
			p.power(g.target, base, e, at, raise)
			if inv, ok := t.calc.inverse(base); ok {
				p.power(g.target, inv, e, at, raiseInverse)
			}
		}
	}
}

func (p *peel) power(target int, base number, e exponentForm, at exponent, op operation) {
	i, ok := p.t.find(base.key())
	if !ok || p.t.level(i)+p.t.level(at.entry) > p.digits || at.two-e.two > maxRoots {
		return
	}
	if _, done := p.found[target]; !done {
		p.found[target] = join{op: op.withRoots(at.two - e.two), left: i, right: at.entry}
	}
}

// An exponentForm is the value odd/root * 2^two.
type exponentForm struct{ odd, root, two int }

// cheapestExponents gives for each form of exponent the entry of least level
// that makes it, roots being free: 2^7 under two roots serves as 2^5.
func (t *table) cheapestExponents() map[exponentForm]exponent {
	best := make(map[exponentForm]exponent)
	for d := 1; d <= t.depth(); d++ {
		for _, e := range t.powers[d] {
			if e.odd > 32 {
				break
			}
			for two := min(e.two, maxK); two >= max(-3, e.two-maxRoots); two-- {
				at := exponentForm{e.odd, e.root, two}
				if _, ok := best[at]; !ok {
					best[at] = e
				}
			}
		}
	}
	return best
}

// ratioGoals tries every goal as a!/b!, a product of successive integers.
func (p *peel) ratioGoals() {
	for _, g := range p.goals {
		for span := 2; span <= 12; span++ {
			a := uint64(math.Pow(float64(g.value), 1/float64(span))) + uint64(span)/2
			for b := a - min(a, uint64(span)); b <= a; b++ {
				p.ratio(g, b, span)
			}
		}
	}
}

func (p *peel) ratio(g goal, b uint64, span int) {
	v, ok := fallingProduct(b+uint64(span), b)
	if !ok || v != g.value || b < 2 {
		return
	}
	i, ok1 := p.t.find(integer(b + uint64(span)).key())
	j, ok2 := p.t.find(integer(b).key())
	if !ok1 || !ok2 || p.t.level(i)+p.t.level(j) > p.digits {
		return
	}
	if _, done := p.found[g.target]; !done {
		p.found[g.target] = join{op: factorialRatio, left: i, right: j, roots: g.roots}
	}
}
