package expr

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"reckon/engine/property"
)

// outline writes an answer as one text: the expression, and each claim.
func outline(a Answer) string {
	s := a.Node.String()
	for _, c := range a.Claims {
		s += fmt.Sprintf("; %s=%s", c.Of, c.Makes)
		if c.Final {
			s += " all"
		}
	}
	return s
}

// understood parses a text, or the first of its readings that can be parsed.
func understood(text string) (Answer, error) {
	a, err := ParseAnswer(text)
	for _, r := range ReadMessage(text, true).Readings() {
		if b, readErr := ParseAnswer(r.Text); err != nil && readErr == nil {
			return b, nil
		}
	}
	return a, err
}

func TestParseAnswer(t *testing.T) {
	for text, want := range map[string]string{
		"24":        "24",
		"8*3":       "8*3",
		"8*3=24":    "8*3; 8*3=24 all",
		"8*3 ＝ ２5":  "8*3; 8*3=25 all",
		"8*3=":      "8*3",
		"24=8*3":    "8*3; 8*3=24 all",
		"3=3":       "3; 3=3 all",
		"8*3=24=24": "8*3; 8*3=24 all; 8*3=24 all",
		"24=8*3=24": "8*3; 8*3=24 all; 8*3=24 all",
		"8*3=24.0":  "8*3; 8*3=24.0 all",
		"8*3等于24":   "8*3; 8*3=24 all",
		"8*3\n=24":  "8*3; 8*3=24 all",
		"8*\n(3+1)": "8*(3+1)",
		// Signs around an answer.
		"=8*3":                "8*3",
		"= 8*3 = 24":          "8*3; 8*3=24 all",
		"8*3.":                "8*3",
		"8*3=24。":             "8*3; 8*3=24 all",
		`"8*3"`:               "8*3",
		"“8*3.”":              "8*3",
		"「8×3＝24」。":           "8*3; 8*3=24 all",
		"||8*3||":             "8*3",
		"|| `=8*3` ||.":       "8*3",
		"```\n8*3\n```":       "8*3",
		"'(8)(3)'":            "8*3",
		" \u3000\"8*3 = 24\"": "8*3; 8*3=24 all",
		// Steps.
		"4*3=12, 12*2=24":                "4*3*2; 4*3=12; 4*3*2=24 all",
		"4*3=12，12*2":                    "4*3*2; 4*3=12",
		"4*3=12; 12*2=24.":               "4*3*2; 4*3=12; 4*3*2=24 all",
		"4*3=12\n12*2=24\n":              "4*3*2; 4*3=12; 4*3*2=24 all",
		"4*3=12\r\n(12)(2)=24":           "4*3*2; 4*3=12; 4*3*2=24 all",
		"1+3=4\n2+4=6\n4*6=24":           "4*(2+1+3); 1+3=4; 2+1+3=6; 4*(2+1+3)=24 all",
		"2+2=4, 4*4=16, 16+8=24":         "(2+2)*4+8; 2+2=4; (2+2)*4=16; (2+2)*4+8=24 all", // one 4 is a result, one a card
		"4=1+3, 24=4*6":                  "(1+3)*6; 1+3=4; (1+3)*6=24 all",
		"8/3=8/3, 3-8/3=1/3, 8/(1/3)=24": "8/(3-8/3); 8/3=8/3; 3-8/3=1/3; 8/(3-8/3)=24 all",
		"3-8=-5, 5*(-5)=-25":             "5*(3-8); 3-8=-5; 5*(3-8)=-25 all",
		"8*3=24, 24":                     "8*3; 8*3=24",
		"4*3=13, 13*2=24":                "4*3*2; 4*3=13; 4*3*2=24 all", // the caller compares
	} {
		a, err := understood(text)
		if err != nil {
			t.Errorf("ParseAnswer(%q): %v", text, err)
			continue
		}
		if got := outline(a); got != want {
			t.Errorf("ParseAnswer(%q) = %s, want %s", text, got, want)
		}
	}
}

// TestAgain parses answers that use a result more than once.
func TestAgain(t *testing.T) {
	for text, want := range map[string]string{
		"9*9":                         "9*9",
		"9+9=18, 18*18=324":           "(9+9)*(9+9)",
		"9/9=1; 1+1=2; 2^2-2":         "(9/9+9/9)^(9/9+9/9)-(9/9+9/9)",
		"4*3=12, 12*2=24":             "4*3*2",
		"2+2=4, 4*4=16, 16+16=32, 32": "(2+2)*(2+2)+(2+2)*(2+2)",
	} {
		a, err := ParseAnswer(text)
		if err != nil || a.Again.String() != want {
			t.Errorf("ParseAnswer(%q) is, again, %v, want %s: %v", text, a.Again, want, err)
		}
	}
	// A result doubled again and again outgrows any text.
	text := "9*9=2"
	for i := 2; i < MaxSteps; i++ {
		text += fmt.Sprintf(",%d*%d=%d", i, i, i+1)
	}
	var e *Fault
	if _, err := ParseAnswer(text); !errors.As(err, &e) || e.Code != "too-long" {
		t.Errorf("%.20s… fails with %v, want too-long", text, err)
	}
}

