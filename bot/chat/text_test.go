package chat_test

import (
	"testing"

	"reckon/bot/chat"
)

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"Ann 小明 שלום":        "Ann 小明 שלום",
		"a\nb\tc\x00\x1b[2J": "a b c  [2J",
		"a\u2028b\u2029c":    "a b c",
		"\xffx":              "\uFFFDx",
		"\u202eevil\u202c":   " evil ",
		"\u2067evil\u2069":   " evil ",
		// A mark stays, because it does not turn the direction of the text after it.
		"a\u200fb": "a\u200fb",
	} {
		if got := chat.OneLine(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// A name is changed so that no network shows it as a link or a mention. To change it again changes nothing.
func TestPersonName(t *testing.T) {
	for in, want := range map[string]string{
		"t.me/casino": "t. me/casino", "www.evil.example": "www. evil. example", "Win at https://evil.example/x?a=b": "Win at https: //evil. example/x?a=b",
		"discord.gg/abc": "discord. gg/abc", "tg://join": "tg: //join", "@casino_bot": "@ casino_bot", "казино.рф": "казино. рф",
		"J.R. Tolkien": "J.R. Tolkien", "Dr. No": "Dr. No", "Ann 4.5": "Ann 4.5", "小明": "小明", "a\nb": "a b",
	} {
		got := chat.PersonName(in)
		if got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
		if again := chat.PersonName(got); again != got {
			t.Errorf("%q is %q, and changed again %q", in, got, again)
		}
	}
}

func TestIsBlank(t *testing.T) {
	for in, want := range map[string]bool{
		"": true, " \t\u00a0\u2060": true, "\u3164": true, "\u3164 \u200b": true, "\u2800\u2800": true, "\u115f\u1160": true,
		"\uffa0": true, "\u034f": true, "\u17b4": true, "\u180e": true, "\u00ad": true, "\u061c": true, "\u200e\u200f": true,
		"\ufe0f": true, "\u0301\u0301": true, "\U000e0041": true, "\U0001d159": true, "\ufffc": true, "\u3000": true, "\ufeff": true,
		" x ": false, "…": false, "\u3164x": false, "e\u0301": false, "❤\ufe0f": false, "한": false, "⠓⠊": false, "שלום": false,
		"ᄒ": false, "កា": false, "😀": false, "\ufffd": false, "0": false, "-": false,
	} {
		if got := chat.IsBlank(in); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestFirstVisible(t *testing.T) {
	for _, c := range []struct {
		in   []string
		want string
	}{
		{[]string{"", "\u3164"}, ""},
		{[]string{"\u2800", " ", "ann", "bob"}, "ann"},
		{[]string{" bob ", "ann"}, " bob "},
	} {
		if got := chat.FirstVisible(c.in...); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}
