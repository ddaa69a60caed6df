package search

import "reckon/engine/whole"

// timesFactorial returns num/den * m!, for num/den in lowest terms and m of at least 20. It is false if the product
// is too large.
//
// The product has a base m! with another m if num has a factor m+1, or den a factor m. If m becomes 20 and the
// product fits a fraction, it has no base. A product with a larger m keeps it, even if it would fit, as
// 1/120 * 21! would. factorialRatios makes the same number without a base, as 21!/5!.
func timesFactorial(num, den, m uint64) (number, bool) {
	for num%(m+1) == 0 {
		num /= m + 1
		m++
	}
	for m > maxWholeFactorial && den%m == 0 {
		den /= m
		m--
	}
	n := number{num: num, den: den}
	if m == maxWholeFactorial {
		// 20! itself is held as an integer.
		fraction, ok := mulRational(integer(factorials[m]), n)
		if ok {
			return fraction, true
		}
	}
	fits := n.holdable() && m <= maxArgument
	n.base = factorialBase(m)
	return n, fits
}

// asFactorial writes a fraction as a multiple of 20!, to compute with factorials. The
// fraction must be nearly as large as that, and the levels hold no number in this form.
func asFactorial(n number) (number, bool) {
	if n.base.isFactorial() {
		return n, true
	}
	if n.base != 0 || n.num < 1<<31 {
		return number{}, false
	}
	f := factorials[maxWholeFactorial]
	g := whole.Gcd(n.num, f)
	den, ok := product(n.den, f/g)
	return number{num: n.num / g, den: den, base: factorialBase(maxWholeFactorial)}, ok
}

// mulFactorial returns a*b where at least one has a factorial.
func mulFactorial(a, b number) (number, bool) {
	if !a.base.isFactorial() {
		a, b = b, a
	}
	if b.base != 0 {
		return number{}, false
	}
	p, ok := mulRational(a, b)
	if !ok {
		return number{}, false
	}
	return timesFactorial(p.num, p.den, p.base.argument())
}

// divFactorial returns a/b where at least one has a factorial.
func divFactorial(a, b number) (number, bool) {
	a, ok := asFactorial(a)
	if !ok {
		return number{}, false
	}
	// A larger divisor may share factors with the factorial.
	small := b.base == 0 && b.num < 1<<30
	if !small {
		b, ok = asFactorial(b)
		if !ok {
			return number{}, false
		}
	}
	m := a.base.argument()
	n := b.base.argument()
	a.base = 0
	q, ok := mulRational(a, number{num: b.den, den: b.num})
	if !ok {
		return number{}, false
	}
	if small {
		return timesFactorial(q.num, q.den, m)
	}
	p, ok := fallingProduct(max(m, n), min(m, n))
	if !ok {
		return number{}, false
	}
	by := integer(p)
	if m < n {
		by = by.flipped()
	}
	return mulRational(q, by)
}

// sumDiffFactorial is sumDiff for two numbers, at least one with a factorial. It writes
// both as multiples of the smaller factorial.
func sumDiffFactorial(a, b number) (s sums) {
	a, ok1 := asFactorial(a)
	b, ok2 := asFactorial(b)
	if !ok1 || !ok2 {
		return s
	}
	smaller := number{num: 1, den: 1, base: min(a.base, b.base)}
	p, ok1 := divFactorial(a, smaller)
	q, ok2 := divFactorial(b, smaller)
	if !ok1 || !ok2 {
		return s
	}
	s = sumDiff(p, q)
	if s.okSum {
		s.sum, s.okSum = timesFactorial(s.sum.num, s.sum.den, smaller.base.argument())
	}
	if s.okDiff && s.diff.num != 0 {
		s.diff, s.okDiff = timesFactorial(s.diff.num, s.diff.den, smaller.base.argument())
	}
	return s
}

// maxWholeFactorial is the largest m with m! within maxNum.
const maxWholeFactorial = 20

var factorials = func() (f [maxWholeFactorial + 1]uint64) {
	f[0] = 1
	for i := 1; i < len(f); i++ {
		f[i] = f[i-1] * uint64(i)
	}
	return f
}()

// fallingProduct returns a!/b! for an a that is not below b. It is false if the product is too large.
func fallingProduct(a, b uint64) (uint64, bool) {
	// More factors than this make at least 21!.
	if a-b > maxWholeFactorial {
		return 0, false
	}
	p := uint64(1)
	for f := b + 1; f <= a; f++ {
		var ok bool
		p, ok = product(p, f)
		if !ok {
			return 0, false
		}
	}
	return p, true
}
