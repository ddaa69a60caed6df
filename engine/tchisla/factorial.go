package tchisla

// Factorials above 20! do not fit a word. They are held as a rational times
// m!, with k set to factorialK and m in rad, so that (26! - 24!)/24! can be
// made one operation at a time. In that form the rational takes no factor m+1
// on top and no m below, which makes it unique.
const factorialK = 7

// maxHeldFactorial is the largest m with m! within maxNum.
const maxHeldFactorial = 20

var factorials = func() (f [maxHeldFactorial + 1]uint64) {
	f[0] = 1
	for i := 1; i < len(f); i++ {
		f[i] = f[i-1] * uint64(i)
	}
	return f
}()

func (n number) isScaled() bool { return n.k == factorialK }

func factorial(m uint64) (number, bool) {
	if m <= maxHeldFactorial {
		return integer(factorials[m]), true
	}
	return number{num: 1, den: 1, rad: uint32(m), k: factorialK}, m <= maxRad
}

// scaled is num/den * m!, num/den in lowest terms and m at least 20. It is a
// plain number if that can be held.
func scaled(num, den, m uint64) (number, bool) {
	for num%(m+1) == 0 {
		num /= m + 1
		m++
	}
	for m > maxHeldFactorial && den%m == 0 {
		den /= m
		m--
	}
	if m == maxHeldFactorial {
		n, ok := mulRational(integer(factorials[m]), number{num: num, den: den, rad: 1})
		if ok {
			return n, true
		}
	}
	return number{num: num, den: den, rad: uint32(m), k: factorialK}, num <= maxNum && den <= maxDen && m <= maxRad
}

// asScaled writes a plain rational as a multiple of 20!, not in the form that
// is held, to reckon with scaled ones; it needs to be nearly that large.
func asScaled(n number) (number, bool) {
	if n.isScaled() {
		return n, true
	}
	if n.rad != 1 || n.num < 1<<31 {
		return number{}, false
	}
	f := factorials[maxHeldFactorial]
	g := gcd(n.num, f)
	den, ok := product(n.den, f/g)
	return number{num: n.num / g, den: den, rad: maxHeldFactorial, k: factorialK}, ok && den <= maxDen
}

// rescale drops the factorial of a and puts on another, m!.
func rescale(a number, m uint32) (number, bool) {
	a.rad, a.k = 1, 0
	return scaled(a.num, a.den, uint64(m))
}

// fallingProduct is a!/b! for a above b.
func fallingProduct(a, b uint64) (uint64, bool) {
	p, ok := uint64(1), a-b <= 16
	for f := b + 1; f <= a && ok; f++ {
		p, ok = product(p, f)
	}
	return p, ok
}

// mulScaled is a*b where at least one is scaled.
func mulScaled(a, b number) (number, bool) {
	if !a.isScaled() {
		a, b = b, a
	}
	if b.rad != 1 {
		return number{}, false
	}
	p, ok := mulRational(a, b)
	if !ok {
		return number{}, false
	}
	return scaled(p.num, p.den, uint64(a.rad))
}

// divScaled is a/b where at least one is scaled.
func divScaled(a, b number) (number, bool) {
	a, ok1 := asScaled(a)
	plain := b.rad == 1 && b.num <= maxDen
	if !plain {
		var ok bool
		if b, ok = asScaled(b); !ok {
			return number{}, false
		}
	}
	if !ok1 || b.num > maxDen {
		return number{}, false
	}
	m, n := uint64(a.rad), uint64(b.rad)
	a.rad, a.k = 1, 0
	q, ok := mulRational(a, number{num: b.den, den: b.num, rad: 1})
	switch {
	case !ok:
		return number{}, false
	case plain:
		return scaled(q.num, q.den, m)
	case m < n:
		p, ok := fallingProduct(n, m)
		if !ok || p > maxDen {
			return number{}, false
		}
		return mulRational(q, number{num: 1, den: p, rad: 1})
	}
	p, ok := fallingProduct(m, n)
	if !ok {
		return number{}, false
	}
	return mulRational(q, integer(p))
}

// alike brings two numbers, at least one scaled, to the smaller of their
// factorials, m!, and gives what stands before it.
func alike(a, b number) (p, q number, m uint32, ok bool) {
	a, ok1 := asScaled(a)
	b, ok2 := asScaled(b)
	m = min(a.rad, b.rad)
	unit := number{num: 1, den: 1, rad: m, k: factorialK}
	p, ok3 := divScaled(a, unit)
	q, ok4 := divScaled(b, unit)
	return p, q, m, ok1 && ok2 && ok3 && ok4
}
