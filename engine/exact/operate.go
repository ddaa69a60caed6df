package exact

// Add returns x+y.
func (b *Budget) Add(x, y Value) Value {
	if x.IsRat() && y.IsRat() {
		if !b.spend(ratBits(x)+ratBits(y)+1, ratioCost(x, y)) {
			return Value{}
		}
		return ratAdd(x, y)
	}
	if sum, ok := b.addLike(x, y); ok {
		return sum
	}
	x, y = b.expand(x), b.expand(y)
	if x.isAlgebraic() || y.isAlgebraic() {
		return b.joinAlgebraic(opAdd, x, y)
	}
	sums := [][]term{x.terms(), y.terms()}
	count := len(sums[0]) + len(sums[1])
	size := termBits(sums[0]) + termBits(sums[1])
	b.unify(sums...)
	if !b.spend(size, count) {
		return Value{}
	}
	all := make([]term, 0, count)
	all = append(all, sums[0]...)
	all = append(all, sums[1]...)
	return b.sum(all)
}

// addLike returns x+y as x*(1+y/x), if one of them is put off and their quotient
// is rational: values too large to multiply out can still be added.
func (b *Budget) addLike(x, y Value) (Value, bool) {
	if !x.isPutOff() && !y.isPutOff() {
		return Value{}, false
	}
	_, xIsSingle := x.single()
	_, yIsSingle := y.single()
	if !xIsSingle || !yIsSingle {
		return Value{}, false
	}
	c := *b
	q := c.Div(y, x)
	if q.IsRat() {
		q = c.Mul(x, c.Add(Int(1), q))
	} else {
		c.fail(ErrTooLarge)
	}
	b.Work = c.Work
	return q, c.err == nil
}

// joinAlgebraic returns x+y or x*y, at least one of them algebraic. In sums of sums, and
// products of products, it joins the operands that are not algebraic, and puts them first.
func (b *Budget) joinAlgebraic(op algOp, x, y Value) Value {
	join := b.Add
	neutral := int64(0)
	if op == opMul {
		join = b.Mul
		neutral = 1
	}
	if x.isAlgebraic() {
		x, y = y, x
	}
	if inner := y.form.alg; !x.isAlgebraic() && inner.op == op && !inner.x.isAlgebraic() {
		x = join(x, inner.x)
		y = inner.y
	}
	switch {
	case b.err != nil:
		return Value{}
	case x.Is(neutral):
		return y
	}
	return b.algebraic(op, x, y, 0)
}

// Sum returns the sum of xs, added in an order that works: values that are put off
// are first added to their like, so that 1+n!-n! is 1.
func (b *Budget) Sum(xs []Value) Value {
	if len(xs) == 1 {
		return xs[0]
	}
	var off, rest []Value
next:
	for _, x := range xs {
		if !x.isPutOff() {
			rest = append(rest, x)
			continue
		}
		for i, y := range off {
			if sum, ok := b.addLike(y, x); ok {
				off[i] = sum
				continue next
			}
		}
		if len(off) == maxTerms {
			return b.fail(ErrTooLarge)
		}
		off = append(off, x)
	}
	var sum Value
	for _, x := range append(rest, off...) {
		sum = b.Add(sum, x)
	}
	return sum
}

// Sub returns x-y.
func (b *Budget) Sub(x, y Value) Value { return b.Add(x, b.Neg(y)) }

// Neg returns -x.
func (b *Budget) Neg(x Value) Value {
	if x.IsRat() {
		return ratNeg(x)
	}
	return b.Mul(Int(-1), x)
}

// Mul returns x*y.
func (b *Budget) Mul(x, y Value) Value {
	if x.IsRat() && y.IsRat() {
		if !b.spend(ratBits(x)+ratBits(y), ratioCost(x, y)) {
			return Value{}
		}
		return ratMul(x, y)
	}
	if x.Is(0) || y.Is(0) {
		return Value{}
	}
	if x.isAlgebraic() || y.isAlgebraic() {
		return b.joinAlgebraic(opMul, x, y)
	}
	s, xIsSingle := x.single()
	t, yIsSingle := y.single()
	if xIsSingle && yIsSingle {
		return b.product(s, t, atOnce)
	}
	return b.mulTerms(b.expand(x).terms(), b.expand(y).terms())
}

// Div returns x/y.
func (b *Budget) Div(x, y Value) Value { return b.Mul(x, b.invert(y)) }

// invert returns 1/x.
func (b *Budget) invert(x Value) Value {
	if x.isAlgebraic() {
		x = b.Settle(x)
	}
	switch {
	case x.IsRat() && ratSign(x) == 0:
		return b.fail(ErrDivZero)
	case x.IsRat():
		return ratInv(x)
	case x.isAlgebraic() && x.form.alg.op == opInverse:
		return x.form.alg.x
	case x.isAlgebraic():
		return b.algebraic(opInverse, x, Value{}, 0)
	}
	if t, ok := x.single(); ok {
		inverse := term{ratInv(t.coef), b.scaleFactors(t.rad, fracOf(-1, 1))}
		return b.product(inverse, term{coef: Int(1)}, atOnce)
	}
	// The denominator is made rational, one square root at a time.
	num := Int(1)
	den := x
	for !den.IsRat() {
		image, ok := conjugate(den.form.terms)
		if !ok {
			return b.algebraic(opInverse, x, Value{}, 0)
		}
		num = b.mulTerms(num.terms(), image)
		den = b.mulTerms(den.form.terms, image)
	}
	if b.err != nil {
		return Value{}
	}
	return b.mulTerms(num.terms(), ratInv(den).terms())
}

// conjugate returns ts with the sign of all terms changed that have b^(odd/2^k), where
// b is its first base with an even denominator and 2^k is the highest power of two
// that b has. That is an automorphism of the field; the product of ts and its image
// has only lower powers.
func conjugate(ts []term) ([]term, bool) {
	var first base
	top := int64(1)
	for _, t := range ts {
		for _, f := range t.rad {
			powerOfTwo := f.exp.Den & -f.exp.Den
			if powerOfTwo > 1 && top == 1 {
				first = f.base
			}
			if compareBase(f.base, first) == 0 {
				top = max(top, powerOfTwo)
			}
		}
	}
	if top == 1 {
		return nil, false
	}
	image := make([]term, len(ts))
	for i, t := range ts {
		image[i] = t
		for _, f := range t.rad {
			if compareBase(f.base, first) == 0 && f.exp.Den&-f.exp.Den == top {
				image[i].coef = ratNeg(t.coef)
			}
		}
	}
	return image, true
}

// Cmp returns -1, 0 or 1 as x is below, equal to or above y.
func (b *Budget) Cmp(x, y Value) int { return b.Sign(b.Sub(x, y)) }

// Settle returns x in its simplest form: rational if x is rational. It multiplies
// out a value that was put off.
func (b *Budget) Settle(x Value) Value {
	switch {
	case x.IsRat():
		if !b.spend(ratBits(x), 0) {
			return Value{}
		}
		return x
	case !x.isAlgebraic():
		return b.expand(x)
	case irrational(x):
		return x
	}
	a := x.form.alg
	if a.op == opPower || !a.x.IsRat() {
		return b.findSimplest(x)
	}
	// A sum or product with a rational operand is rational if the other one is, too.
	y := b.Settle(a.y)
	switch {
	case b.err == nil && !y.IsRat():
		return x
	case a.op == opAdd:
		return b.Add(a.x, y)
	}
	return b.Mul(a.x, y)
}
