package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"reckon/bot/chat"
	"reckon/bot/discord"
	"reckon/bot/discord/discordtest"
	"reckon/bot/telegram"
	"reckon/bot/telegram/telegramtest"
	"reckon/bot/terminal"
)

// onTerminal returns a reply as a terminal prints it, without the indent.
func onTerminal(r chat.Reply) string {
	var out strings.Builder
	f := terminal.New(terminal.Config{Out: &out})
	if _, err := f.Deliver(context.Background(), chat.Delivery{Place: chat.Place{Network: terminal.Network, Community: "you"}, Reply: r}); err != nil {
		return err.Error()
	}
	return strings.TrimPrefix(strings.ReplaceAll(out.String(), "\n\t", "\n"), "\t")
}

// onDiscord returns a reply as a person in a server sees it after they pressed a button.
func onDiscord(t testing.TB, r chat.Reply) string {
	t.Helper()
	s := discordtest.New(discordtest.Options{FirstBy: -1})
	var last discordtest.Call
	s.Change(func(w *discordtest.World) { w.Calls = func(c discordtest.Call) { last = c } })
	outfit := chat.Outfit{Broker: painter{}, Transport: func(http.RoundTripper) http.RoundTripper { return s }}
	f := must(discord.New(discord.Config{Token: discordtest.Token, APIURL: "https://discord.test/api/v9", Outfit: outfit}))(t)
	flags := 0
	if r.Audience != chat.Everyone {
		// This flag means that only the person sees the message with the button.
		flags = 64
	}
	const id = "1100552698897738700"
	event := fmt.Sprintf(`{"id":%q,"application_id":%q,"token":%q,"guild_id":"7","channel_id":"70","message":{"id":"4000","flags":%d}}`,
		id, discordtest.AppID, discordtest.Secret, flags)
	if err := s.Know(event); err != nil {
		t.Fatal(err)
	}
	_, err := f.Deliver(context.Background(), chat.Delivery{
		Key: id, Place: chat.Place{Network: "discord", Community: "7", Channel: "70"}, Event: []byte(event), At: time.Now(), Reply: r,
	})
	if err != nil {
		t.Fatal(err)
	}
	var marks []string
	// A response of this type changes the message with the button.
	const updateMessage = 7.0
	if last.Body["type"] == updateMessage {
		marks = append(marks, "in place")
	}
	if r.Ask == nil && !r.Silent && (flags != 0 || last.Message().Ephemeral) {
		marks = append(marks, "only for you")
	}
	if len(marks) == 0 {
		return last.Show()
	}
	return "(" + strings.Join(marks, ", ") + ")\n" + last.Show()
}

// onTelegram returns a reply as people at a place see it: as the reply to a press if only an alert can show
// it, and otherwise as the reply to a message.
func onTelegram(t testing.TB, r chat.Reply, p chat.Place) (text string) {
	t.Helper()
	event := fmt.Sprintf(`{"chat":%q,"message":7}`, p.Community)
	switch {
	case r.Ask != nil || r.ShowsSecretAt(p):
		event = fmt.Sprintf(`{"chat":%q,"query":"1"}`, p.Community)
		r.Otherwise = nil
	case r.Edit:
		event = fmt.Sprintf(`{"chat":%q,"message":7,"source":"3"}`, p.Community)
	}
	telegramRun(t, &typist{}, func(s *telegramtest.Server, f *telegram.FrontEnd) {
		if r.Mark != "" {
			// The bot is no administrator.
			s.FailNext("deleteMessage", 1, telegramtest.Refusal(400, "Bad Request: message can't be deleted"))
		}
		d := chat.Delivery{Key: "1", Place: p, Event: []byte(event), At: time.Now(), Reply: r}
		if _, err := f.Deliver(context.Background(), d); err != nil && r.ShowsSecretAt(p) {
			text = "(secret: only in the private chat)\n"
		} else if err != nil {
			t.Error(err)
		}
		for _, m := range s.Sent() {
			text += m.String()
		}
	})
	if r.ShowsSecretAt(p) {
		text = strings.Replace(text, "(alert)", "(secret: alert)", 1)
	}
	if text == "" {
		return "(nothing)\n"
	}
	return strings.ReplaceAll(text, "@"+telegramtest.Bot, "@bot")
}

