package expr

import (
	"math"
	"strconv"
)

// approximate evaluates n in floating point. The tests compare the exact evaluation
// with that. known is false if there is no result, or if it lost too many digits.
func approximate(n *Node) (f float64, known bool) {
	if n.Op == Num {
		f, err := strconv.ParseFloat(n.Digits, 64)
		return f, err == nil && f < 1e9
	}
	x, known := approximate(n.X)
	if !known {
		return 0, false
	}
	var y float64
	if n.Y != nil {
		y, known = approximate(n.Y)
		if !known {
			return 0, false
		}
	}
	switch n.Op {
	case Add:
		f = x + y
	case Sub:
		f = x - y
	case Mul:
		f = x * y
	case Div:
		f = x / y
	case Pow:
		// A power that underflowed is not 0. And 0 to an exponent that underflowed would be 1,
		// but is 0.
		f = math.Pow(x, y)
		if x == 0 || f == 0 {
			return 0, false
		}
	case Neg:
		f = -x
	case Sqrt:
		f = math.Sqrt(x)
	case Fact:
		f = math.Gamma(math.Round(x) + 1)
	}
	return f, !math.IsNaN(f) && math.Abs(f) < 1e9 && (f == 0 || math.Abs(f) > 1e-3)
}