func TestParseAnswerErrors(t *testing.T) {
	deep := "1-1=2"
	for i := 2; i < MaxSteps; i++ {
		deep += fmt.Sprintf(",1-(1-(1-(1-(1-%d))))=%d", i, i+1)
	}
	many := strings.Repeat("1+1=2,", MaxSteps)
	for _, tt := range []struct {
		text, code string
		at         Span
		want       string // Args "want"
	}{
		{"", "syntax.empty", Span{0, 0}, ""},
		{"8*(3=24)", "syntax.unclosed", Span{2, 3}, ""},
		{"8*3...", "syntax.unexpected", Span{3, 4}, "operator"},
		{"3a", "syntax.unexpected", Span{1, 2}, "operator"},
		{"(3)a", "syntax.unexpected", Span{3, 4}, "operator"},
		{"3!a", "syntax.unexpected", Span{2, 3}, "operator"},
		{"½a", "syntax.unexpected", Span{2, 3}, "operator"},
		{"3+a", "syntax.unexpected", Span{2, 3}, "number"},
		{"||8*3", "syntax.unexpected", Span{0, 1}, "number"},
		{"8*3, 4", "syntax.unexpected", Span{3, 4}, "operator"},
		{"8*3=24,", "syntax.operand", Span{7, 7}, ""},
		{"9!=362,880", "syntax.operator", Span{7, 10}, ""},
		{"4*3=12\n5", "syntax.operator", Span{7, 8}, ""},
		{"4*3=12 12*2=24", "syntax.operator", Span{7, 9}, ""},
		{"(4*3=12, 12*2)", "syntax.unclosed", Span{0, 1}, ""},
		{"4*3=12, 12*", "syntax.operand", Span{11, 11}, ""},
		{deep, "too-deep", Span{0, len(deep)}, ""},
		{many + "3+1", "too-long", Span{len(many), len(many) + 3}, ""},
	} {
		_, err := ParseAnswer(tt.text)
		var e *Fault
		if !errors.As(err, &e) || e.Code != tt.code || *cmp.Or(e.At, &Span{}) != tt.at {
			t.Errorf("ParseAnswer(%.30q) fails with %v, want %s at %v", tt.text, err, tt.code, tt.at)
			continue
		}
		if want, _ := e.Args["want"].(string); want != tt.want {
			t.Errorf("ParseAnswer(%.30q) wants %q, want %q", tt.text, want, tt.want)
		}
	}
}

// sums draws expressions of + and *, whose results are all whole.
func sums(depth int) *rapid.Generator[*Node] {
	return rapid.Custom(func(t *rapid.T) *Node {
		if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
			return Number(rapid.Int64Range(0, 9).Draw(t, "number"))
		}
		return New(rapid.SampledFrom([]Op{Add, Mul}).Draw(t, "op"), sums(depth-1).Draw(t, "x"), sums(depth-1).Draw(t, "y"))
	})
}

// TestStepsAreRead writes an expression as steps and parses them: the answer has the
// same numbers and the same value.
func TestStepsAreRead(t *testing.T) {
	property.Check(t, func(t *rapid.T) {
		n := New(Add, sums(3).Draw(t, "n"), Number(1))
		steps, err := Steps(n)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, s := range steps {
			lines = append(lines, s.Print(ASCII))
		}
		text := strings.Join(lines, rapid.SampledFrom([]string{", ", "\n", "；"}).Draw(t, "separator"))
		a, err := ParseAnswer(text)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		v, err := Eval(a.Node)
		if want := steps[len(steps)-1].Value.String(); err != nil || v.String() != want {
			t.Fatalf("%q is %s = %s, want %s: %v", text, a.Node, v, want, err)
		}
		if got, want := tiles(a.Node), tiles(n); !slices.Equal(got, want) {
			t.Fatalf("%q is %s, of %v, want %v", text, a.Node, got, want)
		}
		if len(a.Claims) != len(steps) || !a.Claims[len(steps)-1].Final {
			t.Fatalf("%q has %d claims, want %d", text, len(a.Claims), len(steps))
		}
	})
}

func tiles(n *Node) (list []string) {
	for _, m := range n.Numbers() {
		list = append(list, m.Digits)
	}
	slices.Sort(list)
	return list
}

func TestDigits(t *testing.T) {
	for text, want := range map[string]byte{"0": '0', "9": '9', "９": '9', "٠": '0', "٩": '9', "۳": '3', "๕": '5', "𝟘": '0', "𝟵": '9'} {
		r := []rune(text)[0]
		if got, ok := digit(r); !ok || got != want {
			t.Errorf("digit(%s) = %c, %v, want %c", text, got, ok, want)
		}
	}
	for _, r := range "/:a²½Ⅳ四" {
		if got, ok := digit(r); ok {
			t.Errorf("digit(%c) = %c", r, got)
		}
	}
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"24": "24", "２４": "24", "٢٤": "24", "＃": "#", "Ｋ": "K", "\u3000": " ", "−–－": "---", "＋＝": "+=", "，；": ",;", "、éx:√×": "、éx:√×",
	} {
		if got := strings.Map(Plain, in); got != want {
			t.Errorf("%s in plain is %s, want %s", in, got, want)
		}
	}
}
