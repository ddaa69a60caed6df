package search

import (
	"fmt"
	"strconv"
	"strings"

	"reckon/engine/expr"
)

// An Answer is an expression that writes a target with one digit only.
type Answer struct {
	Target, Digit int
	Digits        int // of Expr
	Expr          *expr.Node
}

// Check evaluates the expression and says what is wrong with the answer, or nil.
func (a Answer) Check() error {
	v, err := expr.Eval(a.Expr)
	switch {
	case err != nil:
		return fmt.Errorf("%d#%d: %s: %w", a.Target, a.Digit, a.Expr, err)
	case !v.Is(int64(a.Target)):
		return fmt.Errorf("%d#%d: %s is %s", a.Target, a.Digit, a.Expr, v)
	case usesOther(a.Expr, a.Digit):
		return fmt.Errorf("%d#%d: %s uses another digit", a.Target, a.Digit, a.Expr)
	case expr.CountDigits(a.Expr) != a.Digits:
		return fmt.Errorf("%d#%d: %s has not %d digits", a.Target, a.Digit, a.Expr, a.Digits)
	}
	return nil
}

func usesOther(n *expr.Node, digit int) bool {
	for _, number := range n.Numbers() {
		if strings.Trim(number.Digits, strconv.Itoa(digit)) != "" {
			return true
		}
	}
	return false
}
