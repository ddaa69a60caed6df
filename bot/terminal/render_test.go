package terminal

import (
	"regexp"
	"strings"
	"testing"

	"reckon/bot/chat"
)

func text(s string) chat.Line { return chat.Line{{Text: s}} }

func TestShow(t *testing.T) {
	for _, c := range []struct {
		name string
		r    chat.Reply
		want string
	}{
		{"silent", chat.Reply{Silent: true, Text: []chat.Line{text("unseen")}}, ""},
		{
			"puzzle",
			chat.Reply{
				Face: &chat.Face{Title: "Daily #12", Tiles: []string{"3", "3", "8", "8"}, Goal: "make 24", Note: "hard: most people need two minutes"},
				Buttons: [][]chat.Button{
					{{Label: "Answer"}, {Label: "Hint"}},
					{{Label: "Give up"}},
				},
			},
			"Daily #12\n" +
				"[3] [3] [8] [8]  make 24          hard: most people need two minutes\n" +
				"#1 Answer  #2 Hint\n" +
				"#3 Give up\n",
		},
		{
			"a long hand pushes its note on",
			chat.Reply{Face: &chat.Face{Tiles: []string{"100", "75", "50", "25", "10", "9"}, Goal: "make 813", Note: "easy"}},
			"[100] [75] [50] [25] [10] [9]  make 813  easy\n",
		},
		{
			"spans and a caret",
			chat.Reply{Tone: chat.Bad, Text: []chat.Line{
				{{Style: chat.Code, Text: "8*3"}, {Text: " leaves out "}, {Style: chat.Strong, Text: "3"}, {Text: "."}},
				{},
				{{Style: chat.Pre, Text: "8/(3-8/3"}},
				{{Style: chat.Pre, Text: "  ^ here"}},
				{{Style: chat.Mention, Text: "Ann", Person: "7"}, {Text: " at "}, {Style: chat.Moment, Text: "12:00", Unix: 1}, {Text: ": "}, {Style: chat.Spoiler, Text: "8"}},
			}},
			"8*3 leaves out 3.\n\n8/(3-8/3\n  ^ here\nAnn at 12:00: 8\n",
		},
		{
			"table",
			chat.Reply{Text: []chat.Line{text("This week")}, Table: &chat.Table{
				Head: []string{"", "player", "points"},
				Rows: [][]string{{"1", "安妮", "150"}, {"10", "Bo", "9"}},
			}},
			"This week\n    player  points\n 1  安妮       150\n10  Bo           9\n",
		},
		{
			"a number column with a word in it",
			chat.Reply{Table: &chat.Table{Rows: [][]string{{"a", "12"}, {"b", "none"}}}},
			"a  12\nb  none\n",
		},
		{"ask", chat.Reply{Ask: &chat.Ask{Data: "d", Title: "Answer", Label: "Expression", Hint: "Type your answer."}}, "Type your answer.\n"},
		{"ask without a hint", chat.Reply{Ask: &chat.Ask{Data: "d", Title: "Answer"}}, "Answer\n"},
		{"a command", chat.Reply{Text: []chat.Line{{{Text: "Try "}, {Style: chat.Slash, Text: "/24 hard"}, {Text: "."}}}}, "Try /24 hard.\n"},
		{
			"nothing steers the screen",
			chat.Reply{Text: []chat.Line{text("\x1b[2Jred\nline\u202e.")}, Table: &chat.Table{Rows: [][]string{{"\x07", "x"}}}},
			" [2Jred line .\n   x\n",
		},
	} {
		if got := render(c.r, plain, 0); got != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, got, c.want)
		}
	}
}

