package terminal

import (
	"strconv"
	"strings"

	"reckon/bot/chat"
)

// A decoder turns lines into inputs.
type decoder struct {
	ask *chat.Ask // waits for a line of text
}

// decode reads one line:
//
//	/24 3 3 8 8   a command
//	1             a press of the first button, if the last message with buttons has one
//	8/(3-8/3)     a text, or what was asked for
//
// ok is false for an empty line. A command takes back what was asked.
func (d *decoder) decode(line string, button func(n int) (chat.Button, chat.Message, bool)) (in chat.Input, ok bool) {
	ask := d.ask
	line = strings.TrimSpace(line)
	if line == "" {
		return chat.Input{}, false
	}
	d.ask = nil
	if name, rest, isCommand := command(line); isCommand {
		return chat.Input{Kind: chat.Command, Name: name, Text: rest}, true
	}
	if ask != nil {
		return chat.Input{Kind: chat.Submit, Data: ask.Data, Text: line}, true
	}
	if n, err := strconv.Atoi(line); err == nil {
		if b, m, found := button(n); found {
			return chat.Input{Kind: chat.Press, Data: b.Data, Source: m}, true
		}
	}
	return chat.Input{Kind: chat.Text, Text: line}, true
}

func command(line string) (name, rest string, ok bool) {
	after, ok := strings.CutPrefix(line, "/")
	if !ok || after == "" || after[0] == ' ' {
		return "", "", false
	}
	name, rest, _ = strings.Cut(after, " ")
	return strings.ToLower(name), strings.TrimSpace(rest), true
}
