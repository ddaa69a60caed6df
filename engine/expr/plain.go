package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Plain returns the ASCII character that r means in puzzles as people type them:
// a decimal digit of any script, a full-width character, a blank of CJK texts, or
// a plus, minus or equals sign of typesetting. It returns r if there is none.
func Plain(r rune) rune {
	if r < utf8.RuneSelf {
		return r
	}
	if d, ok := digit(r); ok {
		return rune(d)
	}
	if r == '\u3000' {
		return ' '
	}
	if '！' <= r && r <= '～' {
		return r - ('！' - '!')
	}
	switch sign := signs[r]; sign {
	case '+', '-', '=':
		return sign
	}
	return r
}

// digit returns a decimal digit of any script as an ASCII digit. In Unicode the digits of a
// script are next to each other, from 0 to 9, and some scripts follow one another.
func digit(r rune) (byte, bool) {
	switch {
	case r < utf8.RuneSelf:
		return byte(r), '0' <= r && r <= '9'
	case !unicode.IsDigit(r):
		return 0, false
	}
	first := r
	for unicode.IsDigit(first - 1) {
		first--
	}
	return '0' + byte((r-first)%10), true
}

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
