package telegram

import (
	"strings"

	"reckon/bot"
)

// Show is what Telegram is sent for a Reply that answers a command in the chat,
// in a form to be read by people: notes in round brackets, the HTML of the
// message, and a line for each row of buttons. An arrow marks a button that is
// a deep link into the private chat.
func Show(r bot.Reply, c bot.Chat) string {
	if r.Silent {
		return "(nothing)\n"
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
	m := render(r, c, "bot")
	b.WriteString(m.HTML + "\n")
	for _, row := range m.Keyboard {
		for i, k := range row {
			if i > 0 {
				b.WriteString(" ")
			}
			label := k.Text
			if k.URL != "" {
				label += " →"
			}
			b.WriteString("[" + label + "]")
		}
		b.WriteString("\n")
	}
	return b.String()
}
