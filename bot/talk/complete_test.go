package talk

import (
	"slices"
	"testing"

	"reckon/bot/lang"
	"reckon/engine/games"
)

// A level is offered to who types the beginning of its value or of its name in their language.
func TestOfferLevels(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	offers := OfferLevels(games.All()[0])
	for _, test := range []struct {
		language, typed string
		want            []string
	}{
		{"en", "HARD", []string{"hard", "hardest"}},
		{"en", "very-", []string{"very-hard"}},
		{"en", "very ", []string{"easiest", "very-hard"}},
		{"zh-CN", "hard", []string{"hard", "hardest"}},
		{"zh-CN", "困", []string{"hard"}},
		{"en", "hardly", nil},
	} {
		req := newRequest(t, false)
		req.Say.Printer = book.Printer(test.language)
		var got []string
		for _, choice := range offers(req, test.typed) {
			got = append(got, choice.Value)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s, %q: %q, want %q", test.language, test.typed, got, test.want)
		}
	}
}

// Games with kinds of puzzles have an argument for the kind, and games without any have none.
func TestArgumentForTheKind(t *testing.T) {
	for _, g := range games.All() {
		kinds := g.Rules().Choices
		got := KindOptions(g)
		isOne := len(got) == 1 && slices.Equal(got[0].Choices, kinds)
		if isOne != (len(kinds) > 0) || !isOne && got != nil {
			t.Errorf("%s has the arguments %+v", g.Name(), got)
		}
	}
}
