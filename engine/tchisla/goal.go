package tchisla

import "math"

// A goal is a number to be found on the way to a target, with at most digits
// digits. The target is made of it by the steps in above.
type goal struct {
	target int
	value  number
	digits int
	above  []step // innermost first
}

// A step is an operation with a goal inside: goal op entry, entry op goal
// where last is set, or one on the goal alone.
type step struct {
	op   operation
	by   uint32
	last bool
}

// maxPeeledRoots is how many roots are taken off a goal, by squaring it.
const maxPeeledRoots = 2

// goalsOf are the targets as goals, with what is under a root or factorial
// around them.
func (t *table) goalsOf(targets []int, digits int) []goal {
	var gs []goal
	for _, n := range targets {
		gs = t.appendUnwrapped(gs, goal{target: n, value: integer(uint64(n)), digits: digits})
	}
	return gs
}

// appendUnwrapped appends g, what it is the square root of, twice, and what it
// is the factorial of.
func (t *table) appendUnwrapped(gs []goal, g goal) []goal {
	gs = append(gs, g)
	if m, ok := factorialArgument(g.value); ok {
		gs = append(gs, g.inside(integer(m), step{op: factorialOf}))
	}
	if g.value.isScaled() || g.value.isOne() {
		return gs
	}
	for range maxPeeledRoots {
		v, ok := t.calc.mul(g.value, g.value)
		if !ok {
			break
		}
		g = g.inside(v, step{op: squareRootOf})
		gs = append(gs, g)
	}
	return gs
}

func (g goal) inside(v number, s step) goal {
	g.value = v
	g.above = append([]step{s}, g.above...)
	return g
}

func factorialArgument(n number) (uint64, bool) {
	if n.isScaled() && n.rootsOfFactorial() == 0 && n.num == 1 && n.den == 1 {
		return n.factorial(), true
	}
	if n.isInteger() {
		for m := 3; m <= maxHeldFactorial; m++ {
			if factorials[m] == n.num {
				return uint64(m), true
			}
		}
	}
	return 0, false
}

// below derives from each goal those one operation further in: for each entry
// x of up to the given level, the y that would make the goal with x.
func (t *table) below(goals []goal, level int) []goal {
	p := &peel{t: t, calc: t.calc}
	var gs []goal
	for i := range t.starts[min(level, t.depth())+1] {
		x, d := t.at(uint32(i)), t.level(uint32(i))
		for _, g := range goals {
			deeper := func(y number, op operation, last bool) {
				in := g.inside(y, step{op, uint32(i), last})
				in.digits -= d
				gs = t.appendUnwrapped(gs, in)
			}
			p.eachPartner(g.value, x, deeper)
			t.eachBase(g.value, x, deeper)
		}
	}
	return gs
}

// eachBase gives the y with u = y^x, roots over the power being free.
func (t *table) eachBase(u, x number, yield func(y number, op operation, last bool)) {
	if x.root != 0 || x.isOne() || u.isOne() {
		return
	}
	e, ok := asExponent(x)
	if !ok || e.root != 1 || e.odd > 31 {
		return
	}
	r, ok := oddRoot(u, e.odd)
	if !ok {
		return
	}
	for two := max(0, e.two-maxRoots); two <= min(e.two, 3); two++ {
		y, ok := t.calc.pow(r, 1, two)
		if !ok || two == 0 && e.odd == 1 {
			continue
		}
		yield(y, raise.withRoots(e.two-two), false)
		if inv, ok := t.calc.inverse(y); ok {
			yield(inv, raiseInverse.withRoots(e.two-two), false)
		}
	}
}

// powers tries every goal as a power: base^(odd/root * 2^two), with the base
// looked up and the cheapest fitting exponent taken.
func (p *peel) powers() {
	t := p.t
	best := t.cheapestExponents()
	for g := range p.goals {
		u := p.goals[g].value
		if u.root != 0 || u.isOne() {
			continue
		}
		var roots [33]number // by odd root; num 0: there is none
		for odd := 1; odd < len(roots); odd += 2 {
			if r, ok := oddRoot(u, odd); ok {
				roots[odd] = r
			}
		}
		for _, c := range best {
			if r := roots[c.form.odd]; r.num != 0 {
				p.power(g, r, c)
			}
		}
	}
}

func (p *peel) power(g int, r number, c cheapest) {
	base, ok := p.calc.pow(r, c.form.root<<max(0, -c.form.two), max(0, c.form.two))
	if !ok {
		return
	}
	roots := c.from.two - c.form.two
	if i, ok := p.t.find(base); ok {
		p.note(g, join{raise.withRoots(roots), i, c.from.entry})
	}
	if base, ok = p.calc.inverse(base); ok {
		if i, ok := p.t.find(base); ok {
			p.note(g, join{raiseInverse.withRoots(roots), i, c.from.entry})
		}
	}
}

// cheapest is the entry of least level that serves as an exponent of the given
// form, roots being free: 2^7 under two roots serves as 2^5.
type cheapest struct{ form, from exponent }

func (t *table) cheapestExponents() []cheapest {
	var best []cheapest
	seen := make(map[exponent]bool)
	for d := 1; d <= t.depth(); d++ {
		for _, e := range t.powers[d] {
			if e.odd > 32 {
				break
			}
			for two := min(e.two, maxDepth); two >= max(-3, e.two-maxRoots); two-- {
				form := exponent{odd: e.odd, root: e.root, two: two}
				if !seen[form] {
					seen[form] = true
					best = append(best, cheapest{form, e})
				}
			}
		}
	}
	return best
}

// ratios tries every goal as a!/b!, a product of successive integers.
func (p *peel) ratios() {
	for g := range p.goals {
		u := p.goals[g].value
		if !u.isInteger() {
			continue
		}
		for span := uint64(2); span <= 12; span++ {
			// The product lies between the powers of its ends.
			root := uint64(math.Pow(float64(u.num), 1/float64(span)))
			for b := root - min(root, span+1) + 1; b <= root+1; b++ {
				if v, ok := fallingProduct(b+span, b); ok && v == u.num && b > 1 {
					p.ratio(g, b+span, b)
				}
			}
		}
	}
}

func (p *peel) ratio(g int, a, b uint64) {
	i, ok1 := p.t.find(integer(a))
	j, ok2 := p.t.find(integer(b))
	if ok1 && ok2 {
		p.note(g, join{factorialRatio, i, j})
	}
}
