package bot

import (
	"strings"
	"testing"

	"reckon/bot/chat"
)

// Of verdicts that wait together each person reads the last of their own, under their name.
func TestMerge(t *testing.T) {
	verdict := func(name, text string) chat.Delivery {
		return chat.Delivery{Name: name, Reply: chat.Reply{Text: []chat.Line{{{Text: text}}, {{Text: "^"}}}}}
	}
	got := merge([]chat.Delivery{verdict("Ann", "1+1"), verdict("Bob", "2+2"), verdict("Ann", "3+3")})
	var lines []string
	for _, l := range got.Text {
		text := ""
		for _, s := range l {
			text += s.Text
		}
		lines = append(lines, text)
	}
	if said := strings.Join(lines, " | "); said != "Bob: 2+2 | ^ | Ann: 3+3 | ^" || got.Tone != chat.Bad {
		t.Errorf("they read %s", said)
	}
}
