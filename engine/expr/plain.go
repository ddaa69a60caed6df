package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainText returns a text with the digits, letters and blanks of every script and font in
// ASCII, and without what is invisible. from has, for each byte of it and for its end, the place
// in text.
func plainText(text string) (plain string, from []int) {
	var out strings.Builder
	from = make([]int, 0, len(text)+1)
	for i, r := range text {
		if isInvisible(r) {
			if r == keycap && isPlainDigit(text[i+utf8.RuneLen(r):]) {
				out.WriteByte(' ')
				from = append(from, i)
			}
			continue
		}
		out.WriteString(plainRune(r))
		for len(from) < out.Len() {
			from = append(from, i)
		}
	}
	return out.String(), append(from, len(text))
}

// mathLetters are the first and the last of the letters in the fonts of mathematics. Each font has
// the capital letters and then the small ones.
const (
	firstMathLetter = '\U0001d400'
	lastMathLetter  = '\U0001d6a3'
)

// PlainLetter returns the ASCII letter that a letter is in full width or in a font of mathematics. It
// returns r if there is none.
func PlainLetter(r rune) rune {
	switch {
	case 'Ａ' <= r && r <= 'ｚ':
		return r - ('Ａ' - 'A')
	case firstMathLetter <= r && r <= lastMathLetter:
		letter := (r - firstMathLetter) % 52
		if letter < 26 {
			return 'A' + letter
		}
		return 'a' + letter - 26
	}
	return r
}

// plainRune returns what a character is in plainText.
func plainRune(r rune) string {
	switch {
	case r == utf8.RuneError:
		return "\ufffd"
	case strings.ContainsRune("\n\u2028\u2029\u0085", r):
		return "\n"
	case unicode.IsSpace(r):
		return " "
	case r == '：':
		// Unlike : it is hardly ever typed for a division.
		return ": "
	case '！' <= r && r <= '～':
		return string(r - ('！' - '!'))
	}
	if d, ok := digit(r); ok {
		return string(rune(d))
	}
	return string(PlainLetter(r))
}

// keycap is the frame of the digit before it.
const keycap = '\u20e3'

// isPlainDigit reports whether a text begins with a digit that has no frame.
func isPlainDigit(text string) bool {
	if !isDigit(firstRune(text)) {
		return false
	}
	next := firstRune(text[1:])
	return next != keycap && next != '\ufe0f'
}

// isInvisible reports whether r is a control of direction or width, a variation selector or
// the frame of a keycap.
func isInvisible(r rune) bool {
	switch r {
	case '\ufe0f', '\ufe0e', keycap:
		return true
	}
	return unicode.Is(unicode.Cf, r)
}

// isDigit reports whether r is a digit of ASCII.
func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// firstRune returns the first character of a text, 0 if there is none.
func firstRune(text string) rune {
	for _, r := range text {
		return r
	}
	return 0
}

// lastRune returns the last character of a text.
func lastRune(text string) rune {
	r, _ := utf8.DecodeLastRuneInString(text)
	return r
}
