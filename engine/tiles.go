package engine

import (
	"slices"
	"strconv"
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

// Tiles returns numbers as the texts of tiles.
func Tiles(numbers []int) (texts []string) {
	for _, n := range numbers {
		texts = append(texts, strconv.Itoa(n))
	}
	return texts
}

// Compare compares what an answer uses with tiles, each of which may be used once. code is
// "extra" if it uses what is no tile, else "repeated" if it uses tiles too often, else
// empty; wrong is what is so, each once, and first the place in used of the first. left are
// the tiles not used.
func Compare(used, tiles []string) (code string, wrong []string, first int, left []string) {
	left = slices.Clone(tiles)
	for i, u := range used {
		if j := slices.Index(left, u); j >= 0 {
			left = slices.Delete(left, j, j+1)
			continue
		}
		is := "extra"
		if slices.Contains(tiles, u) {
			is = "repeated"
		}
		switch {
		case code == "" || is == "extra" && code != is:
			code, wrong, first = is, []string{u}, i
		case is == code && !slices.Contains(wrong, u):
			wrong = append(wrong, u)
		}
	}
	return code, wrong, first, left
}

// TileFault returns the Fault of the numbers of n that Compare finds, with Args numbers, nil
// if there are none. left are the tiles not used.
func TileFault(n *expr.Node, tiles []string) (f *Fault, left []string) {
	var used []string
	for _, num := range n.Numbers() {
		used = append(used, PlainDigits(num))
	}
	code, wrong, first, left := Compare(used, tiles)
	if code != "" {
		f = &Fault{Code: code, Args: Args{"numbers": wrong}, At: n.Numbers()[first].Place()}
	}
	return f, left
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
