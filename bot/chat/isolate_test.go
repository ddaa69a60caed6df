package chat_test

import (
	"strings"
	"testing"

	"reckon/bot/chat"
)

func TestIsolate(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "Ann": false, "小明": false, "Žižek": false, "🎉": false, "8 / (3 - 8/3)": false, "Дана": false, "٣": false,
		"שרה": true, "Ann שרה": true, "محمد": true, "🎉 שרה": true, "ߒߞߏ": true, "ދިވެހި": true, "𞤀𞤣": true,
	} {
		before, after := chat.Isolate(text)
		if got := before + text + after; got != text && !want || got == text && want {
			t.Errorf("%q is isolated: %q", text, got)
		}
		if want && (before != "\u2068" || after != "\u2069") {
			t.Errorf("%q is between %q and %q", text, before, after)
		}
	}
}

// In a table the columns stay where they are, also if a name is cut, and so does a mark before a name.
func TestTableIsolates(t *testing.T) {
	table := chat.Table{Rows: [][]string{
		{"1", "▸ שרה לוי", "20"}, {"2", "Ann", "7"}, {"3", strings.Repeat("محمد", 20), "1"}, {"4", "(רן)", "1"},
	}}
	lines := table.Lines(24, chat.OneLine)
	for i, want := range []string{"1  ▸ \u2068שרה לוי\u2069", "2  Ann", "3  \u2068محمد", "4  \u2068(רן)\u2069  "} {
		if !strings.HasPrefix(lines[i], want) || chat.Width(lines[i]) != 24 {
			t.Errorf("%q, of width %d, want %q", lines[i], chat.Width(lines[i]), want)
		}
	}
	if !strings.Contains(lines[2], "…\u2069  ") {
		t.Errorf("%q is not closed", lines[2])
	}
}
