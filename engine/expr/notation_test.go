package expr

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"reckon/engine/exact"
	"reckon/engine/property"
)

const example = "7+9/3*5-8/2+6/2*5"

func TestPolish(t *testing.T) {
	for _, tt := range []struct{ in, prefix, postfix string }{
		{example, "+ - + 7 * / 9 3 5 / 8 2 * / 6 2 5", "7 9 3 / 5 * + 8 2 / - 6 2 / 5 * +"},
		{"8/(3-8/3)", "/ 8 - 3 / 8 3", "8 3 8 3 / - /"},
		{"15+8+7-6", "- + + 15 8 7 6", "15 8 + 7 + 6 -"},
		{"-2^√9!", "~ ^ 2 √ ! 9", "2 9 ! √ ^ ~"},
	} {
		n, err := Parse(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		if got := n.Polish(true); got != tt.prefix {
			t.Errorf("Prefix of %s is %s, want %s", tt.in, got, tt.prefix)
		}
		if got := n.Polish(false); got != tt.postfix {
			t.Errorf("Postfix of %s is %s, want %s", tt.in, got, tt.postfix)
		}
	}
}

func TestTree(t *testing.T) {
	n, err := Parse("8/(3-√4)")
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range map[Style]string{
		ASCII:       "/\n|- 8\n`- -\n   |- 3\n   `- √\n      `- 4",
		Typographic: "÷\n├─ 8\n└─ −\n   ├─ 3\n   └─ √\n      └─ 4",
	} {
		if diff := cmp.Diff(want, strings.Join(n.Tree(s), "\n")); diff != "" {
			t.Errorf("tree differs (-want +got):\n%s", diff)
		}
	}
}

func TestSteps(t *testing.T) {
	for in, want := range map[string][]string{
		example:        {"9/3 = 3", "3*5 = 15", "7+15 = 22", "8/2 = 4", "22-4 = 18", "6/2 = 3", "3*5 = 15", "18+15 = 33"},
		"8/(3-8/3)":    {"8/3 = 8/3", "3-8/3 = 1/3", "8/(1/3) = 24"},
		"(1-13)*(1-3)": {"1-13 = -12", "1-3 = -2", "-12*(-2) = 24"},
		"(√8+1)^2":     {"√8 = 2*√2", "2*√2+1 = 1+2*√2", "(1+2*√2)^2 = 9+4*√2"},
	} {
		n, err := Parse(in)
		if err != nil {
			t.Fatal(err)
		}
		steps, err := Steps(n)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range steps {
			got = append(got, s.Print(ASCII))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("steps of %s differ (-want +got):\n%s", in, diff)
		}
	}
	n, err := Parse("8/(3-8/3)")
	if err != nil {
		t.Fatal(err)
	}
	steps, err := Steps(n)
	if err != nil || steps[0].Print(Typographic) != "8÷3 = 8/3" || steps[2].Print(Typographic) != "8÷(1/3) = 24" {
		t.Errorf("steps in print: %v, %v", steps, err)
	}
	n, err = Parse("4+1/(2-2)")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Steps(n); err == nil || err.Error() != "div-zero at=4" {
		t.Errorf("Steps(%s) fails with %v, want div-zero at=4", n, err)
	}
}

// TestStepsAreEquations reads both sides of every step.
func TestStepsAreEquations(t *testing.T) {
	signs := regexp.MustCompile(`[-+*/−×÷][-+−]`)
	property.Check(t, func(t *rapid.T) {
		n := trees(4).Draw(t, "tree")
		steps, err := Steps(n)
		if err != nil {
			t.Skip(err)
		}
		for _, s := range steps {
			for _, style := range []Style{ASCII, Typographic} {
				text := s.Print(style)
				if len(text) > MaxDigits {
					continue
				}
				left, right, _ := strings.Cut(text, " = ")
				x, y := evalText(t, left), evalText(t, right)
				if c, known := compare(x, y); known && c != 0 {
					t.Fatalf("%s has the step %s", n, text)
				}
				if signs.MatchString(text) {
					t.Fatalf("%s has the step %s, in which two signs stand together", n, text)
				}
			}
		}
	})
}

func evalText(t *rapid.T, text string) exact.Value {
	n, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	v, err := Eval(n)
	if err != nil {
		t.Skip(err) // too large to check
	}
	return v
}
