package telegram

import (
	"cmp"
	"encoding/base64"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

const (
	maxOffers = 50
	maxLead   = 64 // of a lead's text; the manual names no limit
)

// offerParams returns offers as they are sent to Telegram, those without a title left
// out. Telegram keeps them for nobody: they depend on the person and the moment.
func offerParams(query string, offers chat.Offers, me account) (tgbotapi.Params, error) {
	list := []map[string]any{}
	for _, o := range offers.List[:min(len(offers.List), maxOffers)] {
		title, m := chat.OneLine(o.Title), renderOffer(o, me)
		if chat.IsBlank(title) {
			continue
		}
		article := map[string]any{
			"type": "article", "id": decimal(len(list) + 1), "title": title,
			"input_message_content": map[string]any{
				"message_text": m.HTML, "parse_mode": tgbotapi.ModeHTML, "link_preview_options": map[string]bool{"is_disabled": true},
			},
		}
		if o.About != "" {
			article["description"] = chat.OneLine(o.About)
		}
		if len(m.Keyboard) > 0 {
			article["reply_markup"] = map[string]any{"inline_keyboard": m.Keyboard}
		}
		list = append(list, article)
	}
	p := tgbotapi.Params{"inline_query_id": query, "cache_time": "0", "is_personal": "true"}
	err := p.AddInterface("results", list)
	if l := offers.Lead; l != nil && !chat.IsBlank(l.Label) {
		lead := map[string]string{"text": chat.ClipUnits(chat.OneLine(l.Label), maxLead), "start_parameter": cmp.Or(startPayload(l.Data), "start")}
		err = cmp.Or(err, p.AddInterface("button", lead))
	}
	return p, err
}

// renderOffer returns the message of an offer, for any place where there are others. Its
// data is in a link on a mark at its beginning, from which it is read when the message
// comes back: a bot learns nothing else of a message that was sent through it.
func renderOffer(o chat.Offer, me account) message {
	m, _ := render(maxText, o.Reply, chat.Place{Network: Network}, me)
	if o.Data != "" {
		mark := "🔒"
		if o.Reply.Face != nil {
			mark = "🧩"
		}
		link := "https://t.me/" + me.UserName + "?sent=" + base64.RawURLEncoding.EncodeToString([]byte(o.Data))
		m.HTML = `<a href="` + link + `">` + mark + "</a> " + m.HTML
	}
	return m
}
