package expr

import (
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

// flat returns n with chains of + and -, and of * and /, grouped from left to right,
// and the sign of a product moved to its first factor.
func flat(n *Node) *Node {
	if n == nil || n.Op == Num {
		return n
	}
	x, y := flat(n.X), flat(n.Y)
	switch n.Op {
	case Add, Mul:
		return appendChain(n.Op, x, y)
	case Neg:
		return negated(x)
	}
	return New(n.Op, x, y)
}

// appendChain returns x op y, flat; x and y are flat already.
func appendChain(op Op, x, y *Node) *Node {
	if strength[y.Op] != strength[op] {
		return New(op, x, y)
	}
	return New(y.Op, appendChain(op, x, y.X), y.Y)
}

func negated(x *Node) *Node {
	if x.Op == Mul || x.Op == Div {
		return New(x.Op, negated(x.X), x.Y)
	}
	return New(Neg, x, nil)
}

// field is a prime. Formulas are compared by their values modulo field: two different
// ones have different values, except for about one choice of numbers in 2^55.
var field = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 61), big.NewInt(1))

// formula returns the value of n modulo field, with the results of next for its numbers
// and one operation for ^ √ and !. So two formulas are equal only by laws that hold for
// all numbers. ok is false for a division by zero.
func formula(n *Node, next func() *big.Int) (v *big.Int, ok bool) {
	if n.Op == Num {
		return next(), true
	}
	x, ok := formula(n.X, next)
	if !ok {
		return nil, false
	}
	y := big.NewInt(int64(n.Op))
	if n.Y != nil {
		y, ok = formula(n.Y, next)
		if !ok {
			return nil, false
		}
	}
	v = new(big.Int)
	switch n.Op {
	case Add:
		v.Add(x, y)
	case Sub:
		v.Sub(x, y)
	case Mul:
		v.Mul(x, y)
	case Div:
		if y.Sign() == 0 {
			return nil, false
		}
		v.Mul(x, v.ModInverse(y, field))
	case Neg:
		v.Neg(x)
	default: // x³+xy+y²
		v.Exp(x, big.NewInt(3), field)
		v.Add(v, new(big.Int).Mul(x, y))
		v.Add(v, new(big.Int).Mul(y, y))
	}
	return v.Mod(v, field), true
}

// value returns the formula of n with numbers that look random, -1 for a division by zero.
func value(n *Node) *big.Int {
	x := big.NewInt(314159265358979323)
	v, ok := formula(n, func() *big.Int {
		x = new(big.Int).Exp(x, big.NewInt(5), field)
		return x
	})
	if !ok {
		return big.NewInt(-1)
	}
	return v
}

// pairs returns the places of each pair of brackets in text: the opening and the closing one.
func pairs(text string) (list [][2]int) {
	var open []int
	for i, r := range text {
		switch r {
		case '(':
			open = append(open, i)
		case ')':
			list = append(list, [2]int{open[len(open)-1], i})
			open = open[:len(open)-1]
		}
	}
	return list
}

// signsMeet reports whether a minus is right behind another sign, except in 2^-3.
func signsMeet(text string) bool {
	for _, first := range "+-*/√" {
		if strings.Contains(text, string(first)+"-") {
			return true
		}
	}
	return strings.HasPrefix(text, "--") || strings.Contains(text, "(--")
}

// needless finds a pair of brackets that the ASCII text of an expression does not need:
// without them the text can be read, no two signs meet, and the formula is the same. It
// returns the text without them.
func needless(text string) (without string, found bool) {
	n, err := Parse(text)
	if err != nil {
		return "not read", true
	}
	for _, p := range pairs(text) {
		if strings.HasPrefix(text[p[1]:], ")!") && text[p[1]-1] == '!' {
			continue // (3!)!, as 3!! looks like a double factorial
		}
		without := text[:p[0]] + text[p[0]+1:p[1]] + text[p[1]+1:]
		m, err := Parse(without)
		if err == nil && !signsMeet(without) && value(m).Cmp(value(n)) == 0 {
			return without, true
		}
	}
	return "", false
}

// checkPrint fails unless the text of n is the same formula, flat, and has no needless
// brackets.
func checkPrint(t interface {
	Helper()
	Fatalf(string, ...any)
}, n *Node) {
	t.Helper()
	for _, s := range []Style{ASCII, Typographic} {
		text := n.Print(s)
		m, err := Parse(text)
		switch {
		case err != nil && err.(*Fault).Code == "too-long":
			return
		case err != nil || !flat(m).Equal(flat(n)):
			t.Fatalf("%v prints as %s, read as %v: %v", n.Polish(true), text, m, err)
		case m.Print(s) != text:
			t.Fatalf("%s prints as %s", text, m.Print(s))
		}
	}
	if v, w := value(n), value(flat(n)); v.Cmp(w) != 0 {
		t.Fatalf("%s is another formula when flat", n)
	}
	if without, found := needless(n.String()); found {
		t.Fatalf("%s could be %s", n, without)
	}
}

