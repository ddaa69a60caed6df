package terminal

import "testing"

func TestWrap(t *testing.T) {
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
		if got := wrap(c.text, c.columns); got != c.want {
			t.Errorf("%s:\n%q\nwant\n%q", c.name, got, c.want)
		}
	}
}
