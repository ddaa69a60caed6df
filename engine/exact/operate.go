package exact

// Add returns x+y.
func (b *Budget) Add(x, y Value) (Value, error) {
	if x.IsRat() && y.IsRat() {
		if err := b.spend(ratBits(x)+ratBits(y)+1, ratioCost(x, y)); err != nil {
			return Value{}, err
		}
		return ratAdd(x, y), nil
	}
	if sum, ok := b.addLike(x, y); ok {
		return sum, nil
	}
	x, y, err := b.expandBoth(x, y)
	switch {
	case err != nil:
		return Value{}, err
	case x.isAlgebraic() || y.isAlgebraic():
		return b.joinAlgebraic(opAdd, x, y)
	}
	xs := [][]term{x.terms(), y.terms()}
	n, size := len(xs[0])+len(xs[1]), termBits(xs[0])+termBits(xs[1])
	if err := b.unify(xs...); err != nil {
		return Value{}, err
	}
	if err := b.spend(size, n); err != nil {
		return Value{}, err
	}
	all := make([]term, 0, n)
	return sum(append(append(all, xs[0]...), xs[1]...))
}

// addLike returns x+y as x*(1+y/x), where one of them is put off and their quotient
// is rational: values too large to multiply out can still be added.
func (b *Budget) addLike(x, y Value) (Value, bool) {
	if !x.isOff() && !y.isOff() || x.isAlgebraic() || y.isAlgebraic() {
		return Value{}, false
	}
	if _, ok := x.single(); !ok {
		return Value{}, false
	}
	if _, ok := y.single(); !ok {
		return Value{}, false
	}
	c := &chain{budget: b}
	q := c.do(b.Div, y, x)
	if c.err != nil || !q.IsRat() {
		return Value{}, false
	}
	sum := c.do(b.Mul, x, c.do(b.Add, Int(1), q))
	return sum, c.err == nil
}

// joinAlgebraic returns x+y or x*y, one of them algebraic; an operand that is not is
// gathered in front.
func (b *Budget) joinAlgebraic(op algOp, x, y Value) (Value, error) {
	join, neutral := b.Add, int64(0)
	if op == opMul {
		join, neutral = b.Mul, 1
	}
	if x.isAlgebraic() {
		x, y = y, x
	}
	if !x.isAlgebraic() && y.form.alg.op == op && !y.form.alg.x.isAlgebraic() {
		front, err := join(x, y.form.alg.x)
		if err != nil {
			return Value{}, err
		}
		x, y = front, y.form.alg.y
	}
	if x.Is(neutral) {
		return y, nil
	}
	return b.algebraic(op, x, y, 0)
}

// Sum returns the sum of xs, added in an order that works: values that are put off
// are first added to their like, so that 1+n!-n! is 1.
func (b *Budget) Sum(xs []Value) (Value, error) {
	if len(xs) == 1 {
		return xs[0], nil
	}
	var off, rest []Value
next:
	for _, x := range xs {
		if !x.isOff() {
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
			return Value{}, ErrTooLarge
		}
		off = append(off, x)
	}
	var sum Value
	for _, x := range append(rest, off...) {
		var err error
		if sum, err = b.Add(sum, x); err != nil {
			return Value{}, err
		}
	}
	return sum, nil
}

// Sub returns x-y.
func (b *Budget) Sub(x, y Value) (Value, error) {
	y, err := b.Neg(y)
	if err != nil {
		return Value{}, err
	}
	return b.Add(x, y)
}

// Neg returns -x.
func (b *Budget) Neg(x Value) (Value, error) {
	if x.IsRat() {
		return ratNeg(x), nil
	}
	return b.Mul(Int(-1), x)
}

// Mul returns x*y.
func (b *Budget) Mul(x, y Value) (Value, error) {
	if x.IsRat() && y.IsRat() {
		if err := b.spend(ratBits(x)+ratBits(y), ratioCost(x, y)); err != nil {
			return Value{}, err
		}
		return ratMul(x, y), nil
	}
	if x.Is(0) || y.Is(0) {
		return Value{}, nil
	}
	if x.isAlgebraic() || y.isAlgebraic() {
		return b.joinAlgebraic(opMul, x, y)
	}
	s, ok1 := x.single()
	t, ok2 := y.single()
	if ok1 && ok2 {
		return b.product(s, t, atOnce)
	}
	x, y, err := b.expandBoth(x, y)
	if err != nil {
		return Value{}, err
	}
	return b.mulTerms(x.terms(), y.terms())
}

