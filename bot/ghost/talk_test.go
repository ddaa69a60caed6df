package ghost

import (
	"maps"
	"testing"

	"reckon/bot/button"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/lang"
	"reckon/bot/round"
	"reckon/bot/round/mode"
	"reckon/bot/say"
	"reckon/bot/settings"
	"reckon/bot/talk"
	"reckon/bot/zone"
	"reckon/engine"
	"reckon/engine/games"
	"reckon/storage"
)

// If a button asks for a number of puzzles or a level that does not exist, it is an old button.
func TestPressReadsItsData(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	zones, err := zone.Open()
	if err != nil {
		t.Fatal(err)
	}
	rounds := talk.Rounds{
		Play:     &round.Play{Games: games.All()},
		Settings: settings.New(games.All(), talk.Levels[:], book, zones),
		Solos:    new(button.Solos),
	}
	g := ghosts{matches: talk.Matches{Deals: talk.Deals{Rounds: rounds}}}
	rounds.Play.AddMatch(mode.Kind{Name: name, Mode: newMode}, g)
	const most = mode.MaxRace
	for _, test := range []struct {
		count int
		level engine.Level
		isOld bool
	}{
		{0, engine.AnyLevel, false},
		{most, engine.MaxLevel, false},
		{most + 1, engine.AnyLevel, true},
		{-1, engine.AnyLevel, true},
		{1, engine.MaxLevel + 1, true},
		{1, engine.AnyLevel - 1, true},
	} {
		req := &feature.Request{Ctx: t.Context(), Say: say.Voice{Printer: book.Printer("en")}}
		// In a group a match is refused, so a valid button begins no match there.
		req.Act.Community = storage.Community{ID: 1}
		req.Button, err = command.Sealer{}.Read(command.Data(name, test.count, "24", test.level))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := g.press(req)
		if err != nil {
			t.Fatal(err)
		}
		result, err := plan(nil)
		if err != nil {
			t.Fatal(err)
		}
		if isOld := say.Plain(result.Text[0]) == say.Plain(req.OldButton().Text[0]); isOld != test.isOld {
			t.Errorf("%d puzzles of level %d: %q", test.count, test.level, say.Plain(result.Text[0]))
		}
	}
}

// The button asks for a match of the number, the game and the level of what it is under. A game without
// ratings has no matches against ghosts.
func TestButtons(t *testing.T) {
	book, err := lang.Open()
	if err != nil {
		t.Fatal(err)
	}
	v := say.Voice{Printer: book.Printer("en")}
	data := map[string]string{}
	for _, g := range games.All() {
		for _, b := range buttons(v, g, 5, 3) {
			data[g.Name()] = b.Data
			if !b.Personal {
				t.Errorf("in a group, the button of %s leads nowhere", g.Name())
			}
		}
	}
	want := map[string]string{"24": "v2 ghost 5 24 3", "conundrum": "v2 ghost 5 conundrum 3"}
	if !maps.Equal(data, want) {
		t.Errorf("the buttons are %v, want %v", data, want)
	}
}
