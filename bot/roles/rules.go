package roles

import (
	"fmt"
	"strings"

	"reckon/bot/chat"
	"reckon/bot/round"
)

// figures are what communities may give roles for. Networks allow five at most.
var figures = []struct {
	key   string
	value func(round.Summary) int
}{
	{"streak", func(s round.Summary) int { return s.Streak.Days }},
	{"longest", func(s round.Summary) int { return s.Streak.Longest }},
	{"month", func(s round.Summary) int { return s.Month }},
	{"solved", func(s round.Summary) int { return s.Solved }},
}

// list returns the figures that networks may show, with their names in all languages and without values.
func (r roles) list() []chat.Figure { return r.figuresOf(round.Summary{}) }

// figuresOf returns a person's figures, with their names in all languages.
func (r roles) figuresOf(s round.Summary) []chat.Figure {
	var all []chat.Figure
	for _, f := range figures {
		figure := chat.Figure{
			Key:   f.key,
			Name:  map[string]string{},
			About: map[string]string{},
			Value: f.value(s),
		}
		for _, language := range r.Book.Languages() {
			v := r.Speak(language)
			figure.Name[language] = v.Phrase("roles.figure."+f.key, nil)
			figure.About[language] = v.Phrase("roles.figure."+f.key+".about", nil)
		}
		all = append(all, figure)
	}
	return all
}

// textOf returns figures as a text. The text is stored, to see later whether the figures have changed.
func textOf(figures []chat.Figure) string {
	var text strings.Builder
	for _, f := range figures {
		fmt.Fprintf(&text, "%s %d\n", f.Key, f.Value)
	}
	return text.String()
}
