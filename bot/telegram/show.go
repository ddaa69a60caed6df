package telegram

import (
	"strings"

	tgbotapi "github.com/go-telegram-bot-api/telegram-bot-api/v5"

	"reckon/bot/chat"
)

// Show is what Telegram is sent for a Reply that answers somebody in the place,
// in a form to be read by people: notes in round brackets, the HTML of the
// message, and a line for each row of buttons. An arrow marks a button that is
// a deep link into the private chat, a pencil one that fills the person's text
// field. What is secret is shown as the alert that
// answers a press; as a message it is not sent at all.
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
	var b strings.Builder
	if r.Remove {
		b.WriteString("(deletes the player's message)\n")
	}
	if r.Edit {
		b.WriteString("(edits)\n")
	}
	if r.Ask != nil {
		b.WriteString("(alert)\n")
	}
	caption, whole := renderCaption(r, p, shownBy)
	if r.File != nil {
		b.WriteString("(file " + r.File.Name + ")\n" + showMessage(caption))
		return b.String()
	}
	if r.Picture != nil && !r.Edit && whole {
		b.WriteString("(picture)\n" + showMessage(caption))
		return b.String()
	}
	b.WriteString(showMessage(render(r, p, shownBy)))
	return b.String()
}

// shownBy is who shows what is shown.
var shownBy = tgbotapi.User{UserName: "bot", SupportsInlineQueries: true}

// ShowOffers is what a person sees who has typed something behind the bot's name:
// what leads to the private chat, and under it what may be sent, each with its
// number. ShowOffer is the message that is sent then.
func ShowOffers(o chat.Offers) string {
	var b strings.Builder
	if o.Lead != nil {
		b.WriteString("[" + o.Lead.Label + " →]\n")
	}
	for i, x := range o.List {
		b.WriteString(strings.TrimRight(decimal(i+1)+". "+x.Title+" · "+x.About, " ·") + "\n")
	}
	return b.String()
}

// ShowOffer is the message of an offer that was sent. The link on its mark is left
// out.
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
			labels[i] = "[" + k.Text + "]"
			switch {
			case k.URL != nil:
				labels[i] = "[" + k.Text + " →]"
			case k.SwitchInlineQueryCurrentChat != nil:
				labels[i] = "[" + k.Text + " ✎]"
			case k.SwitchInlineQuery != nil:
				labels[i] = "[" + k.Text + " ⇗]"
			case k.Copy != nil:
				labels[i] = "[" + k.Text + " ⧉]"
			}
		}
		b.WriteString(strings.Join(labels, " ") + "\n")
	}
	return b.String()
}
