package exact

import (
	"math/big"

	"reckon/engine/whole"
)

// Sqrt returns the square root of x, which must not be negative.
func (b *Budget) Sqrt(x Value) Value { return b.power(x, fracOf(1, 2)) }

// Pow returns x^y. 0^0 is 1, the empty product; an odd root of a negative
// number is negative: (-8)^(1/3) is -2.
func (b *Budget) Pow(x, y Value) Value {
	y = b.Settle(y)
	if x.isAlgebraic() {
		// x may be 0 or 1.
		x = b.Settle(x)
	}
	switch {
	case b.err != nil:
		return Value{}
	case x.Is(1) || y.Is(0):
		return Int(1)
	case x.Is(0) && b.Sign(y) < 0:
		return b.fail(ErrDivZero)
	case x.Is(0):
		return Value{}
	case !y.IsRat():
		return b.fail(ErrIrrationalExponent)
	case x.Is(-1) && y.IsInt():
		// It is -1 if y is odd.
		return Int(1 - 2*int64(y.peek().Num().Bit(0)))
	case y.form != nil:
		return b.fail(ErrTooLarge)
	}
	return b.power(x, y.frac())
}

// power returns x^e.
func (b *Budget) power(x Value, e frac) Value {
	if x.IsRat() && e.Den == 1 && times(ratBits(x), int(whole.Abs(e.Num))) <= atOnce {
		switch {
		case !b.spend(atOnce, 1):
			return Value{}
		case e.Num < 0 && ratSign(x) == 0:
			return b.fail(ErrDivZero)
		}
		return ratPow(x, e.Num)
	}
	sign := b.Sign(x)
	switch {
	case sign == 0:
		// x is 0, or b has failed.
		return Value{}
	case sign < 0 && e.Den%2 == 0:
		return b.fail(ErrRootNegative)
	case sign < 0:
		v := b.power(b.Neg(x), e)
		if e.Num%2 != 0 {
			v = b.Neg(v)
		}
		return v
	}
	if x.isAlgebraic() {
		return b.powerAlgebraic(x, e)
	}
	if t, ok := x.single(); ok {
		return b.powerOfTerm(t, e)
	}
	return b.powerOfSum(x, e)
}

// powerOfTerm returns t^e, t > 0.
func (b *Budget) powerOfTerm(t term, e frac) Value {
	if e.Den > 1 && len(t.rad) == 0 && int64(ratBits(t.coef)) < 1<<20 {
		if !b.spend(ratBits(t.coef), 4) {
			return Value{}
		}
		if root, ok := perfectRatRoot(t.coef, e.Den); ok {
			return b.power(root, fracOf(e.Num, 1))
		}
	}
	c := *b
	list := c.factors(t.coef)
	b.Work = c.Work
	switch {
	case c.err == nil:
		return b.valueOfTerm(term{Int(1), b.scaleFactors(b.mergeFactors(list, t.rad), e)}, atOnce)
	case e.Den != 1:
		return b.fail(c.err)
	}
	// A whole power needs no factors.
	if !b.spend(times(ratBits(t.coef), int(whole.Abs(e.Num))), 1) {
		return Value{}
	}
	return b.valueOfTerm(term{ratPow(t.coef, e.Num), b.scaleFactors(t.rad, e)}, atOnce)
}

// perfectRatRoot returns the k-th root of x >= 0, a ratio, if it is rational.
func perfectRatRoot(x Value, k int64) (Value, bool) {
	r := x.peek()
	num, ok := perfectRoot(r.Num(), k)
	if !ok {
		return Value{}, false
	}
	den, ok := perfectRoot(r.Denom(), k)
	if !ok {
		return Value{}, false
	}
	return FromRat(new(big.Rat).SetFrac(num, den)), true
}

// powerOfSum returns x^e, x > 0 a sum of more than one term.
func (b *Budget) powerOfSum(x Value, e frac) Value {
	for ; e.Den%2 == 0; e.Den /= 2 {
		root, ok := b.denest(x)
		if !ok {
			break
		}
		x = root
		if e.Den == 2 || x.IsRat() || len(x.form.terms) == 1 {
			return b.power(x, fracOf(e.Num, e.Den/2))
		}
	}
	switch {
	case e.Den > 1:
		return b.powerAlgebraic(b.algebraic(opRoot, x, Value{}, e.Den), fracOf(e.Num, 1))
	case e.Num < 0:
		return b.power(b.invert(x), fracOf(-e.Num, 1))
	}
	power := Int(1)
	for i := 62; i >= 0 && b.err == nil; i-- {
		if !power.Is(1) {
			power = b.Mul(power, power)
		}
		if e.Num>>i&1 == 1 {
			power = b.Mul(power, x)
		}
	}
	return power
}

// powerAlgebraic returns x^e, x > 0 algebraic. If possible, it turns a power of a root into a root
// or a power.
func (b *Budget) powerAlgebraic(x Value, e frac) Value {
	if e.Den > 1 {
		x = b.Settle(x)
	}
	switch {
	case b.err != nil:
		return Value{}
	case !x.isAlgebraic():
		return b.power(x, e)
	}
	a := x.form.alg
	if a.op == opRoot {
		joined, ok := e.Mul(fracOf(1, a.n))
		if !ok {
			return b.fail(ErrTooLarge)
		}
		if joined.Den == 1 {
			return b.power(a.x, joined)
		}
		x = a.x
		e = joined
	}
	// √(x^2) is not x if x is negative.
	if a.op == opPower && e.Den > 1 && b.Sign(a.x) > 0 {
		joined, ok := e.Mul(fracOf(a.n, 1))
		if !ok {
			return b.fail(ErrTooLarge)
		}
		return b.power(a.x, joined)
	}
	if e.Den > 1 {
		x = b.algebraic(opRoot, x, Value{}, e.Den)
	}
	switch {
	case e.Num < 0:
		return b.power(b.invert(x), fracOf(-e.Num, 1))
	case e.Num == 1:
		return x
	}
	return b.algebraic(opPower, x, Value{}, e.Num)
}

// denest finds the square root of a sum of two terms where the root is itself such
// a sum: if r² = 1-q² for a positive rational r then
//
//	√(s*(1+q)) = √s * (√((1+r)/2) ± √((1-r)/2)), the sign being that of q.
func (b *Budget) denest(x Value) (Value, bool) {
	if x.form == nil || len(x.form.terms) != 2 {
		return Value{}, false
	}
	// If c fails, the root stays nested.
	c := *b
	defer func() { b.Work = c.Work }()
	for i, first := range x.form.terms {
		if ratSign(first.coef) < 0 {
			continue
		}
		s := first.value()
		t := x.form.terms[1-i].value()
		q := c.Div(t, s)
		rest := c.Sub(Int(1), c.Mul(q, q))
		if !rest.IsRat() || ratSign(rest) < 0 {
			continue
		}
		r := c.Sqrt(rest)
		if c.err != nil || !r.IsRat() {
			continue
		}
		half := Ratio(1, 2)
		u := c.Sqrt(c.Mul(half, ratAdd(Int(1), r)))
		v := c.Sqrt(c.Mul(half, ratAdd(Int(1), ratNeg(r))))
		if quotient, _ := q.single(); ratSign(quotient.coef) < 0 {
			v = c.Neg(v)
		}
		root := c.Mul(c.Sqrt(s), c.Add(u, v))
		return root, c.err == nil
	}
	return Value{}, false
}
