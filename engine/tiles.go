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
	other := n.Find(func(m *expr.Node) bool {
		switch m.Op {
		case expr.Num, expr.Neg, expr.Add, expr.Sub, expr.Mul, expr.Div:
			return false
		}
		return true
	})
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

// Compare compares what an answer uses with the tiles, each to be used at most once. The
// code is "extra" if the answer uses anything that is no tile, else "repeated" if it uses
// tiles too often, else empty. wrong lists what is extra or repeated, each text once, and
// first is the index in used of the first of them. unused are the tiles that are not used.
func Compare(used, tiles []string) (code string, wrong []string, first int, unused []string) {
	unused = slices.Clone(tiles)
	for i, text := range used {
		if tile := slices.Index(unused, text); tile >= 0 {
			unused = slices.Delete(unused, tile, tile+1)
			continue
		}
		problem := "extra"
		if slices.Contains(tiles, text) {
			problem = "repeated"
		}
		switch {
		case code == "", code == "repeated" && problem == "extra":
			code = problem
			wrong = []string{text}
			first = i
		case problem == code && !slices.Contains(wrong, text):
			wrong = append(wrong, text)
		}
	}
	return code, wrong, first, unused
}

// TileFault returns the Fault that Compare finds in the numbers of n, with Args numbers, or
// nil. unused are the tiles that are not used.
func TileFault(n *expr.Node, tiles []string) (fault *Fault, unused []string) {
	numbers := n.Numbers()
	var used []string
	for _, number := range numbers {
		used = append(used, PlainDigits(number))
	}
	code, wrong, first, unused := Compare(used, tiles)
	if code == "" {
		return nil, unused
	}
	return &Fault{Code: code, Args: Args{"numbers": wrong}, At: numbers[first].Place()}, unused
}

// OnTiles reports whether n is made of two or more of the tiles, each used at most once, with
// + - * /: see Verdict.OnTiles.
func OnTiles(n *expr.Node, tiles []string) bool {
	fault, unused := TileFault(n, tiles)
	used := len(tiles) - len(unused)
	return fault == nil && used > 1 && OperatorFault(n) == nil
}

// PlainDigits returns the digits of a number without leading zeros, and without a point if only zeros are
// behind it.
func PlainDigits(num *expr.Node) string {
	digits := num.Digits
	whole, fraction, _ := strings.Cut(digits, ".")
	if strings.Trim(fraction, "0") == "" {
		digits = whole
	}
	digits = strings.TrimLeft(digits, "0")
	if digits == "" || digits[0] == '.' {
		return "0" + digits
	}
	return digits
}
