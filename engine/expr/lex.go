package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The kinds of tokens without a sign. A sign is its own kind, '(' or ')' that of all
// brackets.
const (
	kEnd      = 0
	kNumber   = '0'
	kFraction = '½'
	kStep     = ',' // a separator of steps
	kBad      = '?'
)

type token struct {
	kind    rune
	newLine bool // it is the first on its line
	ch      rune // the sign, of a bracket the ASCII one
	at      Span
	text    string // kNumber: its ASCII digits; kFraction: 1/2; kStep, kBad: as typed
}

// signs maps characters that people type, or that keyboards, phones and
// typesetting put in their place, to the sign that is meant.
var signs = map[rune]rune{
	'＋': '+', '﹢': '+', '➕': '+', '加': '+',
	'−': '-', '–': '-', '—': '-', '－': '-', '‐': '-', '‑': '-', '‒': '-', '﹣': '-', '➖': '-', '减': '-', '減': '-',
	'×': '*', 'x': '*', 'X': '*', 'ｘ': '*', 'Ｘ': '*', '·': '*', '⋅': '*', '∙': '*', '•': '*', '・': '*',
	'＊': '*', '∗': '*', '✕': '*', '✖': '*', '﹡': '*', '⨯': '*', '乘': '*',
	'÷': '/', ':': '/', '∶': '/', '：': '/', '／': '/', '∕': '/', '⁄': '/', '➗': '/', '除': '/',
	'＾': '^', 'ˆ': '^', '↑': '^',
	'！': '!', '＝': '=', '﹦': '=',
	'（': '(', '）': ')', '［': '[', '］': ']', '｛': '{', '｝': '}', '【': '[', '】': ']', '﹙': '(', '﹚': ')',
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

// separators stand between the steps of an answer.
const separators = ",，;；、"

type lexer struct {
	text  string
	pos   int
	steps bool // there may be separators
}

// peek reads the sign at pos, a chat's escaping backslash left out.
func (l *lexer) peek(pos int) (r rune, end int) {
	if pos >= len(l.text) {
		return 0, pos
	}
	r, n := utf8.DecodeRuneInString(l.text[pos:])
	if r == '\\' && pos+1 < len(l.text) {
		if e := l.text[pos+1]; e < utf8.RuneSelf && unicode.In(rune(e), unicode.P, unicode.S) && e != '\\' {
			return rune(e), pos + 2
		}
	}
	return r, pos + n
}

func isBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\u200b' || r == '\u2060' || r == '\ufeff' || r == '\ufe0f' || r == '\ufe0e'
}

// Plain is the ASCII character that r stands for in puzzles as people type them:
// a decimal digit of any script, a full-width character, a blank of CJK texts, or
// a plus, minus or equals sign of typesetting. It is r if there is none.
func Plain(r rune) rune {
	switch d, ok := digit(r); {
	case r < utf8.RuneSelf:
		return r
	case ok:
		return rune(d)
	case r == '\u3000':
		return ' '
	case '！' <= r && r <= '～':
		return r - ('！' - '!')
	}
	if s := signs[r]; s == '+' || s == '-' || s == '=' {
		return s
	}
	return r
}

// digit is the value of a decimal digit of any script as an ASCII digit. The
// digits of a script stand together in Unicode, from 0 to 9, some scripts side by side.
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
	if s, ok := signs[r]; ok {
		r = s
	}
	if k, ok := kinds[r]; ok {
		return token{kind: k, ch: r, at: Span{start, end}}
	}
	if f, ok := fractions[r]; ok {
		return token{kind: kFraction, at: Span{start, end}, text: f}
	}
	if l.steps && strings.ContainsRune(separators, r) {
		return token{kind: kStep, at: Span{start, end}, text: l.text[start:end]}
	}
	text := string(r)
	if unicode.IsLetter(r) { // the whole word means nothing
		l.pos = len(l.text) - len(strings.TrimLeftFunc(l.text[start:], unicode.IsLetter))
		text = l.text[start:l.pos]
	}
	return token{kind: kBad, text: text, at: Span{start, l.pos}}
}

func (l *lexer) number() token {
	start, point := l.pos, false
	for l.pos < len(l.text) {
		r, n := utf8.DecodeRuneInString(l.text[l.pos:])
		if _, ok := digit(r); !ok && (r != '.' || point || l.pos+1 == len(l.text) || l.text[l.pos+1] < '0' || l.text[l.pos+1] > '9') {
			break
		}
		point = point || r == '.'
		l.pos += n
	}
	return token{kind: kNumber, at: Span{start, l.pos}, text: strings.Map(Plain, l.text[start:l.pos])}
}
