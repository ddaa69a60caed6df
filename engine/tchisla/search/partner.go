package search

// A partnerFunc takes a number y that makes a goal with x: goal = y op x or, if onRight,
// x op y.
type partnerFunc func(y number, op operation, onRight bool)

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
		// There is no difference, or it is 0, which is never held.
	case s.less:
		yield(s.diff, subtract, true)
	default:
		yield(s.diff, add, false)
	}
	// No number beyond the widest limits is held.
	if !factorial && !widest.joinable(u.base, x.base) {
		return
	}
	one := x.isOne()
	y, ok := c.mul(u, x, true)
	if ok && !one {
		yield(y, multiply, false)
	}
	y, ok = c.mul(u, x, false)
	if ok && !one {
		yield(y, divide, false)
	}
	y, ok = c.mul(x, u, true)
	if ok {
		yield(y, divide, true)
	}
}

// eachBase yields the y with u = y^x, where roots over the power are free.
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
		isFirstPower := two == 0 && e.odd == 1
		y, ok := (&powerBase{number: r}).pow(1, two)
		if !ok || isFirstPower {
			continue
		}
		yield(y, raise.withRoots(e.two-two), false)
		inverse, ok := c.mul(integer(1), y, true)
		if ok {
			yield(inverse, raiseInverse.withRoots(e.two-two), false)
		}
	}
}