// offerOnTelegram returns the message of an offer that was sent, without the link behind its sign.
func offerOnTelegram(t testing.TB, o chat.Offer) string {
	t.Helper()
	var offered []struct {
		Content struct {
			Text string `json:"message_text"`
		} `json:"input_message_content"`
		Markup struct {
			Rows [][]telegramtest.Button `json:"inline_keyboard"`
		} `json:"reply_markup"`
	}
	telegramRun(t, &typist{offers: chat.Offers{List: []chat.Offer{o}}}, func(s *telegramtest.Server, _ *telegram.FrontEnd) {
		s.Push(1, `"inline_query":{"id":"1","from":{"id":7,"first_name":"Ann"},"query":"x"}`)
		synctest.Wait()
		sent := s.Sent()
		if err := json.Unmarshal([]byte(sent[len(sent)-1].Text), &offered); err != nil || len(offered) != 1 {
			t.Error(err, len(offered))
		}
	})
	m := telegramtest.Message{Text: offered[0].Content.Text, Buttons: offered[0].Markup.Rows}
	if _, rest, ok := strings.Cut(m.Text, `">`); ok && o.Data != "" {
		m.Text = strings.Replace(rest, "</a>", "", 1)
	}
	return strings.ReplaceAll(m.String(), "@"+telegramtest.Bot, "@bot")
}

// telegramRun calls do while a front end runs. Time is fake, and the front end has run for long.
func telegramRun(t testing.TB, h chat.Handler, do func(*telegramtest.Server, *telegram.FrontEnd)) {
	t.Helper()
	synctest.Test(t.(*testing.T), func(t *testing.T) {
		s := telegramtest.New(telegramtest.Options{Inline: true})
		defer s.Close()
		outfit := chat.Outfit{Broker: painter{}, Transport: func(http.RoundTripper) http.RoundTripper { return s }}
		f := must(telegram.New(telegram.Config{Token: telegramtest.Token, APIURL: "http://telegram.test", Outfit: outfit}))(t)
		ctx, end := context.WithCancel(context.Background())
		var running sync.WaitGroup
		running.Go(func() {
			if err := f.Run(ctx, h); err != nil {
				t.Error(err)
			}
		})
		time.Sleep(time.Minute)
		do(s, f)
		end()
		running.Wait()
	})
}

// A typist is a Handler that makes offers.
type typist struct {
	chat.Handler
	offers chat.Offers
}

func (*typist) Menu() []chat.MenuCommand                                { return nil }
func (h *typist) Offered(context.Context, chat.Request, string, string) {}

func (h *typist) Offers(context.Context, chat.Request) chat.Offers { return h.offers }

// A painter is a Broker that draws empty pictures, and has no sentences.
type painter struct{ chat.Broker }

func (painter) Elsewhere(string) chat.Reply             { return chat.Reply{Silent: true} }
func (painter) Searching(string) chat.Reply             { return chat.Reply{Silent: true} }
func (painter) Draw(chat.Picture, bool) ([]byte, error) { return []byte("PNG"), nil }

// While a group plays a plate whose digits have to stay in their order, none of its members is shown the solutions of
// the same digits in any order: one of them may be the answer.
func TestPlateInOrderKeepsItsDigits(t *testing.T) {
	said := play(t, nil, `room club
ann> /hello
deal 24:2.3.8.7=10
bob> /24 plate in order
room ann private
ann> /solve 7 3 8 2 = 10
ann> /solve 0 7 3 8 2 = 10
ann> /solve 7 3 8 2 = 11
`)
	if strings.Count(said, "still racing") != 2 {
		t.Errorf("ann is shown how the digits make 10, or not how they make 11:\n%s", said)
	}
}
