package telegram

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"time"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// offerFor is how long who types is waited for with offers.
const offerFor = 10 * time.Second

// An offerer answers what people type behind the bot's name.
type offerer struct {
	*sender
	h     chat.Handler
	typed chat.Lanes[int64] // by person
}

// offer answers what a person types. Of what they typed while an answer was being made
// only the last is answered.
func (o *offerer) offer(work context.Context, q *tgbotapi.InlineQuery) {
	if q.From == nil {
		return
	}
	begun := time.Now()
	o.typed.Add(q.From.ID, func() {
		if o.typed.Waiting(q.From.ID) > 0 || time.Since(begun) > offerFor {
			return
		}
		ctx, cancel := context.WithDeadline(work, begun.Add(offerFor))
		defer cancel()
		chat.Guard(o.log, "offers", func() {
			p, err := offerParams(q.ID, o.h.Offers(ctx, requestOf(q, begun)), *o.me.Load())
			if ctx.Err() == nil && err == nil {
				_, err = o.call(ctx, "answerInlineQuery", p)
			}
			if err != nil {
				o.log.Info("nothing was offered", "err", err)
			}
		})
	})
}

func requestOf(q *tgbotapi.InlineQuery, at time.Time) chat.Request {
	return chat.Request{
		Place: chat.Place{Network: Network}, Person: personOf(q.From), Locale: q.From.LanguageCode, At: at.UTC(),
		Input: chat.Input{Kind: chat.Text, Text: q.Query},
	}
}

// An article is an offer as Telegram is sent it.
type article struct {
	Type     string  `json:"type"`
	ID       string  `json:"id"`
	Title    string  `json:"title"`
	About    string  `json:"description,omitempty"`
	Content  content `json:"input_message_content"`
	Keyboard *markup `json:"reply_markup,omitempty"`
}

type content struct {
	Text    string  `json:"message_text"`
	Mode    string  `json:"parse_mode"`
	Preview preview `json:"link_preview_options"`
}

type preview struct {
	Disabled bool `json:"is_disabled"`
}

type markup struct {
	Rows [][]button `json:"inline_keyboard"`
}

const (
	maxOffers = 50
	maxLead   = 64 // of a lead's text; the manual names no limit
)

// offerParams are offers as Telegram is sent them. They are kept for nobody: what is
// offered depends on who asks, and when.
func offerParams(query string, offers chat.Offers, me tgbotapi.User) (tgbotapi.Params, error) {
	list := []article{}
	for _, o := range offers.List[:min(len(offers.List), maxOffers)] {
		if a, ok := articleOf(o, me); ok {
			a.ID = decimal(len(list) + 1)
			list = append(list, a)
		}
	}
	results, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	p := tgbotapi.Params{"inline_query_id": query, "results": string(results), "cache_time": "0", "is_personal": "true"}
	if l := offers.Lead; l != nil && !chat.IsBlank(l.Label) {
		start := startPayload(l.Data)
		if start == "" {
			start = "start"
		}
		lead, err := json.Marshal(map[string]string{"text": chat.ClipUnits(chat.OneLine(l.Label), maxLead), "start_parameter": start})
		if err != nil {
			return nil, err
		}
		p["button"] = string(lead)
	}
	return p, nil
}

// articleOf shows an offer, unless it has no title.
func articleOf(o chat.Offer, me tgbotapi.User) (a article, ok bool) {
	m := renderOffer(o, me)
	a = article{
		Type: "article", Title: chat.OneLine(o.Title), About: chat.OneLine(o.About),
		Content: content{m.HTML, tgbotapi.ModeHTML, preview{true}},
	}
	if len(m.Keyboard) > 0 {
		a.Keyboard = &markup{m.Keyboard}
	}
	return a, !chat.IsBlank(a.Title)
}

// anywhere is a place of which nothing is known but that others are there.
var anywhere = chat.Place{Network: Network}

// renderOffer is the message of an offer. Its data is in a link on a mark at its
// beginning, whence it is read when the message comes back: Telegram hands a bot
// nothing else of a message that was sent through it.
func renderOffer(o chat.Offer, me tgbotapi.User) message {
	m := render(o.Reply, anywhere, me)
	if o.Data != "" {
		mark := "🔒"
		if o.Reply.Face != nil {
			mark = "🧩"
		}
		m.HTML = `<a href="` + sentLink(me.UserName) + base64.RawURLEncoding.EncodeToString([]byte(o.Data)) + `">` + mark + "</a> " + m.HTML
	}
	return m
}

func sentLink(username string) string { return "https://t.me/" + username + "?sent=" }
