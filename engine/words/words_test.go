package words

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestLists(t *testing.T) {
	for _, tt := range []struct {
		name string
		list string
		size int
	}{{"large", large, 142982}, {"common", common, 29881}} {
		n, last := 0, ""
		graph(tt.list).walk(func(word []byte) {
			w := string(word)
			if w <= last || len(w) < MinLength || len(w) > MaxLength || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
				t.Fatalf("%s: %q after %q", tt.name, w, last)
			}
			if !graph(tt.list).has(w) || !Has(w) {
				t.Fatalf("%s: %q is not found", tt.name, w)
			}
			n, last = n+1, w
		})
		if n != tt.size {
			t.Errorf("%s has %d words, want %d", tt.name, n, tt.size)
		}
	}
}

func TestHas(t *testing.T) {
	for _, tt := range []struct {
		word        string
		has, common bool
	}{
		{"entertain", true, true},
		{"colour", true, true},
		{"color", true, false},
		{"qi", true, false},
		{"qy", false, false},
		{"entertai", false, false},
		{"entertaine", false, false},
		{"", false, false},
		{"Entertain", false, false},
		{"é", false, false},
		{"zzzzzzzzzzzz", false, false},
	} {
		if has, common := Has(tt.word), Common(tt.word); has != tt.has || common != tt.common {
			t.Errorf("%q: %v, %v", tt.word, has, common)
		}
	}
}

func TestBlocked(t *testing.T) {
	if len(blocked)%4 != 0 || len(blocked) == 0 {
		t.Fatalf("%d bytes", len(blocked))
	}
	for i := 1; i < len(blocked)/4; i++ {
		if number(blocked, i-1) >= number(blocked, i) {
			t.Fatal("hashes are not sorted at", i)
		}
	}
	n := 0
	graph(large).walk(func(word []byte) {
		if Blocked(string(word)) {
			n++
		}
	})
	// Besides the words themselves, one in some thousands by chance.
	if hashes := len(blocked) / 4; n < hashes || n > hashes+5 {
		t.Errorf("%d words are blocked by %d hashes", n, hashes)
	}
	for _, w := range []string{"entertain", "therapist", "grapevine", "mathematics"} {
		if Blocked(w) {
			t.Errorf("%s is blocked", w)
		}
	}
	if !Blocked("murderers") {
		t.Error("murderers is not blocked")
	}
}

func fits(word, letters string) bool {
	for i := range len(word) {
		if c := word[i : i+1]; !strings.Contains(letters, c) || strings.Count(word, c) > strings.Count(letters, c) {
			return false
		}
	}
	return true
}

// What can be spelt is what a search of the whole list finds.
func TestWithin(t *testing.T) {
	var all []string
	graph(large).walk(func(word []byte) {
		all = append(all, string(word))
	})
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.StringMatching(`[a-z]{0,4}[aeinrst]{1,5}`).Draw(t, "letters")
		var want []string
		for _, w := range all {
			if fits(w, letters) && !Blocked(w) {
				want = append(want, w)
			}
		}
		got := Within(letters)
		for i := 1; i < len(got); i++ {
			if len(got[i-1]) < len(got[i]) || len(got[i-1]) == len(got[i]) && Common(got[i]) && !Common(got[i-1]) {
				t.Fatalf("%s stands before %s", got[i-1], got[i])
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestAnagrams(t *testing.T) {
	for letters, want := range map[string]string{"edonst": "[stoned]", "rtiangle": "[alerting altering integral relating tanglier triangle]", "qqq": "[]"} {
		got := Anagrams(letters)
		if s := "[" + strings.Join(got, " ") + "]"; s != want {
			t.Errorf("%s: %s, want %s", letters, s, want)
		}
	}
}

func TestRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Entertain", "entertain"},
		{" e n, t-e.r ", "enter"},
		{"ＡＺａｚ", "azaz"},
		{"", "word.empty"},
		{" - ", "word.empty"},
		{"caf\u00e9", "word.letter text=\u00e9 at=3"},
		{"a1", "word.letter text=1 at=1"},
		{"a\xff", "word.letter text=\ufffd at=1"},
		{"\u212a", "word.letter text=\u212a at=0"}, // the sign of kelvin
		{strings.Repeat("a", 201), "too-long limit=200 unit=bytes"},
	} {
		got, err := Read(tt.text)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("Read(%q): %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestCompare(t *testing.T) {
	want := Difference{Extra: []string{"z"}, Repeated: []string{"a"}, Missing: []string{"c"}}
	if diff := cmp.Diff(want, Compare("abaazz", "cabac")); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkWithin(b *testing.B) {
	for b.Loop() {
		Within("aeeilnrst")
	}
}
