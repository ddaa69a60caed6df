package chat

import (
	"maps"
	"slices"

	"golang.org/x/text/language"
)

// Languages returns the languages of a menu's texts: DefaultLanguage first, then the
// others in alphabetical order of their tags.
func Languages(menu []MenuCommand) []string {
	texts := map[string]string{}
	for _, c := range menu {
		maps.Copy(texts, c.About)
		for _, a := range c.Args {
			maps.Copy(texts, a.About)
			for _, choice := range a.Choices {
				maps.Copy(texts, choice.Label)
			}
		}
	}
	delete(texts, DefaultLanguage)
	return append([]string{DefaultLanguage}, slices.Sorted(maps.Keys(texts))...)
}

// LanguageFor returns the one of some languages that people with a locale understand, as a BCP 47 tag.
// If they understand none of them, ok is false, and the network shows the text of DefaultLanguage.
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
