package bot_test

import (
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"reckon/bot"
	"reckon/bot/chat"
	"reckon/bot/lang"
	"reckon/bot/settings"
	"reckon/engine/games"
	"reckon/storage"
	"reckon/storage/dbtest"
)

// A network is asked for a person's role if the request may do more for administrators. What deals a puzzle
// needs the role only where administrators alone may deal.
func TestNeedsRole(t *testing.T) {
	store := must(bot.Open(t.Context(), filepath.Join(dbtest.Folder(t), "roles.db")))(t)
	t.Cleanup(func() { store.Close() })
	b := must(bot.New(bot.Config{
		Store:  store,
		Games:  games.All(),
		Book:   must(lang.Open())(t),
		Now:    time.Now,
		Rand:   rand.NewPCG(1, 1),
		Logger: slog.New(slog.DiscardHandler),
	}))(t)
	err := store.Write(t.Context(), func(tx *storage.Tx) error {
		for _, key := range []string{"open", "strict"} {
			c, err := tx.EnsureCommunity("net", key, false, 0, key, time.Now())
			if err != nil {
				return err
			}
			if key == "strict" {
				c.Dealers = settings.Admins
			}
			if err := tx.SaveCommunity(c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	press := func(data string) chat.Input { return chat.Input{Kind: chat.Press, Data: data} }
	command := func(name string) chat.Input { return chat.Input{Kind: chat.Command, Name: name} }
	for _, test := range []struct {
		name  string
		input chat.Input
		// These say whether the role is needed where anybody may deal, and where only administrators may.
		open, strict bool
	}{
		{"/settings", command("settings"), true, true},
		{"/race", command("race"), true, true},
		{"/24", command("24"), false, true},
		{"/board", command("board"), false, false},
		{"a word that is no command", command("nothing"), false, false},
		{"the puzzle of a day", press("v2 daily 24 61"), true, true},
		{"the next puzzle", press("v2 next 24 0"), false, true},
		{"an answer", press("v2 answer 1"), false, false},
		{"a button of somebody else", press("nothing"), false, false},
		{"what somebody sends", chat.Input{Kind: chat.Sent, Data: "v2 daily 24 61"}, false, false},
		{"an edited command", chat.Input{Kind: chat.Command, Name: "settings", Edited: time.Now()}, false, false},
	} {
		for key, want := range map[string]bool{"open": test.open, "strict": test.strict, "not known yet": test.open} {
			r := chat.Request{Input: test.input, Place: chat.Place{Network: "net", Community: key}}
			if got := b.NeedsRole(t.Context(), r); got != want {
				t.Errorf("%s, where it is %s: %t, want %t", test.name, key, got, want)
			}
		}
	}
}
