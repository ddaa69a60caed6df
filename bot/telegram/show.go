package telegram

import (
	"strings"

	"reckon/bot/chat"
)

// Show is what Telegram is sent for a Reply that answers somebody in the place,
// in a form to be read by people: notes in round brackets, the HTML of the
// message, and a line for each row of buttons. An arrow marks a button that is
// a deep link into the private chat. What is secret is shown as the alert that
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
	m := render(r, p, "bot")
	b.WriteString(m.HTML + "\n")
	for _, row := range m.Keyboard {
		labels := make([]string, len(row))
		for i, k := range row {
			labels[i] = "[" + k.Text + "]"
			if k.URL != nil {
				labels[i] = "[" + k.Text + " →]"
			}
		}
		b.WriteString(strings.Join(labels, " ") + "\n")
	}
	return b.String()
}
