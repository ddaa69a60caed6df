package exact

// Add returns x+y.
func (b *Budget) Add(x, y Value) (Value, error) {
	if x.IsRat() && y.IsRat() {
		if err := b.spend(ratBits(x)+ratBits(y)+1, ratioCost(x, y)); err != nil {
			return Value{}, err
		}
		return ratAdd(x, y), nil
	}
	x, y, err := b.expandBoth(x, y)
	switch {
	case err != nil:
		return Value{}, err
	case x.isAlgebraic() || y.isAlgebraic():
		return b.joinAlgebraic(opAdd, x, y)
	}
	return b.addTerms(x.terms(), y.terms())
}

func (b *Budget) expandBoth(x, y Value) (Value, Value, error) {
	x, err := b.expand(x)
	if err != nil {
		return x, y, err
	}
	y, err = b.expand(y)
	return x, y, err
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
	case x.isAlgebraic():
		return b.invertAlgebraic(x)
	}
	if t, ok := x.single(); ok {
		rad, err := scaleFactors(t.rad, frac{-1, 1})
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
			return b.invertAlgebraic(x)
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

// conjugate is the image of ts under the automorphism of its first base that
// has an even denominator.
func conjugate(ts []term) ([]term, bool) {
	var of base
	top := int64(1)
	for _, t := range ts {
		for _, f := range t.rad {
			two := f.exp.den & -f.exp.den
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
			if compareBase(f.base, of) == 0 && f.exp.den&-f.exp.den == top {
				image[i].coef = ratNeg(t.coef)
			}
		}
	}
	return image, true
}

// Cmp is -1, 0 or 1 as x is below, equal to or above y.
func (b *Budget) Cmp(x, y Value) (int, error) {
	d, err := b.Sub(x, y)
	if err != nil {
		return 0, err
	}
	return b.Sign(d)
}

// Settle returns x in its simplest form: rational if x is rational. It decides
// what was left open and multiplies out what was put off.
func (b *Budget) Settle(x Value) (Value, error) {
	switch {
	case x.IsRat():
		return x, b.spend(ratBits(x), 0)
	case x.isAlgebraic():
		return b.settleAlgebraic(x)
	}
	return b.expand(x)
}
