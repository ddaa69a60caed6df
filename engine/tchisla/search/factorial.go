package search

import "reckon/engine/whole"

// timesFactorial returns num/den * m!, num/den in lowest terms and m at least 20. It
// is a fraction alone if that fits.
func timesFactorial(num, den, m uint64) (number, bool) {
	for num%(m+1) == 0 {
		num /= m + 1
		m++
	}
	for m > maxWholeFactorial && den%m == 0 {
		den /= m
		m--
	}
	if m == maxWholeFactorial {
		n, ok := mulRational(integer(factorials[m]), number{num: num, den: den})
		if ok {
			return n, true
		}
	}
	return number{num: num, den: den, base: factorialBase(m)}, num <= maxNum && den <= maxNum && m <= maxArgument
}

// asFactorial writes a fraction as a multiple of 20!, to compute with factorials;
// the form is not that of a number held, and the fraction must be nearly that large.
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
	small := b.base == 0 && b.num < 1<<30 // larger ones may share a factorial
	if !small {
		if b, ok = asFactorial(b); !ok {
			return number{}, false
		}
	}
	m, n := a.base.argument(), b.base.argument()
	a.base = 0
	q, ok := mulRational(a, number{num: b.den, den: b.num})
	switch {
	case !ok:
		return number{}, false
	case small:
		return timesFactorial(q.num, q.den, m)
	}
	p, ok := fallingProduct(max(m, n), min(m, n))
	by := integer(p)
	if m < n {
		by = number{num: 1, den: p}
	}
	if !ok {
		return number{}, false
	}
	return mulRational(q, by)
}

// sumDiffFactorial is sumDiff of two numbers, at least one with a factorial.
// They are first brought to the smaller factorial.
func sumDiffFactorial(a, b number) (s sums) {
	a, ok1 := asFactorial(a)
	b, ok2 := asFactorial(b)
	if !ok1 || !ok2 {
		return s
	}
	of := number{num: 1, den: 1, base: min(a.base, b.base)}
	p, ok1 := divFactorial(a, of)
	q, ok2 := divFactorial(b, of)
	if !ok1 || !ok2 {
		return s
	}
	s = sumDiff(p, q)
	if s.okSum {
		s.sum, s.okSum = timesFactorial(s.sum.num, s.sum.den, of.base.argument())
	}
	if s.okDiff && s.diff.num != 0 {
		s.diff, s.okDiff = timesFactorial(s.diff.num, s.diff.den, of.base.argument())
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

// fallingProduct returns a!/b! for a above b.
func fallingProduct(a, b uint64) (uint64, bool) {
	p, ok := uint64(1), a-b <= 16
	for f := b + 1; f <= a && ok; f++ {
		p, ok = product(p, f)
	}
	return p, ok
}
