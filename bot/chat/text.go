package chat

import (
	"regexp"
	"strings"
	"unicode"
)

// OneLine returns s as part of one line: control characters, line separators and characters
// that turn the direction of writing become spaces, and invalid UTF-8 becomes a replacement
// character.
func OneLine(s string) string {
	return strings.Map(func(r rune) rune {
		separatesLines := r == '\u2028' || r == '\u2029'
		if unicode.IsControl(r) || separatesLines || turnsDirection(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// turnsDirection reports whether a character changes the direction of writing.
func turnsDirection(r rune) bool {
	embeds := r >= '\u202a' && r <= '\u202e'
	isolates := r >= '\u2066' && r <= '\u2069'
	return embeds || isolates
}

// linked matches the characters that make a network see a link or a mention. Each of the three alternatives
// has two groups, so that a space can be put between them.
var linked = regexp.MustCompile(`(\.)(\pL{2})|(:)(//)|(@)(\w)`)

// PersonName returns the name of a person as part of one line. It inserts a space where a
// network would make a link or a mention.
func PersonName(s string) string {
	// The groups of the alternatives that do not match are empty.
	return linked.ReplaceAllString(OneLine(s), "$1$3$5 $2$4$6")
}

// IsBlank reports whether nothing of s is visible.
func IsBlank(s string) bool { return !strings.ContainsFunc(s, isVisible) }

// FirstVisible returns the first text that is not blank; empty: there is none.
func FirstVisible(texts ...string) string {
	for _, text := range texts {
		if !IsBlank(text) {
			return text
		}
	}
	return ""
}

// isVisible reports whether a character is visible by itself. A mark, such as an accent, is not: it belongs
// to the character before it.
func isVisible(r rune) bool {
	if !unicode.IsGraphic(r) || unicode.IsSpace(r) || unicode.IsMark(r) {
		return false
	}
	return !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, empties)
}

// empties are the letters and symbols that Unicode defines without a shape, apart from those that it lets
// programs ignore.
var empties = &unicode.RangeTable{
	R16: []unicode.Range16{
		// The pattern of Braille without dots.
		{Lo: 0x2800, Hi: 0x2800, Stride: 1},
		// The place of an object that is missing.
		{Lo: 0xfffc, Hi: 0xfffc, Stride: 1},
	},
	R32: []unicode.Range32{
		// The blanks among the hieroglyphs.
		{Lo: 0x13441, Hi: 0x13442, Stride: 1},
		// The note without a head.
		{Lo: 0x1d159, Hi: 0x1d159, Stride: 1},
	},
}
