package chat

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

// OneLine makes s a piece of one line that shows what it holds: control
// characters, line separators and what turns the direction of writing around
// become spaces, and bytes that are no text a replacement character.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || turnsDirection(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// turnsDirection tells whether r makes what follows run the other way, beyond
// the text it stands in.
func turnsDirection(r rune) bool {
	return r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// IsBlank tells whether nothing of s can be seen.
func IsBlank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }) < 0
}

// Clip cuts a text to so many characters, an ellipsis in place of the rest.
func Clip(text string, characters int) string {
	if r := []rune(text); len(r) > characters {
		return string(r[:characters]) + "…"
	}
	return text
}

// Units is the length of a text in UTF-16 code units, in which networks count.
func Units(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// ClipUnits cuts a text to so many UTF-16 code units, the ellipsis in place of
// the rest among them.
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
