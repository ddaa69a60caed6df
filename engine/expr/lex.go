package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind of a token.
type kind uint8

const (
	kEnd kind = iota
	kNumber
	kPlus
	kMinus
	kTimes
	kDivide
	kPower
	kRoot
	kBang
	kOpen
	kClose
	kEquals
	kBad
)

type token struct {
	kind kind
	ch   rune // kOpen, kClose: the ASCII bracket
	at   Span
	text string // kNumber: its ASCII digits; kBad: what it is
}

// signs maps what people type, and what keyboards, phones and typesetting make
// of it, to the sign that is meant.
var signs = map[rune]rune{
	'＋': '+', '﹢': '+', '➕': '+',
	'−': '-', '–': '-', '—': '-', '－': '-', '‐': '-', '‑': '-', '‒': '-', '﹣': '-', '➖': '-',
	'×': '*', 'x': '*', 'X': '*', 'ｘ': '*', 'Ｘ': '*', '·': '*', '⋅': '*', '∙': '*', '•': '*', '・': '*',
	'＊': '*', '∗': '*', '✕': '*', '✖': '*', '﹡': '*', '⨯': '*',
	'÷': '/', ':': '/', '∶': '/', '：': '/', '／': '/', '∕': '/', '⁄': '/', '➗': '/',
	'＾': '^', 'ˆ': '^', '↑': '^',
	'！': '!', '＝': '=', '﹦': '=',
	'（': '(', '）': ')', '［': '[', '］': ']', '｛': '{', '｝': '}', '【': '[', '】': ']', '﹙': '(', '﹚': ')',
}

// stars are the signs that make a power when doubled: ** but not ××.
const stars = "*＊∗﹡"

var closing = map[rune]rune{'(': ')', '[': ']', '{': '}'}

var kinds = map[rune]kind{
	'+': kPlus, '-': kMinus, '*': kTimes, '/': kDivide, '^': kPower, '√': kRoot, '!': kBang, '‼': kBang, '=': kEquals,
	'(': kOpen, '[': kOpen, '{': kOpen, ')': kClose, ']': kClose, '}': kClose,
}

// roots are words for √.
var roots = []string{"sqrt", "SQRT", "Sqrt", "根号", "根號"}

type lexer struct {
	text string
	pos  int
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

func digit(r rune) (byte, bool) {
	switch {
	case '0' <= r && r <= '9':
		return byte(r), true
	case '０' <= r && r <= '９':
		return byte(r - '０' + '0'), true
	}
	return 0, false
}

// next reads a token.
func (l *lexer) next() token {
	r, end := l.peek(l.pos)
	for end > l.pos && isBlank(r) {
		l.pos = end
		r, end = l.peek(end)
	}
	start := l.pos
	if end == start {
		return token{at: Span{start, start}}
	}
	if _, ok := digit(r); ok {
		return l.number()
	}
	for _, w := range roots {
		if strings.HasPrefix(l.text[start:], w) {
			l.pos += len(w)
			return token{kind: kRoot, at: Span{start, l.pos}}
		}
	}
	l.pos = end
	if strings.ContainsRune(stars, r) {
		if second, after := l.peek(end); after > end && strings.ContainsRune(stars, second) {
			l.pos = after
			return token{kind: kPower, at: Span{start, after}}
		}
	}
	if s, ok := signs[r]; ok {
		r = s
	}
	k, ok := kinds[r]
	if !ok {
		return l.bad(start, r)
	}
	return token{kind: k, ch: r, at: Span{start, l.pos}}
}

// bad is what means nothing: a character, or the whole word where it is a letter.
func (l *lexer) bad(start int, r rune) token {
	text := string(r)
	if unicode.IsLetter(r) {
		text = l.text[start:]
		if end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
			text = text[:end]
		}
		l.pos = start + len(text)
	}
	return token{kind: kBad, text: text, at: Span{start, l.pos}}
}

func (l *lexer) number() token {
	start, plain := l.pos, true
	for l.pos < len(l.text) {
		r, n := utf8.DecodeRuneInString(l.text[l.pos:])
		if _, ok := digit(r); !ok {
			break
		}
		plain = plain && n == 1
		l.pos += n
	}
	t := token{kind: kNumber, at: Span{start, l.pos}, text: l.text[start:l.pos]}
	if !plain {
		t.text = strings.Map(func(r rune) rune { d, _ := digit(r); return rune(d) }, t.text)
	}
	return t
}
