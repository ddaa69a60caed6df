package chat_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"reckon/bot/chat"
)

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text           string
		n              int
		byRune, byUnit string
	}{
		{"abcd", 4, "abcd", "abcd"}, {"abcde", 4, "abc…", "abc…"}, {"🎉🎉", 4, "🎉🎉", "🎉🎉"},
		{"🎉🎉🎉", 4, "🎉🎉🎉", "🎉…"}, {"根根根", 2, "根…", "根…"}, {"ab", 1, "…", "…"}, {"", 0, "", ""},
	} {
		if got := chat.Clip(c.text, c.n); got != c.byRune {
			t.Errorf("%q to %d characters: %q, want %q", c.text, c.n, got, c.byRune)
		}
		if got := chat.ClipUnits(c.text, c.n); got != c.byUnit || chat.Units(got) > c.n {
			t.Errorf("%q to %d units: %q, want %q", c.text, c.n, got, c.byUnit)
		}
	}
	if n := chat.Units("a根🎉" + strings.Repeat("x", 7)); n != 11 {
		t.Errorf("%d units, want 11", n)
	}
}

func TestLeadingLinesOfFixedWidth(t *testing.T) {
	pre, plain := chat.Line{{Style: chat.Pre, Text: "x"}}, chat.Line{{Text: "x"}}
	mixed := chat.Line{{Style: chat.Pre, Text: "x"}, {Text: "y"}}
	for _, c := range []struct {
		lines []chat.Line
		want  int
	}{
		{nil, 0}, {[]chat.Line{plain, pre}, 0}, {[]chat.Line{mixed}, 0}, {[]chat.Line{{}}, 0},
		{[]chat.Line{pre}, 1}, {[]chat.Line{pre, pre, plain, pre}, 2},
	} {
		if got := chat.Leading(c.lines, chat.Pre); got != c.want {
			t.Errorf("%v: %d, want %d", c.lines, got, c.want)
		}
	}
}

func TestLeadingItems(t *testing.T) {
	item, plain := chat.Line{{Style: chat.Item}, {Text: "x"}}, chat.Line{{Text: "x"}, {Style: chat.Item}}
	for _, c := range []struct {
		lines []chat.Line
		want  int
	}{{nil, 0}, {[]chat.Line{plain, item}, 0}, {[]chat.Line{{}}, 0}, {[]chat.Line{item}, 1}, {[]chat.Line{item, item, plain, item}, 2}} {
		if got := chat.Leading(c.lines, chat.Item); got != c.want {
			t.Errorf("%v: %d, want %d", c.lines, got, c.want)
		}
	}
}

// A text is cut between what people see as characters, such as emoji of several parts.
func TestBoundary(t *testing.T) {
	for _, character := range []string{
		"a", "é", "e\u0301", "根", "👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "❤\ufe0f", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "שׁ", "นี้", "1\ufe0f\u20e3",
	} {
		for _, prefix := range []string{"", "x", "根"} {
			text := prefix + strings.Repeat(character, 64)
			for most := range len(text) + 2 {
				end := chat.Boundary(text, most)
				inCharacters := max(0, end-len(prefix))%len(character) == 0
				if end > most || !inCharacters || min(most, len(text))-end >= len(character)+len(prefix) {
					t.Fatalf("%q is cut at %d of %d bytes", character, end, most)
				}
			}
		}
	}
	// A heap of accents is cut all the same, between two runes.
	heap := "a" + strings.Repeat("\u0301", 500)
	for most := range len(heap) {
		end := chat.Boundary(heap, most)
		if most > 200 && end < most-1 || !utf8.ValidString(heap[:end]) {
			t.Fatalf("a heap is cut at %d of %d bytes", end, most)
		}
	}
}

// A name of 64 emoji is cut at one of them, by characters, by units and by columns.
func TestClipEmoji(t *testing.T) {
	for _, emoji := range []string{"👨‍👩‍👧‍👦", "👍🏽", "🇩🇪", "🎉", "根", "e\u0301"} {
		name := strings.Repeat(emoji, 64)
		for n := range 100 {
			for how, got := range map[string]string{
				"characters": chat.Clip(name, n), "units": chat.ClipUnits(name, n), "columns": chat.ClipWidth(name, n),
			} {
				left := strings.TrimSuffix(got, "…")
				if strings.Repeat(emoji, len(left)/len(emoji)) != left {
					t.Fatalf("%s cut to %d %s: %q", emoji, n, how, got)
				}
			}
		}
	}
}
