package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The kinds of tokens that are no signs. The kind of a sign is the sign itself; all brackets have
// the kind '(' or ')'. A kStep separates the steps of an answer, and a kBad means nothing.
const (
	kEnd      = 0
	kNumber   = '0'
	kFraction = '½'
	kStep     = ','
	kBad      = '?'
)

type token struct {
	kind rune
	// newLine means that the token is the first one on its line.
	newLine bool
	// ch is the sign that is meant. It tells brackets apart, and ‼ from !.
	ch rune
	at Span
	// text is the ASCII digits of a kNumber, 1/2 of a kFraction, and the text as typed of a
	// kStep or kBad.
	text string
}

// signs maps characters that people, keyboards, phones and typesetting use for a sign to the
// sign that is meant.
var signs = map[rune]rune{
	'＋': '+', '﹢': '+', '➕': '+', '⁺': '+', '加': '+',
	'−': '-', '–': '-', '—': '-', '－': '-', '‐': '-', '‑': '-', '‒': '-', '﹣': '-', '➖': '-',
	'减': '-', '減': '-',
	'ー': '-', 'ｰ': '-', '―': '-', '─': '-', '⁻': '-', '˗': '-', '⸺': '-', '﹘': '-',
	'×': '*', 'x': '*', 'X': '*', 'ｘ': '*', 'Ｘ': '*', '·': '*', '⋅': '*', '∙': '*', '•': '*', '・': '*',
	'＊': '*', '∗': '*', '✕': '*', '✖': '*', '﹡': '*', '⨯': '*', '⁎': '*', '⊗': '*', '乘': '*',
	'÷': '/', ':': '/', '∶': '/', '：': '/', '／': '/', '∕': '/', '⁄': '/', '➗': '/', '除': '/',
	'＾': '^', 'ˆ': '^', '↑': '^',
	'！': '!', '＝': '=', '﹦': '=',
	'（': '(', '）': ')', '［': '[', '］': ']', '｛': '{', '｝': '}', '【': '[', '】': ']',
	'﹙': '(', '﹚': ')',
	'〔': '(', '〕': ')', '〈': '(', '〉': ')', '《': '(', '》': ')', '「': '(', '」': ')', '『': '(', '』': ')',
	'⟨': '(', '⟩': ')', '⟮': '(', '⟯': ')', '⦅': '(', '⦆': ')', '⁽': '(', '⁾': ')', '〖': '[', '〗': ']',
	'❨': '(', '❩': ')', '｟': '(', '｠': ')',
}

// signOf returns the sign that r means, or r itself if it means none.
func signOf(r rune) rune {
	if sign, ok := signs[r]; ok {
		return sign
	}
	return r
}

// stars are the signs that make a power when doubled: ** but not ××.
const stars = "*＊∗﹡"

var closing = map[rune]rune{'(': ')', '[': ']', '{': '}'}

var kinds = map[rune]rune{
	'+': '+', '-': '-', '*': '*', '/': '/', '^': '^', '√': '√', '!': '!', '‼': '!', '=': '=',
	'(': '(', '[': '(', '{': '(', ')': ')', ']': ')', '}': ')',
}

// words are signs written with several characters.
var words = []struct {
	text string
	kind rune
}{
	{"sqrt", '√'}, {"SQRT", '√'}, {"Sqrt", '√'}, {"根号", '√'}, {"根號", '√'},
	{"加上", '+'}, {"减去", '-'}, {"減去", '-'}, {"乘以", '*'}, {"乘上", '*'}, {"除以", '/'},
	{"等于", '='}, {"等於", '='},
}

// fractions are written as one character.
var fractions = map[rune]string{
	'½': "1/2", '⅓': "1/3", '⅔': "2/3", '¼': "1/4", '¾': "3/4", '⅕': "1/5", '⅖': "2/5", '⅗': "3/5", '⅘': "4/5",
	'⅙': "1/6", '⅚': "5/6", '⅐': "1/7", '⅛': "1/8", '⅜': "3/8", '⅝': "5/8", '⅞': "7/8", '⅑': "1/9", '⅒': "1/10",
}

