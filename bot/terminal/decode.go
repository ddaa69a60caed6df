package terminal

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/width"

	"reckon/bot/chat"
)

// A decoder turns lines into inputs.
type decoder struct {
	ask *chat.Ask // the open question, which the next line answers
}

// leave are the words that end a conversation.
var leave = []string{"quit", "exit"}

// leaves reports whether a line ends the conversation. /quit always does; quit does unless
// it may be the answer to a question.
func (d *decoder) leaves(line string) bool {
	line = strings.ToLower(strings.TrimSpace(line))
	name, isCommand := strings.CutPrefix(line, "/")
	return (isCommand || d.ask == nil) && slices.Contains(leave, name)
}

// decode reads one line:
//
//	/24 3 3 8 8   a command
//	#1            a press of the first button, if the last message with buttons has one
//	give up       a press of the first button with that label, in any case and also without
//	              its part in brackets, unless a question is open
//	8/(3-8/3)     a text, or the answer to the open question
//
// A number without # is a text, never a button. ok is false for an empty line. A command
// or a button's number cancels the question.
func (d *decoder) decode(line string, buttons []chat.Button, source chat.Message) (in chat.Input, ok bool) {
	ask := d.ask
	line = strings.TrimSpace(line)
	if line == "" {
		return chat.Input{}, false
	}
	d.ask = nil
	if after, slash := strings.CutPrefix(line, "/"); slash && after != "" && after[0] != ' ' {
		name, rest, _ := strings.Cut(after, " ")
		return chat.Input{Kind: chat.Command, Name: strings.ToLower(name), Text: strings.TrimSpace(rest)}, true
	}
	digits, numbered := strings.CutPrefix(width.Narrow.String(line), "#")
	if n, err := strconv.Atoi(digits); numbered && err == nil && n >= 1 && n <= len(buttons) {
		return chat.Input{Kind: chat.Press, Data: buttons[n-1].Data, Source: source}, true
	}
	if ask != nil {
		return chat.Input{Kind: chat.Submit, Data: ask.Data, Text: line}, true
	}
	for _, b := range buttons {
		label := chat.OneLine(b.Label)
		bare := label
		if i := strings.IndexAny(label, "(（"); i > 0 {
			bare = strings.TrimSpace(label[:i])
		}
		if strings.EqualFold(line, label) || strings.EqualFold(line, bare) {
			return chat.Input{Kind: chat.Press, Data: b.Data, Source: source}, true
		}
	}
	return chat.Input{Kind: chat.Text, Text: line}, true
}
