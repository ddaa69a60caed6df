package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"reckon/bot/chat"
	"reckon/storage"
)

// nameStored returns the name that is stored for a person.
func nameStored(s *stage, who string) string {
	var p storage.Player
	if err := s.store.Look(context.Background(), func(tx *storage.Tx) (err error) {
		p, err = tx.FindPlayer("net", who)
		return err
	}); err != nil {
		s.t.Fatal(err)
	}
	return p.Name
}

// calledAs sends an input of a person who has a name at the moment, and returns the bot's reply.
func calledAs(s *stage, name string, in chat.Input) chat.Reply {
	s.events++
	s.now = s.now.Add(s.pace)
	p := person("bob")
	p.Name = name
	return s.bot.Answer(context.Background(), chat.Request{
		Key: fmt.Sprint("net:name:", s.events), Place: s.place, Person: p, Locale: s.locale, At: s.now, Input: in,
	})
}

// Whatever a person asks for, their new name is stored before they read the answer.
func TestNewNameIsStored(t *testing.T) {
	for _, private := range []bool{false, true} {
		s := newStage(t, new(strings.Builder))
		s.place.Private = private
		calledAs(s, "Bob", chat.Input{Kind: chat.Command, Name: "24"})
		for _, cmd := range s.bot.Menu() {
			want := "Robert of " + cmd.Name
			s.now = s.now.Add(10 * s.pace)
			calledAs(s, want, chat.Input{Kind: chat.Command, Name: cmd.Name})
			if got := nameStored(s, "bob"); got != want {
				t.Errorf("private %v: after /%s the name is %q", private, cmd.Name, got)
			}
		}
	}
}

// A person with nothing visible in their name gets a name, which others can read. So does a person whom a command
// names.
func TestNameThatCannotBeSeen(t *testing.T) {
	for _, name := range []string{"", " ", "\u3164 \u200b", "\u2800", "\u115f\u1160", "\uffa0", "\u034f", "\u200e", "\u2060", "\ufe0f", "\u202e", "\x00"} {
		for locale, want := range map[string]string{"en": "Player", "zh-CN": "玩家"} {
			s := newStage(t, new(strings.Builder))
			s.locale = locale
			calledAs(s, name, chat.Input{Kind: chat.Command, Name: "24"})
			if got := nameStored(s, "bob"); got != want {
				t.Errorf("%s: %q is called %q, want %q", locale, name, got, want)
			}
			whom := person("eve")
			whom.Name = name
			challenge := calledAs(s, "Bob", chat.Input{Kind: chat.Command, Name: "duel", Whom: whom})
			if text := fmt.Sprint(challenge.Text); !strings.Contains(text, want) {
				t.Errorf("%s: %q is challenged, and people read %s", locale, name, text)
			}
		}
	}
}

// Whoever picks a rival from a list names them by an ID. That is no number of puzzles, even if it has only digits.
func TestRivalIsPickedFromAList(t *testing.T) {
	for _, game := range []string{"24", "show"} {
		s := newStage(t, new(strings.Builder))
		whom := chat.Person{Network: "net", ID: "1118485313052846694", Name: "Eve"}
		challenge := calledAs(s, "Bob", chat.Input{
			Kind: chat.Command,
			Name: "duel",
			Args: map[string]string{"person": whom.ID, "game": game},
			Whom: whom,
		})
		if text := fmt.Sprint(challenge.Text); !strings.Contains(text, "challenges") {
			t.Errorf("the game %q: a challenge is answered %s", game, text)
		}
	}
}
