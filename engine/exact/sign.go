package exact

// Sign returns -1, 0 or 1 as x is below, equal to or above 0.
func (b *Budget) Sign(x Value) (int, error) {
	if x.IsRat() {
		return ratSign(x), nil
	}
	if t, ok := x.single(); ok {
		return ratSign(t.coef), nil
	}
	sign, zero := 0, -1 // zero: bits of the distance from 0 within which only 0 lies, once known
	err := b.refine(x, func(v interval, precision int) (bool, error) {
		if sign = v.sign(); sign != 0 {
			return true, nil
		}
		if zero < 0 && x.isAlgebraic() && v.tiny(precision, precision/2) { // a radical is not 0
			var err error
			if zero, err = b.normBits(x.form.alg, x.form.alg.bound.u, x.form.alg.bound.l); err != nil {
				zero = b.Bits // a number other than 0 may still show
			}
		}
		return zero >= 0 && v.tiny(precision, zero), nil
	})
	return sign, err
}

// refine encloses x ever more closely until done.
func (b *Budget) refine(x Value, done func(v interval, precision int) (bool, error)) error {
	for precision := 64; precision <= b.Bits; precision *= 2 {
		v, ok, err := b.enclose(x, precision)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if end, err := done(v, precision); end || err != nil {
			return err
		}
	}
	return ErrTooLarge
}