// separators are between the steps of an answer.
const separators = ",，;；、"

type lexer struct {
	text string
	pos  int
	// steps means that there may be separators.
	steps bool
}

// peek reads the sign at pos, without the backslash that a chat may escape it with.
func (l *lexer) peek(pos int) (r rune, end int) {
	if pos >= len(l.text) {
		return 0, pos
	}
	r, n := utf8.DecodeRuneInString(l.text[pos:])
	if r == '\\' && pos+1 < len(l.text) && isEscapable(l.text[pos+1]) {
		return rune(l.text[pos+1]), pos + 2
	}
	return r, pos + n
}

// isEscapable reports whether a backslash before b is left out: b is punctuation or a symbol.
func isEscapable(b byte) bool {
	return b < utf8.RuneSelf && b != '\\' && unicode.In(rune(b), unicode.P, unicode.S)
}

// isBlank reports whether r is a space, has no width or selects a variation.
func isBlank(r rune) bool {
	switch r {
	case '\u200b', '\u2060', '\ufeff', '\ufe0f', '\ufe0e':
		return true
	}
	return unicode.IsSpace(r)
}

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

// next reads a token.
func (l *lexer) next() token {
	newLine := false
	r, end := l.peek(l.pos)
	for end > l.pos && isBlank(r) {
		newLine = newLine || r == '\n'
		l.pos = end
		r, end = l.peek(end)
	}
	t := l.read()
	t.newLine = newLine
	return t
}

// read reads a token that begins at pos.
func (l *lexer) read() token {
	r, end := l.peek(l.pos)
	start := l.pos
	if end == start {
		return token{at: Span{start, start}}
	}
	if _, ok := digit(r); ok {
		return l.number()
	}
	if unicode.IsLetter(r) {
		for _, w := range words {
			if strings.HasPrefix(l.text[start:], w.text) {
				l.pos += len(w.text)
				return token{kind: w.kind, at: Span{start, l.pos}}
			}
		}
	}
	l.pos = end
	if strings.ContainsRune(stars, r) {
		if second, after := l.peek(end); after > end && strings.ContainsRune(stars, second) {
			l.pos = after
			return token{kind: '^', at: Span{start, after}}
		}
	}
	r = signOf(r)
	if kind, ok := kinds[r]; ok {
		return token{kind: kind, ch: r, at: Span{start, end}}
	}
	if fraction, ok := fractions[r]; ok {
		return token{kind: kFraction, at: Span{start, end}, text: fraction}
	}
	if l.steps && strings.ContainsRune(separators, r) {
		return token{kind: kStep, at: Span{start, end}, text: l.text[start:end]}
	}
	text := string(r)
	if unicode.IsLetter(r) {
		// The whole word means nothing.
		l.pos = len(l.text) - len(strings.TrimLeftFunc(l.text[start:], unicode.IsLetter))
		text = l.text[start:l.pos]
	}
	return token{kind: kBad, text: text, at: Span{start, l.pos}}
}

// number reads a number that begins at pos.
func (l *lexer) number() token {
	start := l.pos
	hasPoint := false
	for l.pos < len(l.text) {
		r, n := utf8.DecodeRuneInString(l.text[l.pos:])
		_, isDigit := digit(r)
		isPoint := r == '.' && !hasPoint && l.hasDigitAt(l.pos+1)
		if !isDigit && !isPoint {
			break
		}
		hasPoint = hasPoint || isPoint
		l.pos += n
	}
	return token{kind: kNumber, at: Span{start, l.pos}, text: strings.Map(Plain, l.text[start:l.pos])}
}

// hasDigitAt reports whether an ASCII digit is at pos.
func (l *lexer) hasDigitAt(pos int) bool {
	return pos < len(l.text) && '0' <= l.text[pos] && l.text[pos] <= '9'
}
