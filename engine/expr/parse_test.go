package expr

import (
	"cmp"
	"errors"
	"strings"
	"testing"
)

func TestParsePrints(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"8 / (3 - 8/3)", "8/(3-8/3)"},
		{"(15+8)+(7-6)", "15+8+7-6"},
		{"((15+8)+7)-6", "15+8+7-6"},
		{"８×（３＋１）", "8*(3+1)"},
		{`2\*3\*\*2`, "2*3^2"},
		{"2**3 x 4·5⋅6＊7X8", "2^3*4*5*6*7*8"},
		{"8÷2:2∶1／1", "8/2/2/1/1"},
		{"8−1–1—1－1", "8-1-1-1-1"},
		{"[2+{1+1}]*(3)", "(2+1+1)*3"},
		{"-2^2", "-2^2"},
		{"(-2)^2", "(-2)^2"},
		{"2^3^2", "2^3^2"},
		{"(2^3)^2", "(2^3)^2"},
		{"√2^4", "√2^4"},
		{"√(2^4)", "√(2^4)"},
		{"sqrt(9)!", "√9!"},
		{"(√9)!", "(√9)!"},
		{"根号9+SQRT 4", "√9+√4"},
		{"3!!", "(3!)!"},
		{"3‼", "(3!)!"},
		{"4^-(3/2)", "4^-(3/2)"},
		{"3--2", "3-(-2)"},
		{"+5", "5"},
		{"--5", "-(-5)"},
		{"2(3+1)", "2*(3+1)"},
		{"(1+3)(2+4)", "(1+3)*(2+4)"},
		{"(1+3)2(2+4)!", "(1+3)*2*(2+4)!"},
		{"-2(3)^2", "-2*3^2"},
		{"2^3(1+1)", "2^3*(1+1)"},
		{"√4(5)", "√4*5"},
		{"4√4", "4*√4"},
		{"√4!√4!", "√4!*√4!"},
		{"4√(4)+1.5", "4*√4+1.5"},
		{"3!(2)", "3!*2"},
		{"(8/2)(3+1)", "8/2*(3+1)"},
		{"8/2*3(1+1)", "8/2*3*(1+1)"},
		{"½", "1/2"},
		{"6/¼-1", "6/(1/4)-1"},
		{"½^⅒", "(1/2)^(1/10)"},
		{"½(3+5)", "1/2*(3+5)"},
		{"٣+۴*५", "3+4*5"},
		{"𝟙𝟚+𝟬𝟿", "12+09"},
		{"8加上3减去2乘以5除以1", "8+3-2*5/1"},
		{"8加3減2乘5除1", "8+3-2*5/1"},
	} {
		n, err := Parse(tt.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.in, err)
			continue
		}
		if got := n.String(); got != tt.want {
			t.Errorf("Parse(%q) = %s, want %s", tt.in, got, tt.want)
		}
		checkPrint(t, n)
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct {
		in, code string
		at       Span
	}{
		{"", "syntax.empty", Span{0, 0}},
		{"  ", "syntax.empty", Span{0, 2}},
		{"8/(3-8/3", "syntax.unclosed", Span{2, 3}},
		{"８÷（3", "syntax.unclosed", Span{5, 8}},
		{"3)", "syntax.unopened", Span{1, 2}},
		{")", "syntax.unopened", Span{0, 1}},
		{"(3]", "syntax.mismatch", Span{2, 3}},
		{"3 3", "syntax.operator", Span{2, 3}},
		{"8/2(3+1)", "syntax.operator", Span{3, 4}},
		{"8÷2½(3+1)", "syntax.operator", Span{4, 6}},
		{"3½", "syntax.operator", Span{1, 3}},
		{"3,3", "syntax.unexpected", Span{1, 2}},
		{"8/2√4", "syntax.operator", Span{3, 6}},
		{"3+", "syntax.operand", Span{2, 2}},
		{"3+*4", "syntax.operand", Span{2, 3}},
		{"()", "syntax.operand", Span{1, 2}},
		{"* *", "syntax.operand", Span{0, 1}},
		{"3××3", "syntax.operand", Span{3, 5}},
		{"3+a", "syntax.unexpected", Span{2, 3}},
		{"3+你好!", "syntax.unexpected", Span{2, 8}},
		{"3+1.5.5", "syntax.unexpected", Span{5, 6}},
		{"8*3=24", "syntax.equals", Span{3, 4}},
		{strings.Repeat("(", MaxDepth+1), "too-deep", Span{MaxDepth, MaxDepth + 1}},
		{strings.Repeat("-", 1000) + "1", "too-deep", Span{MaxDepth, MaxDepth + 1}},
		{strings.Repeat("1", MaxDigits+1), "too-long", Span{0, MaxDigits + 1}},
		{strings.Repeat("1", 1<<20), "too-long", Span{MaxBytes, 1 << 20}},
	} {
		_, err := Parse(tt.in)
		var e *Fault
		if !errors.As(err, &e) || e.Code != tt.code || *cmp.Or(e.At, &Span{}) != tt.at {
			t.Errorf("Parse(%.20q) fails with %v, want %s at %v", tt.in, err, tt.code, tt.at)
		}
	}
}

func TestEval(t *testing.T) {
	for _, tt := range []struct{ in, want, mixed string }{
		{"8/(3-8/3)", "24", "24"},
		{"8*(3-1/3)", "64/3", "21 1/3"},
		{"-8*(3-1/3)", "-64/3", "-21 1/3"},
		{"1/3", "1/3", "1/3"},
		{"2^-3", "1/8", "1/8"},
		{"(√9)!", "6", "6"},
		{"9999999999*9999999999", "99999999980000000001", "99999999980000000001"},
	} {
		n, err := Parse(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		v, err := Eval(n)
		if err != nil || v.String() != tt.want || v.Mixed() != tt.mixed {
			t.Errorf("Eval(%s) = %s, %s, %v, want %s", tt.in, v, v.Mixed(), err, tt.want)
		}
	}
}
