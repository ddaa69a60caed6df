package main

import (
	"strings"

	"reckon/bot/lang"
	"reckon/bot/say"
	"reckon/engine"
)

// A speaker says in words what the engine knows as codes. Scripts read the
// codes, in JSON; people read the words.
type speaker struct{ *lang.Printer }

func newSpeaker() (speaker, error) {
	book, err := lang.Open()
	if err != nil {
		return speaker{}, err
	}
	return speaker{book.Printer()}, nil
}

// fault says what is wrong with a text about the puzzle of an ID.
func (s speaker) fault(id, text string, err error) string {
	f := engine.AsFault(err)
	if f == nil {
		return err.Error()
	}
	game, _, _ := strings.Cut(id, ":")
	return say.Sentence(s.Printer, game, text, f)
}

// reasons says why a puzzle is rated as it is.
func (s speaker) reasons(id string, codes []string) []string {
	game, _, _ := strings.Cut(id, ":")
	var out []string
	for _, code := range codes {
		var text strings.Builder
		for _, part := range s.Parts("reason."+game+"."+code, nil, 0) {
			text.WriteString(part.Text)
		}
		out = append(out, text.String())
	}
	return out
}