func TestShowColored(t *testing.T) {
	tiles := &chat.Face{Title: "24", Tiles: []string{"3", "根"}, Goal: "make 24", Note: "hard"}
	for _, c := range []struct {
		name string
		r    chat.Reply
		want string
	}{
		{
			"puzzle",
			chat.Reply{Face: tiles, Buttons: [][]chat.Button{{{Label: "Answer"}, {Label: "Hint"}}}},
			"\x1b[1m24\x1b[0m\n" +
				"\x1b[1;33m[3] [根]\x1b[0m  \x1b[1mmake 24\x1b[0m                 \x1b[2mhard\x1b[0m\n" +
				"\x1b[36m#1\x1b[0m Answer  \x1b[36m#2\x1b[0m Hint\n",
		},
		{
			"right: the first line says so",
			chat.Reply{Tone: chat.Good, Text: []chat.Line{{{Text: "Right, "}, {Style: chat.Mention, Text: "Ann"}, {Text: "!"}}, text("More.")}},
			"\x1b[32mRight, \x1b[0m\x1b[1mAnn\x1b[0m\x1b[32m!\x1b[0m\nMore.\n",
		},
		{
			"wrong: the caret's lines do",
			chat.Reply{Tone: chat.Bad, Text: []chat.Line{{{Style: chat.Pre, Text: "8/(3"}}, {{Style: chat.Pre, Text: "  ^"}}, text("More.")}},
			"\x1b[31m8/(3\x1b[0m\n\x1b[31m  ^\x1b[0m\nMore.\n",
		},
		{"nothing of a text's own", chat.Reply{Text: []chat.Line{{{Style: chat.Code, Text: "\x1b[2J"}}}}, "\x1b[36m [2J\x1b[0m\n"},
		{
			"table",
			chat.Reply{Table: &chat.Table{Head: []string{"a"}, Rows: [][]string{{"b"}}}},
			"\x1b[2ma\x1b[0m\nb\n",
		},
	} {
		got := render(c.r, colored, 0)
		if got != c.want {
			t.Errorf("%s:\n%q\nwant:\n%q", c.name, got, c.want)
		}
		if bare := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(got, ""); bare != render(c.r, plain, 0) {
			t.Errorf("%s: without colours\n%s\nwant:\n%s", c.name, bare, render(c.r, plain, 0))
		}
	}
}

func TestColored(t *testing.T) {
	for _, c := range []struct {
		env     map[string]string
		windows bool
		want    bool
	}{
		{map[string]string{"TERM": "xterm-256color"}, false, true},
		// By no-color.org, an empty value means nothing.
		{map[string]string{"TERM": "xterm", "NO_COLOR": ""}, false, true},
		{map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, false, false},
		{map[string]string{"TERM": "dumb"}, false, false},
		{nil, false, false},
		{nil, true, false},
		{map[string]string{"WT_SESSION": "a"}, true, true},
		{map[string]string{"WT_SESSION": "a", "NO_COLOR": "0"}, true, false},
	} {
		if got := Colored(func(name string) string { return c.env[name] }, c.windows); got != c.want {
			t.Errorf("%v, Windows %v: %v", c.env, c.windows, got)
		}
	}
}

func TestLocale(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{nil, ""},
		{map[string]string{"LANG": "zh_CN.UTF-8"}, "zh-CN"},
		{map[string]string{"LANG": "zh_TW@radical", "LC_ALL": ""}, "zh-TW"},
		{map[string]string{"LANG": "zh_CN.UTF-8", "LC_ALL": "C.UTF-8"}, ""},
		{map[string]string{"LANG": "de_DE", "LC_MESSAGES": "en_GB"}, "en-GB"},
	} {
		if got := Locale(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %q, want %q", c.env, got, c.want)
		}
	}
}

// A picture is told in words, unless a table says the same.
func TestPictureBesideATable(t *testing.T) {
	for _, hasTable := range []bool{false, true} {
		r := chat.Reply{Picture: &chat.Picture{Kind: "stats", Alt: "points: 7"}}
		if hasTable {
			r.Table = &chat.Table{Rows: [][]string{{"points", "7"}}}
		}
		got := render(r, plain, 0)
		if isTold := strings.Contains(got, "| points: 7"); isTold == hasTable {
			t.Errorf("with a table %t: it prints %q", hasTable, got)
		}
	}
}

// A name that is written from right to left does not turn the calculation behind it, nor the columns of a table.
func TestNamesTurnNothing(t *testing.T) {
	r := chat.Reply{Text: []chat.Line{{
		{Style: chat.Strong, Text: "שרה"}, {Text: " "}, {Style: chat.Code, Text: "8 / (3 - 8/3)"}, {Text: " · Ann"},
	}}, Table: &chat.Table{Rows: [][]string{{"1", "שרה", "20"}}}}
	got := render(r, plain, 0)
	const want = "\u2068שרה\u2069 8 / (3 - 8/3) · Ann\n1  \u2068שרה\u2069  20\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
