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

// A line that is cut keeps the columns of what is left of it, also where a wide character is cut in half.
func TestCutColumns(t *testing.T) {
	for _, c := range []struct {
		text          string
		from, columns int
		want          string
	}{
		{"0123456789", 0, 10, "0123456789"},
		{"0123456789", 0, 4, "012…"},
		{"0123456789", 3, 4, "…45…"},
		{"0123456789", 6, 4, "…789"},
		{"８８８８8", 0, 4, "８ …"},
		{"８８８８8", 2, 4, "…  …"},
		{"８８８８8", 1, 4, "…８…"},
		{"８８８８8", 5, 4, "…８8"},
	} {
		got := cutColumns(c.text, c.from, c.columns)
		if got != c.want {
			t.Errorf("%d columns of %s from %d on: %q, want %q", c.columns, c.text, c.from, got, c.want)
		}
	}
}
