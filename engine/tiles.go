package engine

import (
	"slices"
	"strings"

	"reckon/engine/expr"
)

// OperatorFault returns a Fault "operator" with Args operator for the first
// operation in n, from the outside in, that is neither one of + - * / nor a sign;
// nil if there is none.
func OperatorFault(n *expr.Node) *Fault {
	other := n.Find(func(m *expr.Node) bool { return m.Op != expr.Num && m.Op != expr.Neg && m.Op > expr.Div })
	if other == nil {
		return nil
	}
	return &Fault{Code: "operator", Args: Args{"operator": other.Op.Sign()}, At: other.Place()}
}

// TileFault compares the numbers of n with tiles, each of which may be used
// once: a Fault "extra" for numbers that are no tiles, else "repeated" for tiles
// used too often, with Args numbers, each named once; nil if there are none.
// left are the tiles not used.
func TileFault(n *expr.Node, tiles []string) (f *Fault, left []string) {
	left = slices.Clone(tiles)
	var extra, repeated []*expr.Node
	for _, num := range n.Numbers() {
		if i := slices.Index(left, PlainDigits(num)); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else if slices.Contains(tiles, PlainDigits(num)) {
			repeated = append(repeated, num)
		} else {
			extra = append(extra, num)
		}
	}
	code, wrong := "extra", extra
	if len(extra) == 0 {
		code, wrong = "repeated", repeated
	}
	if len(wrong) == 0 {
		return nil, left
	}
	var numbers []string
	for _, num := range wrong {
		if d := PlainDigits(num); !slices.Contains(numbers, d) {
			numbers = append(numbers, d)
		}
	}
	return &Fault{Code: code, Args: Args{"numbers": numbers}, At: wrong[0].Place()}, left
}

// OnTiles returns Verdict.OnTiles of a calculation with + - * / over tiles of which
// each may be used once.
func OnTiles(n *expr.Node, tiles []string) bool {
	f, left := TileFault(n, tiles)
	return f == nil && len(tiles)-len(left) > 1 && OperatorFault(n) == nil
}

// PlainDigits returns the digits of a number without leading zeros.
func PlainDigits(num *expr.Node) string {
	d := strings.TrimLeft(num.Digits, "0")
	if d == "" || d[0] == '.' {
		return "0" + d
	}
	return d
}
