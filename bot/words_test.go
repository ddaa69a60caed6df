package bot_test

import (
	"strings"
	"testing"

	"reckon/bot/chat"
)

// If people type a word that they say for a command, it is the command, even after a slash.
func TestWordsAsCommands(t *testing.T) {
	for name, want := range map[string]string{"play": "What shall we play", "anagram": "Conundrum", "clue": "A hint costs", "rules": "With friends"} {
		r := newRoom(t)
		r.command("ann", conversation("ann"), "24", "")
		if got := onTerminal(r.command("ann", conversation("ann"), name, "")); !strings.Contains(got, want) {
			t.Errorf("/%s: %s", name, got)
		}
	}
}

// A rematch is played in the group of the match: a button that somebody has written by hand does not begin one
// in another group.
func TestRematchElsewhere(t *testing.T) {
	r := newRoom(t)
	r.command("ann", group, "race", "1")
	stopped := r.command("ann", group, "race", "stop")
	other := group
	other.Community = "other"
	r.command("bob", other, "help", "")
	reply := r.ask("bob", other, chat.Input{Kind: chat.Press, Data: stopped.Buttons[0][0].Data})
	if got := onTerminal(reply); !strings.Contains(got, "another group") {
		t.Errorf("bob reads: %s", got)
	}
}
