package telegram

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

// mode is how much a writer may mark up.
type mode int

const (
	rich mode = iota
	// hidden is inside a spoiler: code and pre end a spoiler, so that what they
	// hold would be seen.
	hidden
	bare // an alert: no markup at all
)

// A writer makes a text of limited length with balanced tags. What does not fit
// is cut, an ellipsis in its place.
type writer struct {
	mode  mode
	b     strings.Builder
	left  int  // UTF-16 units
	begun bool // has a line
	seen  bool // has something that is not blank
	cut   bool
}

func newWriter(m mode, limit int) *writer { return &writer{mode: m, left: limit} }

// open begins an element if on, and returns what close ends.
func (w *writer) open(tag string, on bool) string {
	if !on {
		return ""
	}
	w.b.WriteString("<" + tag + ">")
	return tag
}

func (w *writer) close(tag string) {
	if tag != "" {
		w.b.WriteString("</" + tag + ">")
	}
}

// line begins a new line.
func (w *writer) line() {
	if w.begun {
		w.put('\n')
	}
	w.begun = true
}

// text writes a piece of one line; it is data and never markup.
func (w *writer) text(s string) {
	for _, r := range clean(s) {
		w.put(r)
	}
}

func (w *writer) put(r rune) {
	n := utf16.RuneLen(r)
	switch {
	case w.cut:
		return
	case n > w.left:
		w.cut, w.seen = true, true
		r = '…'
	}
	w.left -= n
	w.seen = w.seen || !unicode.IsSpace(r) && unicode.IsGraphic(r)
	if ref := references[r]; ref != "" && w.mode != bare {
		w.b.WriteString(ref)
	} else {
		w.b.WriteRune(r)
	}
}

var references = map[rune]string{'&': "&amp;", '<': "&lt;", '>': "&gt;"}

// String is the text. Telegram refuses a blank one, so that is an ellipsis.
func (w *writer) String() string {
	if !w.seen {
		return "…"
	}
	return w.b.String()
}

// clean makes s a piece of one line that Telegram takes as it is.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

func blank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }) < 0
}

// name is a person's name as text that Telegram makes no link or mention of: a
// word joiner, which is not seen, after each character that could begin one.
func (w *writer) name(s string) string {
	if w.mode == bare {
		return s
	}
	return nameBreaks.Replace(s)
}

var nameBreaks = strings.NewReplacer("@", "@\u2060", "/", "/\u2060", ".", ".\u2060", "#", "#\u2060", "$", "$\u2060", ":", ":\u2060")
