package telegram

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
	"reckon/bot/telegram/telegramtest"
)

// inline returns the update of a text that a person types behind the bot's name.
func inline(id, text string) string {
	quoted, _ := json.Marshal(text)
	return fmt.Sprintf(`"inline_query":{"id":%q,"from":{"id":7,"first_name":"Ann","language_code":"zh"},"query":%s,"offset":""}`, id, quoted)
}

// A text typed behind the bot's name is answered with offers, for this person and this
// moment alone.
func TestOffers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked chat.Request
		s, h := newServer(), &handler{answer: always(chat.Reply{Silent: true}), offers: func(r chat.Request) chat.Offers {
			asked = r
			return chat.Offers{
				Lead: &chat.Button{Label: "this bracket is\nnever closed", Data: "v2 answer 17"},
				List: []chat.Offer{{Title: "24", About: "hard", Data: "v2 pose x", Reply: say("a < b")}, {Title: " "}},
			}
		}}
		b := start(t, s, h)
		s.Push(10, inline("q1", "3 3 8 8"))
		after(time.Second)
		made := s.Calls("answerInlineQuery")
		if len(made) != 1 {
			t.Fatalf("%d answers", len(made))
		}
		p := made[0].Values
		for name, want := range map[string]string{
			"inline_query_id": "q1", "cache_time": "0", "is_personal": "true",
			"button": `{"start_parameter":"djIgYW5zd2VyIDE3","text":"this bracket is never closed"}`,
			"results": `[{"description":"hard","id":"1","input_message_content":{"link_preview_options":{"is_disabled":true},"message_text":` +
				`"\u003ca href=\"https://t.me/reckon_bot?sent=djIgcG9zZSB4\"\u003e🔒\u003c/a\u003e a \u0026lt; b",` +
				`"parse_mode":"HTML"},"title":"24","type":"article"}]`,
		} {
			if got := p.Get(name); got != want {
				t.Errorf("%s: %s\nwant %s", name, got, want)
			}
		}
		if asked.Input.Text != "3 3 8 8" || asked.Person.ID != "7" || asked.Locale != "zh" || asked.Place != (chat.Place{Network: Network}) {
			t.Errorf("asked %+v", asked)
		}
		if err := b.end(); err != nil || len(s.Pending()) > 0 {
			t.Errorf("%v; not confirmed: %v", err, s.Pending())
		}
	})
}

// A person who names the bot in a chat where it is no member gets the first offer, once.
func TestSummoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []chat.Request
		s, h := newServer(), &handler{answer: always(chat.Reply{Silent: true}), offers: func(r chat.Request) (out chat.Offers) {
			asked = append(asked, r)
			switch r.Input.Text {
			case "24 hard":
				out.List = []chat.Offer{{Title: "24", Data: "v2 pose x", Token: "T", Reply: say("3 3 8 8")}, {Title: "another", Reply: say("never sent")}}
			case "24 1 1 1 1":
				out.Lead = &chat.Button{Label: "1 1 1 1 can't make 24", Data: "v2 next 24"}
			}
			return out
		}}
		b := start(t, s, h)
		for i, text := range []string{"@Reckon_Bot /24 hard", "24 @reckon_bot 1 1 1 1", "@reckon_bot hello"} {
			s.Push(int64(10+i), fmt.Sprintf(`"guest_message":{"message_id":1,"date":1,"chat":{"id":-77,"type":"supergroup"},"from":{"id":7,"first_name":"Ann","language_code":"zh"},"text":%q,"guest_query_id":"g%d"}`, text, i))
			after(time.Second)
		}
		made := s.Calls("answerGuestQuery")
		if len(made) != 2 || len(asked) != 3 {
			t.Fatalf("%d answers, asked %+v", len(made), asked)
		}
		for i, want := range []string{`"message_text":"\u003ca href=\"https://t.me/reckon_bot?sent=djIgcG9zZSB4\"\u003e🔒\u003c/a\u003e 3 3 8 8"`, `"message_text":"1 1 1 1 can't make 24"`} {
			if p := made[i].Values; p.Get("guest_query_id") != fmt.Sprintf("g%d", i) || !strings.Contains(p.Get("result"), want) {
				t.Errorf("answered %v", p)
			}
		}
		if want := []string{"zh T inline:guest g0"}; !slices.Equal(h.offered, want) {
			t.Errorf("it is told %q was sent, want %q", h.offered, want)
		}
		if r := asked[0]; r.Input.Kind != chat.Summoned || r.Person.ID != "7" || r.Locale != "zh" || r.Place != (chat.Place{Network: Network}) {
			t.Errorf("asked %+v", r)
		}
		if err := b.end(); err != nil || len(s.Pending()) > 0 {
			t.Errorf("%v; not confirmed: %v", err, s.Pending())
		}
	})
}

