package chat

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
)

// OneLine returns s as part of one line, with nothing invisible: control characters,
// line separators and characters that turn the direction of writing become spaces,
// invalid UTF-8 a replacement character.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		turnsDirection := r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || turnsDirection {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// linked is where a network makes a link of an address, or a mention of a name.
var linked = regexp.MustCompile(`(\.)(\pL{2})|(:)(//)|(@)(\w)`)

// PersonName returns the name of a person as part of one line. A space keeps networks from
// making a link or a mention of it.
func PersonName(s string) string { return linked.ReplaceAllString(OneLine(s), "$1$3$5 $2$4$6") }

// IsBlank reports whether nothing of s is visible.
func IsBlank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }) < 0
}

// Clip cuts a text to that many characters, with an ellipsis in place of the rest.
func Clip(text string, characters int) string {
	if r := []rune(text); len(r) > characters {
		return string(r[:characters]) + "…"
	}
	return text
}

// Units returns the length of a text in UTF-16 code units, as networks count it.
func Units(text string) int { return len(utf16.Encode([]rune(text))) }

// ClipUnits cuts a text to that many UTF-16 code units, including an ellipsis in place
// of the rest.
func ClipUnits(text string, units int) string {
	if Units(text) <= units {
		return text
	}
	n := 0
	for i, r := range text {
		n += utf16.RuneLen(r)
		if n > units-1 {
			return text[:i] + "…"
		}
	}
	return text
}
