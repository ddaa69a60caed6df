package bot_test

import (
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/engine/games"
)

// TestHelpNamesEveryCommand looks for each command of the menu on the first page of
// help, which has ten lines.
func TestHelpNamesEveryCommand(t *testing.T) {
	r := newRoom(t)
	reply := r.command("ann", conversation("ann"), "help", "")
	if len(reply.Text) > 10 {
		t.Errorf("help has %d lines", len(reply.Text))
	}
	named := map[string]bool{}
	for _, line := range reply.Text {
		for _, s := range line {
			if s.Style == chat.Slash {
				word, _, _ := strings.Cut(s.Text, " ")
				named[word] = true
			}
		}
	}
	for _, cmd := range r.bot.Menu() {
		if !named["/"+cmd.Name] {
			t.Errorf("help does not name /%s", cmd.Name)
		}
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
