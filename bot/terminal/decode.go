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
	// ask is the open question, which the next line answers.
	ask *chat.Ask
}

// quitWords end a conversation.
var quitWords = []string{"quit", "exit"}

// leaves reports whether a line ends the conversation. /quit always ends it. quit ends it unless a
// question is open, since the word may be the answer.
func (d *decoder) leaves(line string) bool {
	line = strings.ToLower(strings.TrimSpace(line))
	word, isCommand := strings.CutPrefix(line, "/")
	if !slices.Contains(quitWords, word) {
		return false
	}
	return isCommand || d.ask == nil
}

// decode reads one line:
//
//	/24 3 3 8 8   a command
//	#1            a press of the first button of the last message that has buttons
//	give up       a press of the first button with that label, unless a question is open;
//	              capitals do not matter
//	8/(3-8/3)     a text, or the answer to the open question
//
// A number without # is a text, never a button. ok is false for an empty line. A command
// or a button's number cancels the question.
func (d *decoder) decode(line string, buttons []chat.Button, source chat.Message) (in chat.Input, ok bool) {
	line = strings.TrimSpace(line)
	if line == "" {
		return chat.Input{}, false
	}
	ask := d.ask
	d.ask = nil
	if after, slash := strings.CutPrefix(line, "/"); slash && after != "" && after[0] != ' ' {
		name, rest, _ := strings.Cut(after, " ")
		return chat.Input{Kind: chat.Command, Name: strings.ToLower(name), Text: strings.TrimSpace(rest)}, true
	}
	if b, ok := numbered(line, buttons); ok {
		return chat.Input{Kind: chat.Press, Data: b.Data, Source: source}, true
	}
	if ask != nil {
		return chat.Input{Kind: chat.Submit, Data: ask.Data, Text: line}, true
	}
	for _, b := range buttons {
		if hasLabel(b, line) {
			return chat.Input{Kind: chat.Press, Typed: true, Data: b.Data, Source: source}, true
		}
	}
	return chat.Input{Kind: chat.Text, Text: line}, true
}

// numbered returns the button that a line such as "#1" means; ok is false if there is none.
func numbered(line string, buttons []chat.Button) (b chat.Button, ok bool) {
	digits, ok := strings.CutPrefix(width.Narrow.String(line), "#")
	if !ok {
		return chat.Button{}, false
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > len(buttons) {
		return chat.Button{}, false
	}
	return buttons[n-1], true
}

// hasLabel reports whether a line is a button's whole label. Capitals do not matter. A price in the label is a
// part of it, since nobody is to pay a price that they have not named.
func hasLabel(b chat.Button, line string) bool {
	return strings.EqualFold(line, chat.OneLine(b.Label))
}
