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

// plainLetter returns the letter from a to z that a character is read as, or another character if it is read as no
// letter.
func plainLetter(r rune) rune {
	letter := expr.PlainLetter(r)
	if plain, ok := folded[unicode.ToLower(letter)]; ok {
		letter = plain
	}
	if letter >= 'A' && letter <= 'Z' {
		letter += 'a' - 'A'
	}
	return letter
}

// isSkipped reports whether a character may stand between letters and is left out: a blank, a comma, a hyphen, a full
// stop, or what is invisible.
func isSkipped(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(",-.，、。", r)
}

// Read returns the letters of a text in lower case. It skips spaces, commas, hyphens, full stops and what is
// invisible, and reads letters with accents, full-width letters and those of other fonts as plain ones. There must
// be at least one letter and nothing else. The error is an *engine.Fault.
func Read(text string) (string, error) {
	if len(text) > maxText {
		return "", &engine.Fault{Code: "too-long", Args: engine.Args{"limit": maxText, "unit": "bytes"}}
	}
	var b strings.Builder
	for i, r := range text {
		letter := plainLetter(r)
		if letter >= 'a' && letter <= 'z' {
			b.WriteRune(letter)
			continue
		}
		isAccent := unicode.Is(unicode.Mn, r) && b.Len() > 0
		if isAccent || isSkipped(r) {
			continue
		}
		_, width := utf8.DecodeRuneInString(text[i:])
		return "", &engine.Fault{
			Code: "word.letter",
			Args: engine.Args{"text": string(r)},
			At:   &engine.Span{Pos: i, End: i + width},
		}
	}
	if b.Len() == 0 {
		return "", &engine.Fault{Code: "word.empty"}
	}
	return b.String(), nil
}
