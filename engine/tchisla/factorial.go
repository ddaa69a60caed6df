package tchisla

// Factorials above 20! do not fit a word. They are held as a rational times
// m!, which takes the place of the root, so that (26! - 24!)/24! can be made
// one operation at a time. In that form the rational takes no factor m+1 on top
// and no m below, which makes it unique.
func factorialRoot(m uint64) root { return factorialFlag | root(m) }

// maxHeldFactorial is the largest m with m! within maxNum.
const maxHeldFactorial = 20

var factorials = func() (f [maxHeldFactorial + 1]uint64) {
	f[0] = 1
	for i := 1; i < len(f); i++ {
		f[i] = f[i-1] * uint64(i)
	}
	return f
}()

func (n number) isScaled() bool { return n.root >= factorialFlag }

// factorial is m of a number q*m!, or of q times a root of m!.
func (n number) factorial() uint64 { return uint64(n.root & maxScaled) }

// maxScaled bounds m of a number q*m!.
const maxScaled = 1<<31 - 1

func factorial(m uint64) (number, bool) {
	if m <= maxHeldFactorial {
		return integer(factorials[m]), true
	}
	return number{num: 1, den: 1, root: factorialRoot(m)}, m <= maxScaled
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
		n, ok := mulRational(integer(factorials[m]), number{num: num, den: den})
		if ok {
			return n, true
		}
	}
	return number{num: num, den: den, root: factorialRoot(m)}, num <= maxNum && den <= maxNum && m <= maxScaled
}

// asScaled writes a plain rational as a multiple of 20!, not in the form that
// is held, to reckon with scaled ones; it needs to be nearly that large.
func asScaled(n number) (number, bool) {
	if n.isScaled() {
		return n, true
	}
	if n.root != 0 || n.num < 1<<31 {
		return number{}, false
	}
	f := factorials[maxHeldFactorial]
	g := gcd(n.num, f)
	den, ok := product(n.den, f/g)
	return number{num: n.num / g, den: den, root: factorialRoot(maxHeldFactorial)}, ok
}

// rescale drops the factorial of a and puts on another, or a root of one.
func rescale(a number, of root) (number, bool) {
	a.root = of
	if a.rootsOfFactorial() > 0 {
		return a, true
	}
	return scaled(a.num, a.den, a.factorial())
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
	of := a.root
	if a.rootsOfFactorial() > 0 && a.root == b.root {
		of -= factorialRootUnit
		b.root = 0
	}
	if b.root != 0 {
		return number{}, false
	}
	p, ok := mulRational(a, b)
	if !ok {
		return number{}, false
	}
	return rescale(p, of)
}

// divScaled is a/b where at least one is scaled.
func divScaled(a, b number) (number, bool) {
	if a.rootsOfFactorial() > 0 || b.rootsOfFactorial() > 0 {
		return divFactorialRoots(a, b)
	}
	a, ok1 := asScaled(a)
	plain := b.root == 0 && b.num < 1<<30 // larger ones may share a factorial
	if !plain {
		var ok bool
		if b, ok = asScaled(b); !ok {
			return number{}, false
		}
	}
	if !ok1 {
		return number{}, false
	}
	m, n := a.factorial(), b.factorial()
	a.root = 0
	q, ok := mulRational(a, number{num: b.den, den: b.num})
	switch {
	case !ok:
		return number{}, false
	case plain:
		return scaled(q.num, q.den, m)
	case m < n:
		p, ok := fallingProduct(n, m)
		if !ok {
			return number{}, false
		}
		return mulRational(q, number{num: 1, den: p})
	}
	p, ok := fallingProduct(m, n)
	if !ok {
		return number{}, false
	}
	return mulRational(q, integer(p))
}

// alike brings two numbers, at least one scaled, to the smaller of their
// factorials, and gives what stands before it.
func alike(a, b number) (p, q number, of root, ok bool) {
	if a.rootsOfFactorial() > 0 || b.rootsOfFactorial() > 0 {
		of, a.root, b.root, ok = a.root, 0, 0, a.root == b.root
		return a, b, of, ok
	}
	a, ok1 := asScaled(a)
	b, ok2 := asScaled(b)
	if !ok1 || !ok2 {
		return p, q, of, false
	}
	of = min(a.root, b.root)
	unit := number{num: 1, den: 1, root: of}
	p, ok3 := divScaled(a, unit)
	q, ok4 := divScaled(b, unit)
	return p, q, of, ok3 && ok4
}