// A message is prepared for one person, who chooses on the page to whom to send it.
func TestPrepare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer()
		b := start(t, s, &handler{answer: always(say("hi"))})
		after(time.Second)
		id, err := b.f.Prepare(t.Context(), "7", chat.Offer{Title: "Your card", About: "Reckon #12", Reply: say("Reckon #12")})
		made := s.Calls("savePreparedInlineMessage")
		if err != nil || id != "prepared for 7" || len(made) != 1 {
			t.Fatalf("%q, %v, %d calls", id, err, len(made))
		}
		for name, want := range map[string]string{
			"user_id": "7", "allow_user_chats": "true", "allow_group_chats": "true", "allow_channel_chats": "true",
			"result": `{"description":"Reckon #12","id":"1","input_message_content":{"link_preview_options":{"is_disabled":true},` +
				`"message_text":"Reckon #12","parse_mode":"HTML"},"title":"Your card","type":"article"}`,
		} {
			if got := made[0].Values.Get(name); got != want {
				t.Errorf("%s: %s\nwant %s", name, got, want)
			}
		}
		if err := b.end(); err != nil {
			t.Error(err)
		}
	})
}

// If a person types several texts in a row, only the last one is answered. No text makes a chat wait.
func TestOffersOfTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, h := newServer(), &handler{answer: always(say("played"))}
		h.offers = func(r chat.Request) chat.Offers {
			// This is like a search.
			time.Sleep(2 * time.Second)
			return chat.Offers{Lead: &chat.Button{Label: "for " + r.Input.Text, Data: "x"}}
		}
		b := start(t, s, h)
		s.Push(10, inline("q1", "3"))
		after(100 * time.Millisecond)
		s.PushAll(telegramtest.Updates{{11, inline("q2", "33")}, {12, inline("q3", "333")}, {13, typed(7, 1, "/24")}})
		after(time.Second)
		if got := texts(s, "sendMessage"); len(got) != 1 {
			t.Errorf("what was typed elsewhere held up %q", got)
		}
		after(5 * time.Second)
		var got []string
		for _, c := range s.Calls("answerInlineQuery") {
			got = append(got, c.Get("inline_query_id"))
		}
		if want := "q1 q3"; strings.Join(got, " ") != want {
			t.Errorf("answered %q, want %s", got, want)
		}
		s.FailNext("answerInlineQuery", 1, telegramtest.Refusal(400, "Bad Request: query is too old"))
		s.Push(14, inline("q4", "3"))
		after(5 * time.Second)
		b.end()
		if !strings.Contains(b.log.String(), "nothing was offered") {
			t.Error("a refusal is not logged")
		}
	})
}

// Offers that come too late are not sent. A panic while they are made ends nothing else.
func TestOffersInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, h := newServer(), &handler{answer: always(say("played"))}
		h.offers = func(r chat.Request) chat.Offers {
			if r.Input.Text == "panic" {
				panic("boom")
			}
			time.Sleep(offerFor + time.Second)
			return chat.Offers{}
		}
		b := start(t, s, h)
		s.Push(10, inline("q1", "slow"))
		after(time.Second)
		s.Push(11, inline("q2", "panic"))
		after(30 * time.Second)
		s.Push(12, inline("q3", "panic"))
		after(time.Second)
		if got := s.Calls("answerInlineQuery"); len(got) != 0 {
			t.Errorf("answered %v", got)
		}
		if err := b.end(); err != nil || strings.Count(b.log.String(), "in=offers") != 2 {
			t.Errorf("%v, log:\n%s", err, b.log)
		}
	})
}

