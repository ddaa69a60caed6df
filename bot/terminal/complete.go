package terminal

import (
	"strings"

	"reckon/bot/chat"
)

// A Completer returns what the last word of a line that is being typed may become, and what comes before that word.
type Completer func(line string) (head string, words []string)

// complete is the Completer of a conversation. A line with a slash is completed by commands of the menu and the choices
// of their arguments, any other by labels of buttons and the word that ends the conversation.
func complete(menu []chat.MenuCommand, buttons []chat.Button, line string) (head string, words []string) {
	if !strings.HasPrefix(line, "/") {
		for _, b := range buttons {
			words = append(words, chat.OneLine(b.Label))
		}
		return "", withPrefix(append(words, quitWords[0]), line)
	}
	name, rest, hasName := strings.Cut(line[1:], " ")
	if !hasName {
		for _, command := range menu {
			words = append(words, "/"+command.Name+" ")
		}
		return "", withPrefix(append(words, "/"+quitWords[0]), line)
	}
	// The choice may follow other words, such as those of another argument.
	start := strings.LastIndex(rest, " ") + 1
	for _, command := range menu {
		if command.Name != strings.ToLower(name) {
			continue
		}
		for _, argument := range command.Args {
			for _, choice := range argument.Choices {
				words = append(words, choice.Value)
			}
		}
	}
	head = line[:len(line)-len(rest)+start]
	return head, withPrefix(words, rest[start:])
}

// withPrefix returns the words that begin with a text. Capitals do not matter.
func withPrefix(words []string, text string) []string {
	var found []string
	for _, word := range words {
		beginning := word[:min(len(text), len(word))]
		if strings.EqualFold(beginning, text) {
			found = append(found, word)
		}
	}
	return found
}