// Div returns x/y.
func (b *Budget) Div(x, y Value) (Value, error) {
	inv, err := b.invert(y)
	if err != nil {
		return Value{}, err
	}
	return b.Mul(x, inv)
}

// invert returns 1/x.
func (b *Budget) invert(x Value) (Value, error) {
	if x.isAlgebraic() {
		var err error
		if x, err = b.Settle(x); err != nil {
			return Value{}, err
		}
	}
	switch {
	case x.IsRat() && ratSign(x) == 0:
		return Value{}, ErrDivZero
	case x.IsRat():
		return ratInv(x), nil
	case x.isAlgebraic() && x.form.alg.op == opInverse:
		return x.form.alg.x, nil
	case x.isAlgebraic():
		return b.algebraic(opInverse, x, Value{}, 0)
	}
	if t, ok := x.single(); ok {
		rad, err := scaleFactors(t.rad, fracOf(-1, 1))
		if err != nil {
			return Value{}, err
		}
		return b.product(term{ratInv(t.coef), rad}, term{coef: Int(1)}, atOnce)
	}
	return b.invertSum(x)
}

// invertSum makes the denominator rational, one square root at a time. To
// change the sign of all terms that have b^(odd/2^k), where 2^k is the highest
// power of two b has, is an automorphism of the field; the product of x and
// its image has only lower powers.
func (b *Budget) invertSum(x Value) (Value, error) {
	num, den := Int(1), x
	for !den.IsRat() {
		image, ok := conjugate(den.form.terms)
		if !ok {
			return b.algebraic(opInverse, x, Value{}, 0)
		}
		var err error
		if num, err = b.mulTerms(num.terms(), image); err != nil {
			return Value{}, err
		}
		if den, err = b.mulTerms(den.form.terms, image); err != nil {
			return Value{}, err
		}
	}
	return b.mulTerms(num.terms(), ratInv(den).terms())
}

// conjugate returns the image of ts under the automorphism of its first base that
// has an even denominator.
func conjugate(ts []term) ([]term, bool) {
	var of base
	top := int64(1)
	for _, t := range ts {
		for _, f := range t.rad {
			two := f.exp.Den & -f.exp.Den
			if two > 1 && top == 1 {
				of = f.base
			}
			if compareBase(f.base, of) == 0 {
				top = max(top, two)
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
			if compareBase(f.base, of) == 0 && f.exp.Den&-f.exp.Den == top {
				image[i].coef = ratNeg(t.coef)
			}
		}
	}
	return image, true
}

// Cmp returns -1, 0 or 1 as x is below, equal to or above y.
func (b *Budget) Cmp(x, y Value) (int, error) {
	d, err := b.Sub(x, y)
	if err != nil {
		return 0, err
	}
	return b.Sign(d)
}

// Settle returns x in its simplest form: rational if x is rational. It multiplies
// out a value that was put off.
func (b *Budget) Settle(x Value) (Value, error) {
	switch {
	case x.IsRat():
		return x, b.spend(ratBits(x), 0)
	case x.isAlgebraic():
		return b.settleAlgebraic(x)
	}
	return b.expand(x)
}

// settleAlgebraic returns x, as a ratio if it is rational.
func (b *Budget) settleAlgebraic(x Value) (Value, error) {
	a := x.form.alg
	switch {
	case irrational(x):
		return x, nil
	case a.op != opPower && a.x.IsRat():
		y, err := b.settleAlgebraic(a.y)
		switch {
		case err != nil:
			return Value{}, err
		case !y.IsRat():
			return x, nil
		case a.op == opAdd:
			return b.Add(a.x, y)
		}
		return b.Mul(a.x, y)
	}
	if a.bound.divided {
		return b.findSimplest(x)
	}
	return b.findOver(x)
}

// A chain does operations until one fails.
type chain struct {
	budget *Budget
	err    error
}

func (c *chain) do(op func(x, y Value) (Value, error), x, y Value) (v Value) {
	if c.err == nil {
		v, c.err = op(x, y)
	}
	return v
}
