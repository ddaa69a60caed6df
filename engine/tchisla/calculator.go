package tchisla

// A calculator does the arithmetic that needs factoring and remembers the
// products of roots it has met. It is not for use by two goroutines at once.
type calculator struct {
	primes []uint64
	memo   []rootProduct // direct-mapped
	// Products of roots past these need not be worked out: see joinable.
	kernel uint64
	depth  int
}

type rootPair struct {
	a, b root
	div  bool
}

// A rootProduct is a remembered product; num 0 if it does not fit.
type rootProduct struct {
	of rootPair
	is number
}

const logMemo = 12

func newCalculator() *calculator {
	c := &calculator{memo: make([]rootProduct, 1<<logMemo), kernel: maxKernel, depth: maxDepth}
	var composite [trialLimit]bool
	for p := 2; p < trialLimit; p++ {
		if composite[p] {
			continue
		}
		c.primes = append(c.primes, uint64(p))
		for m := p * p; m < trialLimit; m += p {
			composite[m] = true
		}
	}
	return c
}
