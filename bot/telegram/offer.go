package telegram

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

const (
	maxOffers = 50
	// maxLead is how long the text of chat.Offers.Lead may be here. The manual names no limit.
	maxLead = 64
)

// inlineMark begins the ID of a message in a chat where the bot is no member. Telegram knows such a message by an ID of
// its own, without the chat.
const inlineMark = "inline:"

// offerParams returns offers as they are sent to Telegram. Those without a title are left out.
// Telegram must not cache them, since they depend on the person and the moment.
func offerParams(query string, offers chat.Offers, me account) (tgbotapi.Params, error) {
	list := []map[string]any{}
	for _, o := range offers.List[:min(len(offers.List), maxOffers)] {
		if !chat.IsBlank(chat.OneLine(o.Title)) {
			list = append(list, article(o, decimal(len(list)+1), me))
		}
	}
	p := tgbotapi.Params{"inline_query_id": query, "cache_time": "0", "is_personal": "true"}
	if err := p.AddInterface("results", list); err != nil {
		return nil, err
	}
	lead := offers.Lead
	if lead == nil || chat.IsBlank(lead.Label) {
		return p, nil
	}
	return p, p.AddInterface("button", map[string]string{
		"text":            chat.ClipUnits(chat.OneLine(lead.Label), maxLead),
		"start_parameter": cmp.Or(startPayload(lead.Data), "start"),
	})
}

// summons returns the input of somebody who named the bot in a chat that it is not a member of.
func summons(text, username string) chat.Input {
	isName := func(word string) bool { return strings.EqualFold(word, "@"+username) }
	words := slices.DeleteFunc(strings.Fields(text), isName)
	return chat.Input{Kind: chat.Summoned, Text: strings.TrimPrefix(strings.Join(words, " "), "/")}
}

var errNothing = errors.New("there is no offer")

// guestParams returns the answer to somebody who named the bot in a chat that it is not a member of: the
// first offer or, if there is none, the text of the Lead.
func guestParams(query string, offers chat.Offers, me account) (tgbotapi.Params, error) {
	var o chat.Offer
	switch {
	case len(offers.List) > 0:
		o = offers.List[0]
	case offers.Lead != nil:
		label := offers.Lead.Label
		o = chat.Offer{Title: label, Reply: chat.Reply{Text: []chat.Line{{{Text: label}}}}}
	default:
		return nil, errNothing
	}
	p := tgbotapi.Params{"guest_query_id": query}
	return p, p.AddInterface("result", article(o, "1", me))
}

// article returns an offer as Telegram shows it.
func article(o chat.Offer, id string, me account) map[string]any {
	m := renderOffer(o, me)
	a := map[string]any{
		"type":  "article",
		"id":    id,
		"title": chat.OneLine(o.Title),
		"input_message_content": map[string]any{
			"message_text":         m.HTML,
			"parse_mode":           tgbotapi.ModeHTML,
			"link_preview_options": map[string]bool{"is_disabled": true},
		},
	}
	if o.About != "" {
		a["description"] = chat.OneLine(o.About)
	}
	if len(m.Keyboard) > 0 {
		a["reply_markup"] = map[string]any{"inline_keyboard": m.Keyboard}
	}
	return a
}

var _ chat.Sharer = (*FrontEnd)(nil)

// Prepare implements chat.Sharer.
func (f *FrontEnd) Prepare(ctx context.Context, person string, o chat.Offer) (id string, err error) {
	me := f.me.Load()
	if me == nil {
		return "", errors.New("telegram: not connected yet")
	}
	p := tgbotapi.Params{
		"user_id":             person,
		"allow_user_chats":    "true",
		"allow_group_chats":   "true",
		"allow_channel_chats": "true",
	}
	if err := p.AddInterface("result", article(o, "1", *me)); err != nil {
		return "", err
	}
	var made struct {
		ID string `json:"id"`
	}
	err = f.call(ctx, &made, "savePreparedInlineMessage", p)
	return made.ID, err
}

// renderOffer returns the message of an offer, for a place where others read along. The message begins
// with an emoji that has a link, and the link holds the offer's data. When the bot sees the message, it
// reads the data from the link, because Telegram tells it nothing else about a message sent through it.
func renderOffer(o chat.Offer, me account) message {
	m, _ := render(maxText, o.Reply, chat.Place{Network: Network}, me)
	if o.Data == "" {
		return m
	}
	// An offer without a puzzle is an answer that nobody else may read.
	mark := "🔒"
	if o.Reply.Face != nil {
		mark = "🧩"
	}
	link := "https://t.me/" + me.UserName + "?sent=" + base64.RawURLEncoding.EncodeToString([]byte(o.Data))
	m.HTML = `<a href="` + link + `">` + mark + "</a> " + m.HTML
	return m
}
