package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"reckon/engine"
	"reckon/engine/expr"
)

// maxText is how many bytes Read accepts at most.
const maxText = 200

// folded has the plain letter that a letter with an accent is read as.
var folded = func() map[rune]rune {
	plain := map[rune]rune{}
	for _, group := range []string{
		"aàáâãäåāăą", "cçćĉċč", "dďđ", "eèéêëēĕėęě", "gĝğġģ", "hĥħ",
		"iìíîïĩīĭįı", "jĵ", "kķ", "lĺļľł", "nñńņň", "oòóôõöøōŏő", "rŕŗř",
		"sśŝşš", "tţťŧ", "uùúûüũūŭůűų", "wŵ", "yýÿŷ", "zźżž",
	} {
		letters := []rune(group)
		for _, accented := range letters[1:] {
			plain[accented] = letters[0]
		}
	}
	return plain
}()

// Read returns the letters of a text in lower case. It skips spaces, commas,
// hyphens, full stops and what is invisible, and reads letters with accents, full-width letters
// and those of other fonts as plain ones. There must be at least one letter and nothing else.
// The error is an *engine.Fault.
func Read(text string) (string, error) {
	if len(text) > maxText {
		return "", &engine.Fault{Code: "too-long", Args: engine.Args{"limit": maxText, "unit": "bytes"}}
	}
	var b strings.Builder
	for i, r := range text {
		letter := expr.PlainLetter(r)
		if plain, ok := folded[unicode.ToLower(letter)]; ok {
			letter = plain
		}
		if letter >= 'A' && letter <= 'Z' {
			letter += 'a' - 'A'
		}
		isAccent := unicode.Is(unicode.Mn, r) && b.Len() > 0
		switch {
		case letter >= 'a' && letter <= 'z':
			b.WriteRune(letter)
		case isAccent || unicode.Is(unicode.Cf, r):
			// An accent behind a letter is left out, and so is what is invisible.
		case !unicode.IsSpace(r) && !strings.ContainsRune(",-.，、。", r):
			_, width := utf8.DecodeRuneInString(text[i:])
			return "", &engine.Fault{
				Code: "word.letter",
				Args: engine.Args{"text": string(r)},
				At:   &engine.Span{Pos: i, End: i + width},
			}
		}
	}
	if b.Len() == 0 {
		return "", &engine.Fault{Code: "word.empty"}
	}
	return b.String(), nil
}
