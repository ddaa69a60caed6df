package bot

import (
	"strings"
	"testing"

	"reckon/bot/chat"
)

// If several verdicts wait, each person reads the last of their own, under their name. Two people may have the same
// name. Lines with which several verdicts end come once. A mark stays under the answer that it points to.
func TestMergeVerdicts(t *testing.T) {
	verdict := func(person, text string, notes ...string) chat.Delivery {
		name, _, _ := strings.Cut(person, " ")
		lines := []chat.Line{{{Text: text}}, {{Style: chat.Pre, Text: "^"}}}
		for _, note := range notes {
			lines = append(lines, chat.Line{{Text: note}})
		}
		return chat.Delivery{Person: person, Name: name, Reply: chat.Reply{Text: lines}}
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
		{
			[]chat.Delivery{verdict("Ann Lee", "1+1"), verdict("Ann Kay", "2+2")},
			"Ann: 1+1 | ^ | Ann: 2+2 | ^",
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
