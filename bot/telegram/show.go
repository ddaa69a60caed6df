package telegram

import (
	"strings"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// Show returns what Telegram is sent for a Reply that answers somebody in the place, in a
// form for people: notes in round brackets, the HTML of the message, and a line for
// each row of buttons. An arrow marks a button that is a deep link into the private chat,
// a pencil one that fills the person's text field. A secret is shown as the alert that
// answers a press; it is never sent as a message.
func Show(r chat.Reply, p chat.Place) string {
	if r.Silent {
		return "(nothing)\n"
	}
	if r.ShownToOthers(p) {
		text, ok := alert(r, p)
		if !ok {
			return "(secret: only in the private chat)\n"
		}
		return "(secret: alert)\n" + text + "\n"
	}
	if r.Mark != "" && !p.Private {
		return "(reacts " + r.Mark + ")\n"
	}
	notes := ""
	if r.Remove {
		notes += "(deletes the player's message)\n"
	}
	if r.Edit {
		notes += "(edits)\n"
	}
	if r.Ask != nil {
		notes += "(alert)\n"
	}
	m, whole := render(maxCaption, r, p, shownBy)
	switch {
	case r.File != nil:
		notes += "(file " + r.File.Name + ")\n"
	case r.Picture != nil && !r.Edit && whole:
		notes += "(picture)\n"
	default:
		m, _ = render(maxText, r, p, shownBy)
	}
	return notes + showMessage(m)
}

// shownBy is the bot that Show shows.
var shownBy = tgbotapi.User{UserName: "bot", SupportsInlineQueries: true}

// ShowOffer returns the message of an offer that was sent, without the link on its mark.
func ShowOffer(o chat.Offer) string {
	m := renderOffer(o, shownBy)
	if _, rest, ok := strings.Cut(m.HTML, `">`); ok && o.Data != "" {
		m.HTML = strings.Replace(rest, "</a>", "", 1)
	}
	return showMessage(m)
}

func showMessage(m message) string {
	var b strings.Builder
	b.WriteString(m.HTML + "\n")
	for _, row := range m.Keyboard {
		labels := make([]string, len(row))
		for i, k := range row {
			sign := ""
			switch {
			case k.URL != nil:
				sign = " →"
			case k.SwitchInlineQueryCurrentChat != nil:
				sign = " ✎"
			case k.SwitchInlineQuery != nil:
				sign = " ⇗"
			case k.Copy != nil:
				sign = " ⧉"
			}
			labels[i] = "[" + k.Text + sign + "]"
		}
		b.WriteString(strings.Join(labels, " ") + "\n")
	}
	return b.String()
}
