package discord

import (
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

// An OAuth code proves who takes part in an Activity, and where. It works only once, and only for a person
// who takes part.
func TestProve(t *testing.T) {
	t.Parallel()
	s := discordtest.New(discordtest.Options{})
	url, err := s.Listen()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	const ann, eve = `{"id":"11","username":"ann","locale":"zh-TW"}`, `{"id":"12","username":"eve"}`
	s.Change(func(w *discordtest.World) {
		w.Codes = map[string]string{"c1": ann, "c2": ann, "c3": eve, "c4": ann, "c5": ann}
		w.Instances = map[string]string{
			"i-1": `{"location":{"id":"gc-1","kind":"gc","channel_id":"21","guild_id":"20"},"users":["11"]}`,
			"i-2": `{"location":{"id":"pc-1","kind":"pc","channel_id":"31"},"users":["11"]}`,
			"i-3": `{"users":["11"]}`,
		}
	})
	front := func(secret string) *FrontEnd {
		f, err := New(Config{Token: discordtest.Token, APIURL: url, Secret: secret, Outfit: chat.Outfit{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := front(discordtest.ClientSecret)
	r, err := f.Prove(t.Context(), chat.Proof{Proof: "c1", Instance: "i-1"}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if r.Person.ID != "11" || r.Person.Name != "ann" || r.Locale != "zh-TW" || r.Place.Community != "20" || r.Place.Channel != "21" || r.Place.Private || r.Person.Role != chat.RoleMember {
		t.Errorf("in a channel: %+v", r)
	}
	if access, _ := s.Tokens(ann); r.Access != access {
		t.Errorf("the access is %q, want %q", r.Access, access)
	}
	r, err = f.Prove(t.Context(), chat.Proof{Proof: "c2", Instance: "i-2"}, time.Now())
	if err != nil || r.Place.Community != "31" || r.Place.Private {
		t.Errorf("between two people: %+v, %v", r, err)
	}
	for name, c := range map[string]struct {
		by       *FrontEnd
		code, at string
	}{
		"the same code again": {f, "c1", "i-1"}, "a code of nobody": {f, "x", "i-1"}, "no code": {f, "", "i-1"}, "somebody who is not there": {f, "c3", "i-1"},
		"no instance": {f, "c4", ""}, "another secret": {front("wrong"), "c5", "i-1"}, "no secret": {front(""), "c5", "i-1"}, "an instance without a place": {f, "c5", "i-3"},
	} {
		r, err := c.by.Prove(t.Context(), chat.Proof{Proof: c.code, Instance: c.at}, time.Now())
		if !errors.Is(err, chat.ErrProof) {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
	}
}

// In an instance's first moments Discord does not know it, so the front end asks again. If Discord never
// knows it, there is no instance.
func TestProveLate(t *testing.T) {
	t.Parallel()
	s := discordtest.New(discordtest.Options{})
	url, err := s.Listen()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	asked := 0
	s.Change(func(w *discordtest.World) {
		w.Codes = map[string]string{"c1": `{"id":"11","username":"ann"}`, "c2": `{"id":"11","username":"ann"}`}
		w.Instances = map[string]string{"i-1": `{"location":{"channel_id":"31"},"users":["11"]}`}
		w.Fail = func(c discordtest.Call) *discordtest.Fault {
			switch {
			case c.Path == "channels/31":
				return &discordtest.Fault{Code: 200, Body: `{"id":"31","type":1}`}
			case strings.HasSuffix(c.Path, "/i-1"):
				asked++
				if asked == 1 {
					return discordtest.Refusal(404, 0, "404: Not Found")
				}
			}
			return nil
		}
	})
	f, err := New(Config{Token: discordtest.Token, APIURL: url, Secret: discordtest.ClientSecret})
	if err != nil {
		t.Fatal(err)
	}
	f.rest.timing.instance = time.Millisecond
	r, err := f.Prove(t.Context(), chat.Proof{Proof: "c1", Instance: "i-1"}, time.Now())
	if err != nil || asked != 2 || !r.Place.Private || r.Place.Community != "31" || r.Person.Role != chat.RoleAdmin {
		t.Errorf("asked %d times: %+v, %v", asked, r, err)
	}
	if _, err := f.Prove(t.Context(), chat.Proof{Proof: "c2", Instance: "never"}, time.Now()); !errors.Is(err, chat.ErrProof) {
		t.Errorf("of an instance that there is not: %v", err)
	}
}
