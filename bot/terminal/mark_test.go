package terminal

import (
	"testing"

	"reckon/bot/chat"
)

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
