package countdown

import (
	"cmp"
	"slices"

	"reckon/engine/expr"
)

// A form is one way to make a number. Forms live in an arena and refer to each
// other by their index in it.
//
// Only normal forms are kept, so that two forms are the same solution exactly if
// they are equal. A chain of additions and subtractions adds first, the largest
// term first, and then subtracts, again the largest first. The same holds for a chain of
// multiplications and divisions. So the right operand is never a chain of the same
// kind. If the value of a chain is whole and positive, so is each value on the way to it in that order.
type form struct {
	value int
	// op is a sign, or 0 for a tile.
	op          byte
	left, right int32
}

// family returns + for + and -, * for * and /, 0 for a tile.
func family(op byte) byte {
	switch op {
	case '+', '-':
		return '+'
	case '*', '/':
		return '*'
	}
	return 0
}

// chainOps returns the two operations of the chain that an operation belongs to: + and -, or * and /.
func chainOps(op byte) (up, down byte) {
	up = family(op)
	if up == '*' {
		return up, '/'
	}
	return up, '-'
}

// An arena holds forms.
type arena []form

func (a *arena) add(f form) int32 {
	*a = append(*a, f)
	return int32(len(*a) - 1)
}

// compare orders forms by value, then by shape. It returns 0 for equal forms only.
func (a arena) compare(i, j int32) int {
	if i == j {
		return 0
	}
	x := a[i]
	y := a[j]
	c := cmp.Or(cmp.Compare(x.value, y.value), cmp.Compare(x.op, y.op))
	if c != 0 || x.op == 0 {
		return c
	}
	return cmp.Or(a.compare(x.left, y.left), a.compare(x.right, y.right))
}

// join adds the normal form of l op r, which multiplies and divides nothing by 1. The value of l op r must
// be whole and positive.
func (a *arena) join(op byte, l, r int32) int32 {
	up, down := chainOps(op)
	// x * 1 and x / 1 are x.
	if up == '*' && (*a)[r].value == 1 {
		return l
	}
	// 1 * x is x, but 1 / x is not.
	if op == '*' && (*a)[l].value == 1 {
		return r
	}
	ups, downs := a.chain(up, down, l)
	rightUps, rightDowns := a.chain(up, down, r)
	if op == down {
		rightUps, rightDowns = rightDowns, rightUps
	}
	ups = append(ups, rightUps...)
	downs = append(downs, rightDowns...)
	a.sortFalling(ups)
	a.sortFalling(downs)
	f := ups[0]
	for _, x := range ups[1:] {
		f = a.step(up, f, x)
	}
	for _, x := range downs {
		f = a.step(down, f, x)
	}
	return f
}

func (a arena) sortFalling(forms []int32) {
	slices.SortFunc(forms, func(i, j int32) int { return a.compare(j, i) })
}

// step adds the form x op y.
func (a *arena) step(op byte, x, y int32) int32 {
	f := form{op: op, left: x, right: y}
	v := (*a)[x].value
	w := (*a)[y].value
	switch op {
	case '+':
		f.value = v + w
	case '-':
		f.value = v - w
	case '*':
		f.value = v * w
	case '/':
		f.value = v / w
	}
	return a.add(f)
}

// chain returns the members of a chain: as ups the first one and those that are added (or multiplied), as downs those
// that are subtracted (or that it is divided by).
func (a arena) chain(up, down byte, i int32) (ups, downs []int32) {
	for {
		f := a[i]
		switch f.op {
		case up:
			ups = append(ups, f.right)
		case down:
			downs = append(downs, f.right)
		default:
			return append(ups, i), downs
		}
		i = f.left
	}
}

// node returns the form as an expression.
func (a arena) node(i int32) *expr.Node {
	f := a[i]
	if f.op == 0 {
		return expr.Number(int64(f.value))
	}
	return expr.New(ops[f.op], a.node(f.left), a.node(f.right))
}

// ops are the operations of the game, by sign.
var ops = map[byte]expr.Op{
	'+': expr.Add,
	'-': expr.Sub,
	'*': expr.Mul,
	'/': expr.Div,
}
