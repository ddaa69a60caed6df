package chat

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Clip cuts a text to a number of runes, including the ellipsis that then ends it. It cuts where Boundary
// does.
func Clip(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	kept := len(string(runes[:max(0, most-1)]))
	return text[:Boundary(text, kept)] + "…"
}

// Units returns the length of a text in UTF-16 code units, as networks count it.
func Units(text string) int { return len(utf16.Encode([]rune(text))) }

// ClipUnits cuts a text to a number of UTF-16 code units, including the ellipsis that then
// ends it. It cuts where Boundary does.
func ClipUnits(text string, units int) string {
	if Units(text) <= units {
		return text
	}
	n := 0
	for i, r := range text {
		n += utf16.RuneLen(r)
		if n > units-1 {
			return text[:Boundary(text, i)] + "…"
		}
	}
	return text
}

// longestCharacter is how many bytes a character with its marks may have, if it is not to be cut: more than a
// family of emoji has, and less than a heap of accents.
const longestCharacter = 128

// Boundary returns where to cut a text so that at most a number of bytes are left. It cuts between characters
// as people see them: a letter with its accents, a flag, or a family of emoji. Only a character of more than
// longestCharacter bytes may be cut itself.
func Boundary(text string, most int) int {
	if most >= len(text) {
		return len(text)
	}
	end := max(0, most)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	for at := end; at > max(0, end-longestCharacter); {
		if !isInsideCharacter(text, at) {
			return at
		}
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	if end <= longestCharacter {
		// Not even the first character has room.
		return 0
	}
	return end
}

// joiner is the zero width joiner, which makes one emoji of two.
const joiner = '\u200d'

// isInsideCharacter reports whether the runes before and after a place in a text are parts of one character.
func isInsideCharacter(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	isJoined := before == joiner || after == joiner
	if isJoined || unicode.IsMark(after) || isEmojiPart(after) {
		return true
	}
	if !isFlagHalf(before) || !isFlagHalf(after) {
		return false
	}
	// Flags may follow each other, so the halves before the place are counted from the first of them.
	beforeFlags := strings.TrimRightFunc(text[:at], isFlagHalf)
	return utf8.RuneCountInString(text[len(beforeFlags):at])%2 == 1
}

// isEmojiPart reports whether a rune changes the emoji before it: the colour of skin, or a part of the name of
// a flag such as Scotland's.
func isEmojiPart(r rune) bool {
	isSkin := r >= 0x1f3fb && r <= 0x1f3ff
	isTag := r >= 0xe0020 && r <= 0xe007f
	return isSkin || isTag
}

// isFlagHalf reports whether a rune is one of two that make a flag together.
func isFlagHalf(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }
