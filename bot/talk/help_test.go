package talk

import (
	"slices"
	"strings"
	"testing"

	"reckon/bot/button"
	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/round"
	"reckon/bot/say"
	"reckon/engine/games"
	"reckon/storage/storetest"
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

// A chat has a page for each topic and each game. On the page the games and the points have one, and all other topics
// lead to the choice of a game: what they say is about what people type.
func TestPagesOfHelp(t *testing.T) {
	commands := &command.Table[Command]{Commands: []command.Command[Command]{{Name: feature.PlayMenu}}}
	for _, g := range games.All() {
		commands.Commands = append(commands.Commands, command.Command[Command]{Name: g.Name()})
	}
	h := Help{
		Play:     newPlay(t, storetest.Open(t)),
		Commands: commands,
		Features: withDay(newRounds(t)).Features,
	}
	req := newRequest(t, false)
	text := func(topic, via string) string {
		req.Args = command.Values{"topic": topic}
		req.Via = via
		plan, err := h.Page(req)
		if err != nil {
			t.Fatal(err)
		}
		result, err := plan(nil)
		if err != nil {
			t.Fatal(err)
		}
		return textOf(result.Reply) + labels(result.Reply)
	}
	firstInChat := text("", "")
	firstOnPage := text("", chat.ViaPage)
	if !strings.HasPrefix(firstOnPage, textOfKey(req, "help.onpage")) || !strings.Contains(firstOnPage, req.Say.GameName(games.All()[0])) {
		t.Errorf("the page begins with %q", firstOnPage)
	}
	seen := map[string]string{firstInChat: "no topic"}
	for _, topic := range Topics(true) {
		got := text(topic, "")
		heading := req.Say.Phrase("choice.topic."+topic, nil)
		if other := seen[got]; other != "" {
			t.Errorf("%s: a chat shows the page of %s", topic, other)
		}
		seen[got] = topic
		if topic != TopicCommands && !strings.Contains(got, heading) {
			t.Errorf("%s: it says %q", topic, got)
		}
		want := firstOnPage
		if topic == TopicScoring {
			want = got
		}
		if onPage := text(topic, chat.ViaPage); onPage != want {
			t.Errorf("%s: the page shows %q, want %q", topic, onPage, want)
		}
	}
	for _, g := range games.All() {
		rules := textOf(chat.Reply{Text: req.Say.GameRules(g, round.Clock(req.Act.Community, g))})
		inChat, onPage := text(g.Name(), ""), text(g.Name(), chat.ViaPage)
		if !strings.HasPrefix(inChat, rules) || !strings.HasPrefix(onPage, rules) {
			t.Errorf("%s: it says %q, and the page %q", g.Name(), inChat, onPage)
		}
		if saysMore := len(inChat) > len(onPage); !saysMore {
			t.Errorf("%s: a chat does not say how to type the command: %q", g.Name(), inChat)
		}
	}
	h.Features = func() []feature.Feature { return nil }
	if got := text(TopicDaily, ""); got != text("", "") {
		t.Errorf("without a day it says %q", got)
	}
}

// The day is a topic of help if there are puzzles of the day.
func TestTopicsOfHelp(t *testing.T) {
	without := []string{TopicPlay, TopicRace, TopicDuel, TopicScoring, TopicCommands}
	with := []string{TopicPlay, TopicDaily, TopicRace, TopicDuel, TopicScoring, TopicCommands}
	if got := Topics(false); !slices.Equal(got, without) {
		t.Errorf("without a day: %q", got)
	}
	if got := Topics(true); !slices.Equal(got, with) {
		t.Errorf("with a day: %q", got)
	}
}