// An offer that was sent comes back with its data, however long that is.
func TestOfferComesBack(t *testing.T) {
	for _, data := range []string{"v2 pose 24:3,3,8,8", strings.Repeat("x", 1500)} {
		m := renderOffer(chat.Offer{Data: data, Reply: chat.Reply{Face: &chat.Face{Title: "24"}}}, account{User: *testMe})
		link, _, _ := strings.Cut(strings.TrimPrefix(m.HTML, `<a href="`), `"`)
		entity := fmt.Sprintf(`{"type":"text_link","offset":0,"length":2,"url":%q}`, link)
		for _, c := range []struct {
			name, fields string
			ok           bool
		}{
			{"sent", `"via_bot":{"id":42,"is_bot":true},"entities":[{"type":"bold","offset":0,"length":1},` + entity + `]`, true},
			{"sent by another bot", `"via_bot":{"id":43,"is_bot":true},"entities":[` + entity + `]`, false},
			{"forwarded", `"forward_date":1,"via_bot":{"id":42,"is_bot":true},"entities":[` + entity + `]`, false},
			{"without a link", `"via_bot":{"id":42,"is_bot":true}`, false},
			{"with a link elsewhere", `"via_bot":{"id":42,"is_bot":true},"entities":[` + strings.ReplaceAll(entity, "reckon_bot", "other_bot") + `]`, false},
			{"with a link on nothing", `"via_bot":{"id":42,"is_bot":true},"entities":[` + strings.ReplaceAll(entity, "text_link", "url") + `]`, false},
			{"behind a broken link", `"via_bot":{"id":42,"is_bot":true},"entities":[{"type":"text_link","url":"http://%zz"},` + entity + `]`, true},
			{"without data", `"via_bot":{"id":42,"is_bot":true},"entities":[{"type":"text_link","url":"https://t.me/reckon_bot?sent="}]`, false},
			{"with another's link", `"via_bot":{"id":42,"is_bot":true},"entities":[` + strings.ReplaceAll(entity, "t.me", "t.you") + `]`, false},
		} {
			var u update
			raw := `{"update_id":1,"message":{"message_id":1,"date":1790000000,"from":{"id":7},"chat":{"id":-5,"type":"group"},"text":"🧩 24",` + c.fields + `}}`
			if err := json.Unmarshal([]byte(raw), &u); err != nil {
				t.Fatal(err)
			}
			r, ok := decode(&u, testMe, time.Now())
			if ok != c.ok || ok && (r.Input.Kind != chat.Sent || r.Input.Data != data) {
				t.Errorf("%s: %v, %+v", c.name, ok, r.Input)
			}
		}
	}
}

// If the bot answers inline queries, a button with a Prefill fills the text field in groups. Otherwise it
// is an ordinary button.
func TestPrefilledButton(t *testing.T) {
	able := account{User: tgbotapi.User{UserName: "reckon_bot", SupportsInlineQueries: true}}
	b := chat.Button{Label: "Answer", Data: "v2 answer 17", Prefill: "#17 ", Personal: true}
	for _, c := range []struct {
		me      account
		private bool
		want    string
	}{
		{able, false, `{"text":"Answer","switch_inline_query_current_chat":"#17 "}`},
		{able, true, `{"text":"Answer","callback_data":"v2 answer 17"}`},
		{account{User: *testMe}, false, `{"text":"Answer","url":"https://t.me/reckon_bot?start=djIgYW5zd2VyIDE3"}`},
	} {
		k, ok := key(b, chat.Place{Private: c.private}, c.me)
		got, err := json.Marshal(k)
		if string(got) != c.want || !ok || err != nil {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
