package exact

import (
	"math/big"
	"math/bits"
	"strings"

	"reckon/engine/whole"
)

// String returns the exact value of a settled v, as an expression that evaluates to
// it: "24", "-64/3", "3*√2/2-1", "2^(1/3)", "√(1+√2)". A value that is not
// settled has a String too, but not always the simplest.
func (v Value) String() string {
	switch {
	case v.form == nil:
		return v.peek().RatString()
	case v.form.rat != nil:
		return v.form.rat.RatString()
	case v.form.alg != nil:
		return v.form.alg.text()
	}
	var s strings.Builder
	for i, t := range v.form.terms {
		text := t.text()
		if i > 0 && text[0] != '-' {
			s.WriteByte('+')
		}
		s.WriteString(text)
	}
	return s.String()
}

// Mixed returns String, but an improper fraction is a mixed number: "21 1/3".
func (v Value) Mixed() string {
	if !v.IsRat() || v.IsInt() {
		return v.String()
	}
	r := v.peek()
	whole, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if whole.Sign() == 0 {
		return v.String()
	}
	return whole.String() + " " + new(big.Rat).SetFrac(rest.Abs(rest), r.Denom()).RatString()
}

func (t term) text() string {
	r := t.coef.peek()
	var parts []string
	isUnit := r.Num().IsInt64() && whole.Abs(r.Num().Int64()) == 1
	if !isUnit || len(t.rad) == 0 {
		parts = append(parts, new(big.Int).Abs(r.Num()).String())
	}
	parts = append(parts, radText(t.rad)...)
	s := strings.Join(parts, "*")
	if r.Sign() < 0 {
		s = "-" + s
	}
	if !r.IsInt() {
		s += "/" + r.Denom().String()
	}
	return s
}

// radText writes powers, joining the bases of square roots: √6, not √2*√3.
func radText(list []factor) []string {
	var parts []string
	joined := big.NewInt(1)
	for _, f := range list {
		if !f.base.fact && f.exp == fracOf(1, 2) {
			joined.Mul(joined, f.base.int())
			continue
		}
		s := f.base.int().String()
		if f.base.fact {
			s += "!"
		}
		den := f.exp.Den
		isNestedRoot := f.exp.Num == 1 && den&(den-1) == 0 && den <= 16
		switch {
		case f.exp == fracOf(1, 1):
			// An exponent of 1 is not written.
		case isNestedRoot:
			s = strings.Repeat("√", bits.TrailingZeros64(uint64(den))) + s
		default:
			exp := Value{small: f.exp}.String()
			if den != 1 {
				exp = "(" + exp + ")"
			}
			s += "^" + exp
		}
		parts = append(parts, s)
	}
	if joined.Cmp(one) > 0 {
		parts = append(parts, "√"+joined.String())
	}
	return parts
}

func (a *algebraic) text() string {
	x := a.x.String()
	switch a.op {
	case opAdd:
		y := a.y.String()
		if y[0] == '-' {
			return x + y
		}
		return x + "+" + y
	case opMul:
		y := bracketed(a.y.String(), "+-/")
		if a.x.Is(-1) {
			return "-" + y
		}
		return bracketed(x, "+-") + "*" + y
	case opInverse:
		return "1/(" + x + ")"
	case opRoot:
		if a.n == 2 {
			return "√(" + x + ")"
		}
		return "(" + x + ")^(1/" + Int(a.n).String() + ")"
	}
	return "(" + x + ")^" + Int(a.n).String()
}

// bracketed puts s into brackets if one of signs is outside all brackets. With "/" among the
// signs s is the second factor; the first needs no brackets for a minus at its beginning.
func bracketed(s, signs string) string {
	isSecond := strings.Contains(signs, "/")
	depth := 0
	for i, c := range s {
		switch c {
		case '(':
			depth++
			continue
		case ')':
			depth--
			continue
		}
		mayNeed := i > 0 || isSecond
		if mayNeed && depth == 0 && strings.ContainsRune(signs, c) {
			return "(" + s + ")"
		}
	}
	return s
}
