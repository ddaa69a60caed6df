package bot_test

import (
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/engine/games"
)

// The first page of help is short: three lines, three buttons that lead on, one to all commands, and one to the
// operator.
func TestHelpIsShort(t *testing.T) {
	r := newRoom(t)
	reply := r.command("ann", conversation("ann"), "help", "")
	words := strings.Fields(onTerminal(chat.Reply{Text: reply.Text}))
	if len(reply.Text) != 3 || len(words) > 30 {
		t.Errorf("help has %d lines and %d words", len(reply.Text), len(words))
	}
	if len(reply.Buttons) != 2 || len(reply.Buttons[0]) != 3 || len(reply.Buttons[1]) != 2 {
		t.Errorf("its buttons are %v", reply.Buttons)
	}
}

// The page of help with all commands names each of them, and has eleven lines at most.
func TestHelpNamesEveryCommand(t *testing.T) {
	r := newRoom(t)
	reply := r.command("ann", conversation("ann"), "help", "commands")
	if len(reply.Text) > 11 {
		t.Errorf("help has %d lines", len(reply.Text))
	}
	named := map[string]chat.Style{}
	for _, line := range reply.Text {
		for _, s := range line {
			if s.Style == chat.Slash || s.Style == chat.Said {
				word, _, _ := strings.Cut(s.Text, " ")
				named[word] = s.Style
			}
		}
	}
	for _, cmd := range r.bot.Menu() {
		want := chat.Slash
		if cmd.Typed {
			want = chat.Said
		}
		if named["/"+cmd.Name] != want {
			t.Errorf("help names /%s in the style %q, want %q", cmd.Name, named["/"+cmd.Name], want)
		}
	}
}

// Each topic of help has a page of its own.
func TestHelpHasAPageForEachTopic(t *testing.T) {
	r := newRoom(t)
	seen := map[string]string{onTerminal(r.command("ann", conversation("ann"), "help", "")): "the first page"}
	for _, cmd := range r.bot.Menu() {
		if cmd.Name != "help" {
			continue
		}
		for _, topic := range cmd.Args[0].Choices {
			r.pass(time.Minute)
			page := onTerminal(r.command("ann", conversation("ann"), "help", topic.Value))
			if seen[page] != "" {
				t.Errorf("the page of %s is that of %s", topic.Value, seen[page])
			}
			seen[page] = topic.Value
		}
	}
	if len(seen) < 10 {
		t.Errorf("help has %d pages", len(seen))
	}
}

// TestHelpHasAPageForEachGame looks for missing sentences.
func TestHelpHasAPageForEachGame(t *testing.T) {
	r := newRoom(t)
	for _, g := range games.All() {
		page := onTerminal(r.command("ann", conversation("ann"), "help", g.Name()))
		if len(strings.Split(page, "\n")) < 5 || strings.Contains(page, "help.") || strings.Contains(page, "<no value>") || !strings.Contains(page, "/"+g.Name()+" ") {
			t.Errorf("the page of %s:\n%s", g.Name(), page)
		}
	}
}
