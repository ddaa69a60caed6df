package terminal

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"reckon/bot/chat"
)

func TestWrapped(t *testing.T) {
	for _, c := range []struct {
		name    string
		columns int
		text    string
		want    string
	}{
		{"any width", 0, "as long as it is\n", "as long as it is\n"},
		{"between words", 10, "one two three four\nfive\n", "one two\nthree four\nfive\n"},
		{"exactly", 7, "one two\n", "one two\n"},
		{"a word that is too wide", 5, "a https://reckon b\n", "a\nhttps://reckon\nb\n"},
		{"the beginning of a line", 8, "  ^ here it is\n", "  ^ here\nit is\n"},
		{"columns of a table", 12, "1  Ann   50\n", "1  Ann   50\n"},
		{"an empty line", 3, "a\n\nb\n", "a\n\nb\n"},
		{"Chinese", 8, "加四乘以三，行。\n", "加四乘以\n三，行。\n"},
		{"a full stop begins no line", 8, "加四乘。\n", "加四乘。\n"},
		{"a full stop that has no room", 6, "加四乘。以\n", "加四\n乘。以\n"},
		{"Chinese and digits", 8, "做出24分\n", "做出24分\n"},
		{"colours take no room", 7, "\x1b[36mone\x1b[0m \x1b[1mtwo\x1b[0m three\n", "\x1b[36mone\x1b[0m \x1b[1mtwo\x1b[0m\nthree\n"},
		{"a space at which no line breaks", 9, "#1 a #2" + noBreak + "b c\n", "#1 a #2 b\nc\n"},
		{"a mark stays with its sign", 4, "ab 🏆\ufe0f🏆\n", "ab\n🏆\ufe0f🏆\n"},
	} {
		if got := wrapped(c.text, c.columns); got != c.want {
			t.Errorf("%s:\n%q\nwant\n%q", c.name, got, c.want)
		}
	}
}

// In a narrow window buttons stay whole, a note has a line of its own, and a mark stands below its place.
func TestNarrow(t *testing.T) {
	r := chat.Reply{
		Face: &chat.Face{Tiles: []string{"3", "3", "8", "8"}, Goal: "make 24", Note: "very hard"},
		Text: []chat.Line{
			{{Style: chat.Pre, Text: "8*(3-8/3+100000000+2000000000+30000000x0+400"}},
			{{Style: chat.Pre, Text: "                                      ^ not a sign that I know"}},
		},
		Buttons: [][]chat.Button{{{Label: "Answer"}, {Label: "Hint (−30%)"}, {Label: "Give up"}}},
	}
	const want = "[3] [3] [8] [8]  make 24\nvery hard\n" +
		"…000+2000000000+30000000x0+400\n                        ^ not\na sign that I know\n" +
		"#1 Answer  #2 Hint (−30%)\n#3 Give up\n"
	if got := render(r, plain, 30); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestComplete(t *testing.T) {
	menu := []chat.MenuCommand{
		{Name: "24", Args: []chat.MenuArg{{Name: "level", Choices: []chat.MenuChoice{{Value: "easy"}, {Value: "hard"}, {Value: "hardest"}}}}},
		{Name: "letters"},
		{Name: "league"},
	}
	buttons := []chat.Button{{Label: "Hint (−30%)"}, {Label: "Give up"}}
	for line, want := range map[string]string{
		"/":           "|/24 ,/letters ,/league ,/quit",
		"/le":         "|/letters ,/league ",
		"/LET":        "|/letters ",
		"/24 ":        "/24 |easy,hard,hardest",
		"/24 3 3 ha":  "/24 3 3 |hard,hardest",
		"/letters e":  "/letters |",
		"/nothing ":   "/nothing |",
		"hi":          "|Hint (−30%)",
		"":            "|Hint (−30%),Give up,quit",
		"8/(3-8/3":    "|",
		"Give up now": "|",
	} {
		head, words := complete(menu, buttons, line)
		if got := head + "|" + strings.Join(words, ","); got != want {
			t.Errorf("%q becomes %q, want %q", line, got, want)
		}
	}
}

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
