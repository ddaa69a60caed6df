package link

import (
	"testing"

	"reckon/storage"
)

// A code can be typed in several ways. Digits that no code has are read as letters.
func TestParse(t *testing.T) {
	for range 100 {
		code := newCode()
		if len(code) != codeLength || parse(format(code)) != code {
			t.Errorf("the code %q is shown as %q, and read as %q", code, format(code), parse(format(code)))
		}
	}
	for typed, want := range map[string]string{
		"ABCD-2345":      "ABCD2345",
		"abcd2345":       "ABCD2345",
		" a b c d 2345 ": "ABCD2345",
		"0O1I-89é?":      "OOII",
		"":               "",
	} {
		if got := parse(typed); got != want {
			t.Errorf("%q is read as %q, want %q", typed, got, want)
		}
	}
}

// A person may have only one player on a network. The refusal says why two players cannot be linked.
func TestRefusal(t *testing.T) {
	telegram1 := storage.Player{ID: 1, Network: "telegram"}
	telegram2 := storage.Player{ID: 2, Network: "telegram"}
	discord3 := storage.Player{ID: 3, Network: "discord"}
	discord4 := storage.Player{ID: 4, Network: "discord"}
	terminal5 := storage.Player{ID: 5, Network: "terminal"}
	type players = []storage.Player
	for _, test := range []struct {
		what          string
		sender, owner int64
		mine, theirs  players
		want          string
	}{
		{"two networks", 1, 3, players{telegram1}, players{discord3}, ""},
		{"a third network", 5, 3, players{terminal5}, players{telegram1, discord3}, ""},
		{"the same player", 1, 1, players{telegram1}, players{telegram1}, ownCode},
		{"already one person", 1, 3, players{telegram1, discord3}, players{telegram1, discord3}, ownCode},
		{"the network of the code", 1, 2, players{telegram1}, players{telegram2}, sameNetwork},
		{"the owner is on the sender's network, too", 1, 3, players{telegram1}, players{telegram2, discord3}, alreadyLinked},
		{"the sender is on the owner's network, too", 1, 4, players{telegram1, discord3}, players{discord4}, alreadyLinked},
		{"both are linked on a third network", 1, 4, players{telegram1, discord3}, players{discord4, terminal5}, alreadyLinked},
	} {
		got := refusal(test.sender, test.owner, test.mine, test.theirs)
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.what, got, test.want)
		}
	}
}
