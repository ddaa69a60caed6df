package twentyfour

import "reckon/engine/expr"

// An expression joins cards in their order.
type expression struct {
	// op is + - * or /, or 0 for a card.
	op    byte
	x, y  *expression
	value ratio
}

// expressionsOf returns all expressions that use some cards in their order.
func expressionsOf(cards []int) []*expression {
	if len(cards) == 1 {
		return []*expression{{value: integer(int64(cards[0]))}}
	}
	var all []*expression
	for i := 1; i < len(cards); i++ {
		rights := expressionsOf(cards[i:])
		for _, x := range expressionsOf(cards[:i]) {
			for _, y := range rights {
				all = append(all,
					&expression{'+', x, y, x.value.add(y.value)},
					&expression{'-', x, y, x.value.sub(y.value)},
					&expression{'*', x, y, x.value.mul(y.value)},
				)
				if y.value.Num != 0 {
					all = append(all, &expression{'/', x, y, x.value.div(y.value)})
				}
			}
		}
	}
	return all
}

// write returns e as a node that can be printed.
func (e *expression) write() *expr.Node {
	if e.op == 0 {
		return expr.Number(e.value.Num)
	}
	ops := map[byte]expr.Op{'+': expr.Add, '-': expr.Sub, '*': expr.Mul, '/': expr.Div}
	return expr.New(ops[e.op], e.x.write(), e.y.write())
}

// foldExpression computes a over an expression, as fold does over the trees of a node; last means that e is a whole
// solution. The values of steps have no sign: -6+16 is 16-6.
func foldExpression[T any](e *expression, last bool, a algebra[T]) T {
	if e.op == 0 {
		return a.card
	}
	x := e.x
	y := e.y
	s := step{op: e.op, v: e.value.abs(), last: last, double: x.op != 0 && y.op != 0}
	isSum := e.op == '+' || e.op == '-'
	if isSum {
		// With two different signs, + subtracts the values without sign, and - adds them.
		differ := x.value.sign()*y.value.sign() < 0
		isAdded := (e.op == '+') != differ
		s.op = '-'
		if isAdded {
			s.op = '+'
		}
	}
	if e.op != '/' && x.value.abs().compare(y.value.abs()) < 0 {
		x, y = y, x
	}
	s.x = x.value.abs()
	s.y = y.value.abs()
	return a.step(s, foldExpression(x, false, a), foldExpression(y, false, a))
}
