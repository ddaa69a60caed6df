package bot

import (
	"strings"
	"testing"

	"reckon/bot/chat"
)

// If several verdicts wait, each person reads the last of their own, under their name. Lines with which
// several of them end come once. A mark stays under the answer that it points to.
func TestMergeVerdicts(t *testing.T) {
	verdict := func(name, text string, notes ...string) chat.Delivery {
		lines := []chat.Line{{{Text: text}}, {{Style: chat.Pre, Text: "^"}}}
		for _, note := range notes {
			lines = append(lines, chat.Line{{Text: note}})
		}
		return chat.Delivery{Name: name, Reply: chat.Reply{Text: lines}}
	}
	for _, test := range []struct {
		verdicts []chat.Delivery
		want     string
	}{
		{
			[]chat.Delivery{verdict("Ann", "1+1"), verdict("Bob", "2+2"), verdict("Ann", "3+3")},
			"Bob: 2+2 | ^ | Ann: 3+3 | ^",
		},
		{
			[]chat.Delivery{verdict("Ann", "1+1", "how"), verdict("Bob", "2+2"), verdict("Cat", "3+3", "how")},
			"Ann: 1+1 | ^ | Bob: 2+2 | ^ | Cat: 3+3 | ^ | how",
		},
	} {
		got := mergeVerdicts(test.verdicts)
		var lines []string
		for _, l := range got.Text {
			text := ""
			for _, s := range l {
				text += s.Text
			}
			lines = append(lines, text)
		}
		if said := strings.Join(lines, " | "); said != test.want || got.Tone != chat.Bad {
			t.Errorf("they read %s, want %s", said, test.want)
		}
	}
}
