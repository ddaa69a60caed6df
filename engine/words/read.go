package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"reckon/engine"
)

// maxText is the most bytes that Read accepts.
const maxText = 200

// Read returns the letters of a text in lower case. It skips spaces, commas,
// hyphens and full stops, and reads full-width letters as plain ones. There must
// be at least one letter and nothing else. The error is an *engine.Fault.
func Read(text string) (string, error) {
	if len(text) > maxText {
		return "", &engine.Fault{Code: "too-long", Args: engine.Args{"limit": maxText, "unit": "bytes"}}
	}
	var b strings.Builder
	for i, r := range text {
		letter := r
		if r >= 'Ａ' && r <= 'ｚ' {
			letter -= 'Ａ' - 'A'
		}
		if letter >= 'A' && letter <= 'Z' {
			letter += 'a' - 'A'
		}
		switch {
		case letter >= 'a' && letter <= 'z':
			b.WriteRune(letter)
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
