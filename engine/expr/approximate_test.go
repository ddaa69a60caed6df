package expr

import (
	"math"
	"strconv"
)

// approximate evaluates n in floating point, by which the tests check the
// exact evaluation on a way of its own; known is false where it has no result
// or lost too much.
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
		if y, known = approximate(n.Y); !known {
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
		// A power that underflows is no zero, and of zero an exponent that did
		// would make one.
		if f = math.Pow(x, y); x == 0 || f == 0 {
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