// TestNeedless checks that needless finds needless brackets.
func TestNeedless(t *testing.T) {
	for text, want := range map[string]bool{
		"1+(1+1)": true, "1+(2-3)": true, "2*(3/4)": true, "(2*3)/4": true, "-(2*3)": true, "(2)^3": true, "√(4!)": true,
		"2^(3^2)": true, "(-2)*3": true,
		"1-(1+1)": false, "2/(3*4)": false, "(1+1)*1": false, "(2^2)^2": false, "(√9)!": false, "√(2^4)": false,
		"3+(-2)": false, "(-2)^2": false, "2^(-3*4)": false, "-(2+3)": false,
	} {
		if _, got := needless(text); got != want {
			t.Errorf("%s has needless brackets: %v, want %v", text, got, want)
		}
	}
}

// withFactorials puts ! behind some parts of n.
func withFactorials(t *rapid.T, n *Node) *Node {
	if n == nil {
		return nil
	}
	m := &Node{Op: n.Op, Digits: n.Digits, X: withFactorials(t, n.X), Y: withFactorials(t, n.Y)}
	if rapid.IntRange(0, 4).Draw(t, "factorial") == 0 {
		m = New(Fact, m, nil)
	}
	return m
}

// TestPrint prints random trees: nothing is lost, and no bracket is needless.
func TestPrint(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		checkPrint(t, withFactorials(t, trees(4).Draw(t, "n")))
	})
}

func TestPrintFlat(t *testing.T) {
	for in, want := range map[string]string{
		"1+(1+1)": "1+1+1", "(1+1)*((1+1)*(1+1))": "(1+1)*(1+1)*(1+1)", "1+(2-(3+4))": "1+2-(3+4)", "2*(3/(4*5))": "2*3/(4*5)",
		"1-(2-3)": "1-(2-3)", "1+-2": "1+(-2)", "1+(-2+3)": "1+(-2+3)", "2*(-3*4)": "2*(-3*4)", "-(2*3)": "-2*3", "-(2/3)+1": "-2/3+1",
		"2^-(3/2)": "2^-(3/2)", "2^(-3*2)": "2^(-3*2)", "-(-2*3)": "-(-2*3)", "√(-(2*3))": "√(-2*3)", "2^3^4": "2^3^4",
	} {
		n, err := Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := n.String(); got != want {
			t.Errorf("%s prints as %s, want %s", in, got, want)
		}
		checkPrint(t, n)
	}
}

// A quotient to a negative power is turned round, with the same value and digits.
func TestUpright(t *testing.T) {
	for in, want := range map[string]string{
		"3!!-(3!!/3-(3/3!)^-3!)": "(3!)!-((3!)!/3-(3!/3)^3!)", "1/(1/2)^-(1+1)": "1/(2/1)^(1+1)", "√((2/3)^-(1/2)^-2)": "√((3/2)^(2/1)^2)",
		"(1+1/11)^-2": "(1+1/11)^-2", "(2/3)^2": "(2/3)^2", "(2/3/4)^-2": "(2/3/4)^-2",
	} {
		n, err := Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		got := n.Upright()
		v, err := Eval(n)
		w, wrong := Eval(got)
		if got.String() != want || err != nil || wrong != nil || v.String() != w.String() {
			t.Errorf("%s = %v upright is %s = %v, want %s", in, v, got, w, want)
		}
	}
}

func TestBracketed(t *testing.T) {
	for text, want := range map[string]string{
		"8/(3-8/3)":     "8 ÷ (3 − (8 ÷ 3))",
		"1+2+3+4":       "1 + 2 + 3 + 4",
		"1*2*3-4-5":     "((1 × 2 × 3) − 4) − 5",
		"8/2/2":         "(8 ÷ 2) ÷ 2",
		"2*3+4*5":       "(2 × 3) + (4 × 5)",
		"-2+3":          "(−2) + 3",
		"√√8+(√9)!-√4!": "(√√8 + (√9)!) − √(4!)",
		"√(8+8)^2":      "√(8 + 8) ^ 2",
		"7":             "7",
	} {
		n, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got := n.Bracketed(Typographic)
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
		again, err := Parse(n.Bracketed(ASCII))
		if err != nil || again.String() != n.String() {
			t.Errorf("%s is read as %v, %v", n.Bracketed(ASCII), again, err)
		}
	}
}
