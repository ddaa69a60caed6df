package telegram

import (
	"encoding/base64"
	"encoding/json"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// An article is an offer as it is sent to Telegram.
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

// offerParams returns offers as they are sent to Telegram, those without a title left
// out. Telegram keeps them for nobody: they depend on the person and the moment.
func offerParams(query string, offers chat.Offers, me tgbotapi.User) (tgbotapi.Params, error) {
	list := []article{}
	for _, o := range offers.List[:min(len(offers.List), maxOffers)] {
		m := renderOffer(o, me)
		a := article{
			Type: "article", ID: decimal(len(list) + 1), Title: chat.OneLine(o.Title), About: chat.OneLine(o.About),
			Content: content{m.HTML, tgbotapi.ModeHTML, preview{true}},
		}
		if len(m.Keyboard) > 0 {
			a.Keyboard = &markup{m.Keyboard}
		}
		if !chat.IsBlank(a.Title) {
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

// renderOffer returns the message of an offer, for any place where there are others. Its
// data is in a link on a mark at its beginning, from which it is read when the message
// comes back: a bot learns nothing else of a message that was sent through it.
func renderOffer(o chat.Offer, me tgbotapi.User) message {
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
