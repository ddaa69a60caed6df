package tchisla

// Roots of factorials above 20! are held like the factorials themselves: what
// is the same root of the same factorial can be added up and divided again, as
// in (√4*√((4!+4)!+4!!)-√4!!)/√4!! = 1401, which is 1402*√24! less √24!, by √24!.
// How often the root is drawn stands above m.
const factorialRootUnit root = 1 << 32

// maxFactorialRoots is how often the root of a factorial is drawn at most.
const maxFactorialRoots = 3

// rootsOfFactorial is how often the root is drawn of the factorial in n.
func (n number) rootsOfFactorial() int {
	if !n.isScaled() {
		return 0
	}
	return int(n.root &^ factorialFlag / factorialRootUnit)
}

// sqrtScaled is the square root of q*m!, where that of q comes out.
func sqrtScaled(n number) (number, bool) {
	p, ok1 := squareRoot(n.num)
	q, ok2 := squareRoot(n.den)
	if !ok1 || !ok2 || n.rootsOfFactorial() >= maxFactorialRoots {
		return number{}, false
	}
	n.num, n.den, n.root = p, q, n.root+factorialRootUnit
	// √25! is 5*√24!: one form for one number.
	for n.rootsOfFactorial() == 1 {
		r, ok := squareRoot(n.factorial())
		if !ok {
			break
		}
		m, ok := mulRational(n, integer(r))
		if !ok {
			return number{}, false
		}
		n = m
		n.root--
	}
	return n, true
}

// divFactorialRoots is a/b where at least one is a root of a factorial.
func divFactorialRoots(a, b number) (number, bool) {
	switch b.root {
	case a.root:
		a.root = 0
	case 0:
	default:
		return number{}, false
	}
	return mulRational(a, number{num: b.den, den: b.num})
}
