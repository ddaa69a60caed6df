package terminal

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"reckon/bot/chat"
)

func TestShowsUnicode(t *testing.T) {
	for _, c := range []struct {
		env    map[string]string
		system string
		want   bool
	}{
		{map[string]string{"LANG": "en_US.UTF-8"}, "linux", true},
		{map[string]string{"LANG": "zh_CN.utf8@radical"}, "linux", true},
		{map[string]string{"LANG": "en_US.UTF-8", "LC_ALL": "C"}, "linux", false},
		{map[string]string{"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "linux", true},
		{map[string]string{"LANG": "de_DE.ISO-8859-1"}, "darwin", false},
		{map[string]string{"LC_CTYPE": "UTF-8"}, "darwin", true},
		{nil, "linux", false},
		{nil, "darwin", true},
		{nil, "windows", true},
	} {
		if got := ShowsUnicode(func(name string) string { return c.env[name] }, c.system); got != c.want {
			t.Errorf("%v on %s: %t", c.env, c.system, got)
		}
	}
}

func TestInASCII(t *testing.T) {
	for text, want := range map[string]string{
		"8 ÷ (3 − 8 × ⅓)":          "8 / (3 - 8 * 1/3)",
		"🥇 Ann, fiancé, 安妮":        "1. Ann, fiance, ??",
		"\u2068שרה\u2069 “said” …": "??? \"said\" ...",
		"💡 The last step":          "The last step",
		"\x1b[36m#1\x1b[0m Hint":   "\x1b[36m#1\x1b[0m Hint",
	} {
		if got := inASCII(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// All that the bot says in English can be said in ASCII.
func TestEnglishInASCII(t *testing.T) {
	sentences, err := os.ReadFile("../lang/en.toml")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(sentences)) {
		plain := inASCII(line)
		if strings.Count(plain, "?") != strings.Count(line, "?") {
			t.Errorf("in ASCII there is a sign missing: %s%s", line, plain)
		}
		if regexp.MustCompile(`[^\x00-\x7f]`).MatchString(plain) {
			t.Errorf("this is no ASCII: %q", plain)
		}
	}
}

// In ASCII a mark stands below its place, and nothing is wider than the window, though some signs have another width
// than in Unicode.
func TestPrintASCII(t *testing.T) {
	var out strings.Builder
	f := New(Config{Out: &out, ASCII: true, Columns: func() int { return 30 }})
	_, err := f.print(chat.Reply{
		Face: &chat.Face{Tiles: []string{"3", "½"}, Goal: "make ½", Note: "hard…"},
		Text: []chat.Line{
			{{Style: chat.Pre, Text: "８÷½+√9x"}},
			{{Style: chat.Pre, Text: "       ^ not a sign…"}},
			{{Style: chat.Pre, Text: "8×½+√9+√9+√9+√9+√9+√9+√9x+1+1+1+1+1+1+1"}},
			{{Style: chat.Pre, Text: "                        ^ here"}},
			{{Text: "Use every card once, with √, ½ and …"}},
		},
		Table:   &chat.Table{Rows: [][]string{{"a name that is far too long for a phone…", "5"}}},
		Buttons: [][]chat.Button{{{Label: "Again…"}, {Label: "½"}, {Label: "Hint (−30%)"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = `  [3] [1/2]  make 1/2
  hard...
  8/1/2+sqrt 9x
              ^ not a sign...
  ~sqrt 9+sqrt 9x+1+1+1+1+1+1~
                ^ here
  Use every card once, with
  sqrt, 1/2 and ...
  a name that is far too long
  fo~  5
  #1 Again...  #2 1/2
  #3 Hint (-30%)
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}
