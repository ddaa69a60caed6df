package search

// A partnerFunc takes a number y that makes a goal with x: goal = y op x, or
// x op y where last is set.
type partnerFunc func(y number, op operation, last bool)

// eachPartner yields the numbers y that make u with x by a rule of arithmetic.
func (c *calculator) eachPartner(u, x number, yield partnerFunc) {
	factorial := u.base.isFactorial() || x.base.isFactorial()
	var s sums
	switch {
	case factorial:
		s = sumDiffFactorial(u, x)
	case u.base == x.base:
		s = sumDiff(u, x)
	}
	if s.okSum {
		yield(s.sum, subtract, false)
	}
	switch {
	case !s.okDiff || s.diff.num == 0:
	case s.less:
		yield(s.diff, subtract, true)
	default:
		yield(s.diff, add, false)
	}
	if !factorial && !widest.joinable(u.base, x.base) { // nothing past them is held
		return
	}
	one := x.isOne()
	if y, ok := c.mul(u, x, true); ok && !one {
		yield(y, multiply, false)
	}
	if y, ok := c.mul(u, x, false); ok && !one {
		yield(y, divide, false)
	}
	if y, ok := c.mul(x, u, true); ok {
		yield(y, divide, true)
	}
}

// eachBase yields the y with u = y^x, roots over the power being free.
func (c *calculator) eachBase(u, x number, yield partnerFunc) {
	if u.isOne() {
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
		y, ok := (&factored{number: r}).pow(1, two)
		if !ok || two == 0 && e.odd == 1 {
			continue
		}
		yield(y, raise.withRoots(e.two-two), false)
		if inv, ok := c.mul(integer(1), y, true); ok {
			yield(inv, raiseInverse.withRoots(e.two-two), false)
		}
	}
}
