package telegram

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"reckon/bot/chat"
)

// A writer makes a text of limited length with balanced tags. What does not fit
// is cut, an ellipsis in its place.
type writer struct {
	bare  bool   // an alert: no markup at all
	at    string // who a command is for: "@" and a name, or nothing where that is clear
	b     strings.Builder
	left  int  // UTF-16 units
	begun bool // has a line
	seen  bool // has something that is not blank
	cut   bool
}

func newWriter(bare bool, limit int) *writer { return &writer{bare: bare, left: limit} }

// open begins an element, unless tag is empty, and returns what close ends. A tag
// may have an attribute.
func (w *writer) open(tag string) string {
	if w.bare || tag == "" {
		return ""
	}
	w.b.WriteString("<" + tag + ">")
	name, _, _ := strings.Cut(tag, " ")
	return name
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
	for _, r := range chat.OneLine(s) {
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
	if ref := references[r]; ref != "" && !w.bare {
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

// name is a person's name as text that Telegram makes no link or mention of: a
// word joiner, which is not seen, after each character that could begin one.
func (w *writer) name(s string) string {
	if w.bare {
		return s
	}
	return nameBreaks.Replace(s)
}

var nameBreaks = strings.NewReplacer("@", "@\u2060", "/", "/\u2060", ".", ".\u2060", "#", "#\u2060", "$", "$\u2060", ":", ":\u2060")

// command is a command that a tap sends. In a group the word has the bot's name
// behind it, since other bots may have the same word.
func (w *writer) command(s string) string {
	word, rest, found := strings.Cut(s, " ")
	if found {
		rest = " " + rest
	}
	return word + w.at + rest
}
