package discord

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
)

var update = flag.Bool("update", false, "rewrite the expected files in testdata")

// golden compares got with a file, or writes it there.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

func pretty(t *testing.T, v any) []byte {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return []byte(b.String())
}

// TestDecode reads interactions as Discord sends them.
func TestDecode(t *testing.T) {
	files, err := filepath.Glob("testdata/interactions/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded interactions", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			i, r, err := decode(raw)
			type request struct {
				chat.Request
				// Event is the event as it is stored.
				Event json.RawMessage
			}
			out := struct {
				Refused bool     `json:",omitempty"`
				Request *request `json:",omitempty"`
				// Ticket has what is needed to answer.
				Ticket interactionHead
			}{Ticket: i.interactionHead}
			if out.Refused = err != nil; err == nil {
				out.Request = &request{r, i.event()}
			}
			golden(t, strings.TrimSuffix(file, ".json")+".golden", pretty(t, out))
			if other := strings.HasPrefix(name, "other_"); other != errors.Is(err, errOther) {
				t.Errorf("another sort of interaction: %v, but error %v", other, err)
			}
		})
	}
}

// FuzzDecode feeds decode with anything: it must not panic, and a Request must
// be complete enough to be answered.
func FuzzDecode(f *testing.F) {
	files, err := filepath.Glob("testdata/interactions/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		i, r, err := decode(raw)
		if err != nil {
			return
		}
		key := "discord:interaction:" + i.ID
		if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
			key = ""
		}
		if i.ID == "" || i.Token == "" || r.Place.Community == "" || r.Person.ID == "" || r.Key != key {
			t.Errorf("half a Request: %+v", r)
		}
	})
}

// A person is called by their first name that can be seen: the server's, the display name or the user name.
func TestNameOf(t *testing.T) {
	for _, c := range []struct{ nick, display, user, want string }{
		{"Nick", "Ann", "ann", "Nick"}, {"", "Ann", "ann", "Ann"}, {"", "", "ann", "ann"},
		{"\u3164", "Ann", "ann", "Ann"}, {"\u2800", "\u115f \u200b", "ann", "ann"}, {"", "\u3164", "ann", "ann"},
	} {
		u := &discordgo.User{Username: c.user, GlobalName: c.display}
		if got := nameOf(u, &discordgo.Member{Nick: c.nick}); got != c.want {
			t.Errorf("%+q is called %q", c, got)
		}
	}
	if got := nameOf(&discordgo.User{Username: "ann", GlobalName: "\u3164"}, nil); got != "ann" {
		t.Errorf("outside servers the person is called %q", got)
	}
}
