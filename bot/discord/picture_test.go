package discord

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"reckon/bot/chat"
	"reckon/bot/discord/discordtest"
)

// shared is a reply with a picture.
func shared(kind string) chat.Reply {
	r := say("Reckon #325")
	r.Picture = &chat.Picture{Kind: kind, Alt: "Reckon #325\n✅ 24 8 s"}
	return r
}

// A picture goes with a message as a file with an alternative text, however the message is sent. It is left
// out if it cannot be drawn, and of an edit.
func TestPictures(t *testing.T) {
	g := newGame(t, func(_ context.Context, r chat.Request) chat.Reply { return shared(r.Input.Name) })
	g.start()
	attached := []any{map[string]any{"id": 0.0, "filename": "picture.png", "description": "Reckon #325\n✅ 24 8 s"}}
	file := map[string]string{"files[0] picture.png": "PNG of share, dark true"}
	check := func(what string, body any, files, want map[string]string, attachments []any) {
		t.Helper()
		m, _ := body.(map[string]any)
		if diff := cmp.Diff(attachments, m["attachments"]); diff != "" {
			t.Errorf("%s: attachments (-want +got):\n%s", what, diff)
		}
		if diff := cmp.Diff(want, files); diff != "" {
			t.Errorf("%s: files (-want +got):\n%s", what, diff)
		}
	}
	m, err := g.front.Deliver(t.Context(), unasked(guild, "n", shared("share")))
	if err != nil {
		t.Fatal(err)
	}
	r := take(t, "a post", g.requests)
	check("post", r.Body, r.Files, file, attached)
	if err := deliver(t, g, editOf(m, shared("share"))); err != nil {
		t.Fatal(err)
	}
	r = take(t, "an edit", g.requests)
	check("edit", r.Body, r.Files, nil, []any{})
	for _, test := range []struct {
		kind        string
		files       map[string]string
		attachments []any
	}{{"share", file, attached}, {"none", nil, []any{}}} {
		g.command(test.kind)
		r = take(t, "an answer", g.requests)
		check("answer "+test.kind, r.Body["data"], r.Files, test.files, test.attachments)
		take(t, "Sent", g.sent)
	}
}

// A picture that the bot may not attach, or that Discord refuses, is left out.
func TestForbiddenPicture(t *testing.T) {
	var status int
	var body string
	g := newGame(t, nil)
	g.refuse(func(r discordtest.Call) (int, string) {
		if len(r.Files) > 0 {
			return status, body
		}
		return 0, ""
	})
	for status, body = range map[int]string{403: `{"code":50013,"message":"Missing Permissions"}`, 400: `{"code":50035,"message":"Invalid Form Body"}`} {
		if err := deliver(t, g, unasked(guild, "n", shared("share"))); err != nil {
			t.Errorf("refused with %d: %v", status, err)
		}
		if r := take(t, "a post", g.requests); len(r.Files) != 1 {
			t.Errorf("no picture was tried: %v", r)
		}
		g.expect(`POST channels/70/messages "Reckon #325"`)
	}
}

func deliver(t *testing.T, g *game, d chat.Delivery) error {
	_, err := g.front.Deliver(t.Context(), d)
	return err
}
