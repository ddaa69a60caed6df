package expr

import (
	"cmp"
	"errors"
	"testing"
	"unicode/utf8"

	"reckon/engine/exact"
)

// seeds are added to every corpus of texts; testdata/fuzz has more.
var seeds = []string{
	"8/(3-8/3)", "８×（３−１）＝２４", `2\*3\*\*2`, "√√(8+8)!!", "sqrt 9 + 根号4", "[2+{1+1}]*(3)",
	"4^-(3/2)", "(√2+√3)^2-2*√6", "28!/24!", "9^9^9^9", "99!!!", "2^2^40", "1/(√2+√3+√5)", "(1+2^(1/3))^-2",
	"||(1+3)(2+4)||.", "= 4*3=12, 12×2=24。", "1½", "4加上８乘以٣\n=24", "4*3=12\n12*2=24", "`2(3+4)`",
	"√5+√(22+2*√5)-√(11+2*√29)-√(16-2*√29+2*√(55-10*√29))", "√(1000003*1000033)+√(1000033*1000037)",
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseAnswer(text)
		if err != nil {
			checkPlace(t, text, err)
			return
		}
		parts := []*Node{a.Node}
		for _, c := range a.Claims {
			parts = append(parts, c.Of, c.Makes)
		}
		for _, n := range parts {
			if n.At.Pos < 0 || n.At.End > len(text) || n.At.Pos >= n.At.End {
				t.Errorf("%q stands at %v", text, n.At)
			}
			for _, s := range []Style{ASCII, Typographic} {
				if p := n.Print(s); len(p) <= MaxBytes {
					if m, err := Parse(p); err != nil || !flat(m).Equal(flat(n)) {
						t.Errorf("%q prints as %q, read as %v, %v", text, p, m, err)
					}
				}
			}
		}
	})
}

// checkPlace fails unless err is a *Fault with a place in text.
func checkPlace(t *testing.T, text string, err error) {
	t.Helper()
	var e *Fault
	if !errors.As(err, &e) {
		t.Fatalf("%q fails with %v, not a *Fault", text, err)
	}
	// The Fault of an empty text has no place.
	at := cmp.Or(e.At, &Span{})
	if e.Code == "" || at.Pos < 0 || at.End > len(text) || at.Pos > at.End {
		t.Fatalf("%q fails with %q at %v", text, e.Code, at)
	}
	if utf8.ValidString(text) && !utf8.ValidString(text[at.Pos:at.End]) {
		t.Errorf("%q fails inside a character, at %v", text, at)
	}
}

// FuzzEval checks that a value agrees with floating point and that its text
// evaluates to it. A text that takes long stops the fuzzer.
func FuzzEval(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Parse(text)
		if err != nil {
			return
		}
		v, err := Eval(n)
		if err != nil {
			checkPlace(t, text, err)
			return
		}
		if a, known := approximate(n); known {
			compareFloat(t, n, v, a)
		}
		s := v.String()
		if len(s) > MaxBytes {
			return
		}
		m, err := Parse(s)
		if err != nil {
			if errors.As(err, new(*Fault)) && len(s) < MaxDigits && err.(*Fault).Code != "too-deep" {
				t.Errorf("%q has the text %q: %v", text, s, err)
			}
			return
		}
		w, err := Eval(m)
		if err != nil {
			if !tooLarge(err) {
				t.Errorf("%q has the text %q: %v", text, s, err)
			}
			return
		}
		if c, known := compare(v, w); known && c != 0 {
			t.Errorf("%q is %s, whose text evaluates to %s", text, v, w)
		}
	})
}

// compareFloat checks that v is near a, an approximation that lost some digits.
func compareFloat(t *testing.T, n *Node, v exact.Value, a float64) {
	t.Helper()
	for _, margin := range []float64{-1e-3, 1e-3} {
		bound := exact.Ratio(int64((a+margin)*(1<<24)), 1<<24)
		if c, known := compare(bound, v); known && (margin < 0) != (c < 0) {
			t.Errorf("%s is %s but about %v", n, v, a)
		}
	}
}

// FuzzPrint makes trees of bytes, also some that Parse does not make of any text, prints
// them and reads them back.
func FuzzPrint(f *testing.F) {
	f.Add([]byte{1, 0, 2, 0, 0})
	f.Add([]byte{6, 6, 5, 7, 8, 0, 6, 0})
	f.Fuzz(func(t *testing.T, code []byte) {
		if len(code) > 100 {
			return
		}
		n, _ := build(code, 0)
		checkPrint(t, n)
	})
}

func build(code []byte, depth int) (*Node, []byte) {
	if len(code) == 0 || depth > 40 {
		return Number(7), code
	}
	op, code := Op(code[0]%9), code[1:]
	if op == Num {
		return Number(int64(len(code))), code
	}
	x, code := build(code, depth+1)
	if op >= Neg {
		return New(op, x, nil), code
	}
	y, code := build(code, depth+1)
	return New(op, x, y), code
}
