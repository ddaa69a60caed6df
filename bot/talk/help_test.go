package talk

import (
	"strings"
	"testing"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine/games"
)

// A button replaces the page of help, and a command posts a new one.
func TestHelpTurnsItsPage(t *testing.T) {
	h := Help{
		Play:     &round.Play{Games: games.All()},
		Features: func() []feature.Feature { return nil },
	}
	for _, act := range []string{"", button.ActHelp} {
		req := newRequest(t, false)
		req.Args = map[string]string{"topic": TopicScoring}
		req.Button.Act = act
		plan, err := h.Page(req)
		if err != nil {
			t.Fatal(err)
		}
		result, err := plan(nil)
		if err != nil || result.Reply.Edit != (act != "") {
			t.Errorf("%q: edits %t (%v)", act, result.Reply.Edit, err)
		}
	}
}

// The page about points has the lines of all features that have some, in their order.
func TestHelpScoresFeatures(t *testing.T) {
	lines := func(text string) func(say.Voice) []chat.Line {
		return func(say.Voice) []chat.Line { return []chat.Line{{{Text: text}}} }
	}
	h := Help{
		Play: &round.Play{Games: games.All()},
		Features: func() []feature.Feature {
			return []feature.Feature{{Scoring: lines("first of all")}, {Name: "without"}, {Scoring: lines("at last")}}
		},
	}
	req := newRequest(t, false)
	req.Button = command.Press{Act: button.ActHelp, Args: []string{TopicScoring, allRules}}
	plan, err := h.Page(req)
	if err != nil {
		t.Fatal(err)
	}
	result, err := plan(nil)
	if err != nil {
		t.Fatal(err)
	}
	text := textOf(result.Reply)
	first := strings.Index(text, "first of all")
	last := strings.Index(text, "at last")
	if first < 0 || last < first {
		t.Errorf("it says %q", text)
	}
}

// A command is shown with examples of the arguments that it requires, and of a person.
func TestUsages(t *testing.T) {
	req := newRequest(t, false)
	commands := &command.Table[Command]{Commands: []command.Command[Command]{
		{Name: "solve", Help: feature.HelpPlay, Args: command.Arguments{{Name: "puzzle", Required: true}, {Name: "level"}}},
		{Name: "duel", Help: feature.HelpPlay, Args: command.Arguments{{Name: feature.ArgPerson, Person: true}}},
		{Name: "settings", Help: feature.HelpHere},
	}}
	h := Help{Commands: commands}
	example := func(name string) string { return req.Say.Phrase("example."+name, nil) }
	want := []chat.Span{
		command.Usage("solve", "puzzle", example("puzzle")),
		command.Usage("duel", feature.ArgPerson, example(feature.ArgPerson)),
	}
	got := h.usages(req, feature.HelpPlay)
	if len(got) != 2 || got[0].Text != want[0].Text || got[1].Text != want[1].Text {
		t.Errorf("the usages are %+v, want %+v", got, want)
	}
}
