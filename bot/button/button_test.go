package button

import (
	"strings"
	"testing"

	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine/games"
	"reckon/storage"
)

// The button for the next puzzle has the level and the option that were asked for, if the option fits into its
// data.
func TestNext(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	long := strings.Repeat("x", 16)
	for wish, want := range map[string]string{
		"": "v2 next 24 0", "3": "v2 next 24 3", "0 7": "v2 next 24 0 7", "2 " + long: "v2 next 24 2 " + long,
		"2 " + long + "x": "v2 next 24 2", "2 a b": "v2 next 24 2", "2 a~": "v2 next 24 2", "2 ü": "v2 next 24 2",
	} {
		r := round.Round{Round: storage.Round{Wish: wish}}
		r.Game = games.All()[0]
		if got := Next(v, r).Data; got != want {
			t.Errorf("after %q: %q, want %q", wish, got, want)
		}
	}
}
