package telegram

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

// A picture is sent as a photo, with the text as its caption. The text is sent alone if the picture cannot
// be drawn, if the text is too long for a caption, or if it edits a message.
func TestPictures(t *testing.T) {
	shared := say("Reckon #325")
	shared.Picture = &chat.Picture{Kind: "share", Alt: "Reckon #325"}
	shared.Buttons = [][]chat.Button{{{Label: "Share", Data: "v2 share 325"}}}
	undrawn, edit := shared, shared
	undrawn.Picture = &chat.Picture{Kind: "none"}
	edit.Edit = true
	long := shared
	long.Text = []chat.Line{{{Text: strings.Repeat("x", 2*maxCaption)}}}
	for _, test := range []struct {
		name           string
		reply          chat.Reply
		method, photo  string
		field, content string
	}{
		{"picture", shared, "sendPhoto", "PNG of share, dark false", "caption", "Reckon #325"},
		{"long", long, "sendMessage", "", "text", strings.Repeat("x", 2*maxCaption)},
		{"undrawn", undrawn, "sendMessage", "", "text", "Reckon #325"},
		{"forbidden", shared, "sendMessage", "", "text", "Reckon #325"},
		{"edit", edit, "editMessageText", "", "text", "Reckon #325"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newServer()
				if test.name == "forbidden" {
					s.FailNext("sendPhoto", 1, telegramtest.Refusal(400, "Bad Request: not enough rights to send photos to the chat"))
				}
				b := start(t, s, &handler{answer: always(test.reply)})
				s.Push(10, pressed(5, "q1", "share"))
				after(time.Second)
				made := s.Calls(test.method)
				if len(made) != 1 {
					t.Fatalf("%d calls of %s", len(made), test.method)
				}
				p := made[0].Values
				if p.Get("photo") != test.photo || p.Get(test.field) != test.content || p.Get("chat_id") != "5" || !strings.Contains(p.Get("reply_markup"), "v2 share 325") {
					t.Errorf("%v", p)
				}
				if e, ok := b.h.ended(10); !ok || e.err != nil || e.message.ID == "" {
					t.Errorf("ended with %+v", e)
				}
				b.end()
			})
		})
	}
}

// If Telegram refuses a photo for now, it is sent later.
func TestPictureWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		s.FailNext("sendPhoto", 1, telegramtest.TooMany(7))
		r := say("Reckon #325")
		r.Picture = &chat.Picture{Kind: "share"}
		b := start(t, s, &handler{answer: always(r)})
		s.Push(10, typed(5, 1, "/card"))
		after(time.Minute)
		if made := s.Calls("sendPhoto"); len(made) != 2 || made[1].At.Sub(made[0].At) < 7*time.Second {
			t.Errorf("sent %v", made)
		}
		if said := texts(s, "sendMessage"); len(said) > 0 {
			t.Errorf("said %q", said)
		}
		b.end()
	})
}

// If the bot answers inline queries, a person sends a text to share to a chat. Otherwise the button
// copies the text. If the text is too long for that, the button is an ordinary one.
func TestShareButton(t *testing.T) {
	able := account{User: tgbotapi.User{UserName: "reckon_bot", SupportsInlineQueries: true}}
	b := chat.Button{Label: "Share", Data: "v2 share 325", Prefill: "share 325", Share: "Reckon #325"}
	long := b
	long.Share = strings.Repeat("x", maxCopied+1)
	for _, c := range []struct {
		b       chat.Button
		me      account
		private bool
		want    string
	}{
		{b, able, true, `{"text":"Share","switch_inline_query":"share 325"}`},
		{b, able, false, `{"text":"Share","switch_inline_query":"share 325"}`},
		{b, account{User: *testMe}, true, `{"text":"Share","copy_text":{"text":"Reckon #325"}}`},
		{long, account{User: *testMe}, true, `{"text":"Share","callback_data":"v2 share 325"}`},
	} {
		k, ok := key(c.b, chat.Place{Private: c.private}, c.me)
		got, err := json.Marshal(k)
		if string(got) != c.want || !ok || err != nil {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
