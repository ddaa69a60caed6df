package telegramtest

import (
	"fmt"
	"strings"
)

// String writes what people see, for transcripts: what happens (in round brackets), the HTML of a
// message, and a line for each row of buttons. An arrow marks a button that is a link, and a pencil marks
// a button that fills the person's text field.
func (m Message) String() string {
	var b strings.Builder
	if m.Reader != 0 {
		fmt.Fprintf(&b, "(seen by %d alone)\n", m.Reader)
	}
	switch m.Method {
	case "deleteMessage":
		return "(deletes the player's message)\n"
	case "setMessageReaction":
		return "(reacts " + m.Text + ")\n"
	case "answerCallbackQuery":
		if m.Text == "" {
			return ""
		}
		b.WriteString("(alert)\n")
	case "editMessageText", "editEphemeralMessageText":
		b.WriteString("(edits)\n")
	case "sendPhoto":
		b.WriteString("(picture)\n")
	case "sendDocument":
		b.WriteString("(file " + m.File + ")\n")
	}
	b.WriteString(m.Text + "\n")
	for _, row := range m.Buttons {
		labels := make([]string, len(row))
		for i, button := range row {
			labels[i] = "[" + button.Text + button.mark() + "]"
		}
		b.WriteString(strings.Join(labels, " ") + "\n")
	}
	return b.String()
}

// mark returns the mark of a button that does not send its data.
func (b Button) mark() string {
	switch {
	case b.URL != "":
		return " →"
	case b.Prefill != "":
		return " ✎"
	case b.Share != "":
		return " ⇗"
	case b.Copy.Text != "":
		return " ⧉"
	}
	return ""
}
