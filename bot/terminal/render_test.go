package terminal

import (
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
				"(1) Answer  (2) Hint\n" +
				"(3) Give up\n",
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
		if got := Show(c.r); got != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, got, c.want)
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
