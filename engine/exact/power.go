package exact

import (
	"errors"
	"math/big"

	"reckon/engine/whole"
)

// Sqrt returns the square root of x, which must not be negative.
func (b *Budget) Sqrt(x Value) (Value, error) { return b.power(x, fracOf(1, 2)) }

// Pow returns x^y. 0^0 is 1, the empty product; an odd root of a negative
// number is negative: (-8)^(1/3) is -2.
func (b *Budget) Pow(x, y Value) (Value, error) {
	y, err := b.Settle(y)
	if err != nil {
		return Value{}, err
	}
	if x.isAlgebraic() { // it may be 0 or 1
		if x, err = b.Settle(x); err != nil {
			return Value{}, err
		}
	}
	switch {
	case x.Is(1) || y.Is(0):
		return Int(1), nil
	case x.Is(0):
		sign, err := b.Sign(y)
		if err == nil && sign < 0 {
			err = ErrDivZero
		}
		return Value{}, err
	case !y.IsRat():
		return Value{}, ErrIrrationalExponent
	case x.Is(-1) && y.IsInt():
		return Int(1 - 2*int64(y.peek().Num().Bit(0))), nil
	case y.form != nil:
		return Value{}, ErrTooLarge
	}
	return b.power(x, y.frac())
}

// power returns x^e.
func (b *Budget) power(x Value, e frac) (Value, error) {
	if x.IsRat() && e.IsInt() {
		size, ok := whole.MulSigned(int64(ratBits(x)), int64(whole.Abs(e.Num)))
		if ok && size <= atOnce {
			if err := b.spend(atOnce, 1); err != nil {
				return Value{}, err
			}
			if e.Num < 0 && ratSign(x) == 0 {
				return Value{}, ErrDivZero
			}
			return ratPow(x, e.Num), nil
		}
	}
	sign, err := b.Sign(x)
	switch {
	case err != nil:
		return Value{}, err
	case sign < 0 && e.Den%2 == 0:
		return Value{}, ErrRootNegative
	case sign < 0:
		if x, err = b.Neg(x); err == nil {
			x, err = b.power(x, e)
		}
		if err == nil && e.Num%2 != 0 {
			x, err = b.Neg(x)
		}
		return x, err
	case sign == 0:
		return Value{}, nil
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
func (b *Budget) powerOfTerm(t term, e frac) (Value, error) {
	if e.Den > 1 && len(t.rad) == 0 && int64(ratBits(t.coef)) < 1<<20 {
		if err := b.spend(ratBits(t.coef), 4); err != nil {
			return Value{}, err
		}
		r := t.coef.peek()
		if num, ok := perfectRoot(r.Num(), e.Den); ok {
			if den, ok := perfectRoot(r.Denom(), e.Den); ok {
				return b.power(FromRat(new(big.Rat).SetFrac(num, den)), fracOf(e.Num, 1))
			}
		}
	}
	list, err := b.factors(t.coef)
	if err != nil && e.IsInt() { // a whole power needs no factors
		size, ok := whole.MulSigned(int64(ratBits(t.coef)), int64(whole.Abs(e.Num)))
		if !ok || size > int64(b.Bits) {
			return Value{}, ErrTooLarge
		}
		if err := b.spend(int(size), 1); err != nil {
			return Value{}, err
		}
		rad, err := scaleFactors(t.rad, e)
		if err != nil {
			return Value{}, err
		}
		return b.one(term{ratPow(t.coef, e.Num), rad}, atOnce)
	}
	if err != nil {
		return Value{}, err
	}
	if list, err = mergeFactors(list, t.rad); err != nil {
		return Value{}, err
	}
	if list, err = scaleFactors(list, e); err != nil {
		return Value{}, err
	}
	return b.one(term{Int(1), list}, atOnce)
}

// powerOfSum returns x^e, x > 0 a sum of more than one term.
func (b *Budget) powerOfSum(x Value, e frac) (Value, error) {
	var err error
	for ; e.Den%2 == 0; e.Den /= 2 {
		root, ok, err := b.denest(x)
		if err != nil {
			return Value{}, err
		}
		if !ok {
			break
		}
		if x = root; e.Den == 2 || x.IsRat() || len(x.form.terms) == 1 {
			return b.power(x, fracOf(e.Num, e.Den/2))
		}
	}
	if e.Den > 1 {
		if x, err = b.algebraic(opRoot, x, Value{}, e.Den); err != nil {
			return Value{}, err
		}
		return b.powerAlgebraic(x, fracOf(e.Num, 1))
	}
	if e.Num < 0 {
		if x, err = b.invert(x); err != nil {
			return Value{}, err
		}
		return b.power(x, fracOf(-e.Num, 1))
	}
	v := Int(1)
	for i := 62; i >= 0; i-- { // squaring
		if !v.Is(1) {
			if v, err = b.Mul(v, v); err != nil {
				return Value{}, err
			}
		}
		if e.Num>>i&1 == 1 {
			if v, err = b.Mul(v, x); err != nil {
				return Value{}, err
			}
		}
	}
	return v, nil
}

// powerAlgebraic returns x^e, x > 0 algebraic. A power of a root is made a root or a
// power only, where it can be.
func (b *Budget) powerAlgebraic(x Value, e frac) (Value, error) {
	if e.Den > 1 {
		var err error
		if x, err = b.Settle(x); err != nil {
			return Value{}, err
		}
		if !x.isAlgebraic() {
			return b.power(x, e)
		}
	}
	a := x.form.alg
	switch {
	case a.op == opRoot:
		e, ok := e.Mul(fracOf(1, a.n))
		if !ok {
			return Value{}, ErrTooLarge
		}
		if e.IsInt() {
			return b.power(a.x, e)
		}
		return b.newPower(a.x, e)
	case a.op == opPower && e.Den > 1:
		sign, err := b.Sign(a.x)
		if err != nil {
			return Value{}, err
		}
		e, ok := e.Mul(fracOf(a.n, 1))
		if !ok {
			return Value{}, ErrTooLarge
		}
		if sign > 0 { // √(x^2) is not x of a negative x
			return b.power(a.x, e)
		}
	}
	return b.newPower(x, e)
}

// newPower makes the nodes of x^e.
func (b *Budget) newPower(x Value, e frac) (Value, error) {
	var err error
	if e.Den > 1 {
		if x, err = b.algebraic(opRoot, x, Value{}, e.Den); err != nil {
			return Value{}, err
		}
	}
	switch {
	case e.Num < 0:
		if x, err = b.invert(x); err != nil {
			return Value{}, err
		}
		return b.power(x, fracOf(-e.Num, 1))
	case e.Num == 1:
		return x, nil
	}
	return b.algebraic(opPower, x, Value{}, e.Num)
}

// denest finds the square root of a sum of two terms where it is itself such a
// sum: if r² = 1-q² for a positive rational r then
//
//	√(s*(1+q)) = √s * (√((1+r)/2) ± √((1-r)/2)), the sign being that of q.
func (b *Budget) denest(x Value) (Value, bool, error) {
	if x.form == nil || len(x.form.terms) != 2 {
		return Value{}, false, nil
	}
	for i, s := range x.form.terms {
		if ratSign(s.coef) < 0 {
			continue
		}
		first := Value{form: &form{terms: []term{s}}}
		second := Value{form: &form{terms: []term{x.form.terms[1-i]}}}
		if len(s.rad) == 0 {
			first = s.coef
		}
		if t := x.form.terms[1-i]; len(t.rad) == 0 {
			second = t.coef
		}
		root, ok, err := b.denestAs(first, second)
		switch {
		case errors.Is(err, ErrTooLarge):
			return Value{}, false, nil // it stays nested
		case ok || err != nil:
			return root, ok, err
		}
	}
	return Value{}, false, nil
}

// denestAs is denest for x = s+t, s > 0.
func (b *Budget) denestAs(s, t Value) (Value, bool, error) {
	c := &chain{budget: b}
	q := c.do(b.Div, t, s)
	rest := c.do(b.Sub, Int(1), c.do(b.Mul, q, q))
	if c.err != nil || !rest.IsRat() || ratSign(rest) < 0 {
		return Value{}, false, c.err
	}
	half := Ratio(1, 2)
	r := c.do(b.Pow, rest, half)
	if c.err != nil || !r.IsRat() {
		return Value{}, false, c.err
	}
	u := c.do(b.Pow, c.do(b.Mul, half, ratAdd(Int(1), r)), half)
	v := c.do(b.Pow, c.do(b.Mul, half, ratAdd(Int(1), ratNeg(r))), half)
	if sign, _ := q.single(); ratSign(sign.coef) < 0 {
		v = c.do(b.Sub, Int(0), v)
	}
	return c.do(b.Mul, c.do(b.Pow, s, half), c.do(b.Add, u, v)), true, c.err
}
