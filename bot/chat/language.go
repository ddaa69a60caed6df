package chat

import (
	"slices"

	"golang.org/x/text/language"
)

// Languages returns the languages of a menu's texts: DefaultLanguage first, then the
// others in alphabetical order of their tags.
func Languages(menu []MenuCommand) []string {
	found := map[string]bool{}
	note := func(texts map[string]string) {
		for tag := range texts {
			found[tag] = true
		}
	}
	for _, c := range menu {
		note(c.About)
		for _, a := range c.Args {
			note(a.About)
			for _, choice := range a.Choices {
				note(choice.Label)
			}
		}
	}
	delete(found, DefaultLanguage)
	others := make([]string, 0, len(found))
	for tag := range found {
		others = append(others, tag)
	}
	slices.Sort(others)
	return append([]string{DefaultLanguage}, others...)
}

// LanguageFor returns the one of languages, each a BCP 47 tag, that readers of a
// network's locale understand. If there is none, ok is false; then the network shows
// the text of DefaultLanguage.
func LanguageFor(locale string, languages []string) (tag string, ok bool) {
	wanted, err := language.Parse(locale)
	if err != nil {
		return "", false
	}
	have := make([]language.Tag, len(languages))
	for i, l := range languages {
		have[i] = language.Make(l)
	}
	_, i, confidence := language.NewMatcher(have).Match(wanted)
	if confidence < language.High {
		return "", false
	}
	return languages[i], true
}
