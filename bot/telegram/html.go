package telegram

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"reckon/bot/chat"
)

// A writer makes a text of limited length with balanced tags. A text that does not fit is
// cut, and ends in an ellipsis.
type writer struct {
	// bare means that the text is an alert, which has no markup.
	bare bool
	// botName is written after commands: "@" and the bot's name, or nothing if it is clear which bot is
	// meant.
	botName string
	b       strings.Builder
	// room is how many more UTF-16 units fit.
	room int
	// begun means that there is a line.
	begun bool
	// visible means that some character is not blank.
	visible bool
	// cut means that the text did not fit.
	cut bool
}

// open begins an element, and returns the element's name, for close. A tag may have an attribute. If tag
// is empty, open does nothing.
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

// element writes a text within an element, or without one if tag is empty. For an empty text it
// writes nothing.
func (w *writer) element(tag, text string) {
	if text == "" {
		return
	}
	tag = w.open(tag)
	w.text(text)
	w.close(tag)
}

// isolated writes an element with data that may be written from right to left.
func (w *writer) isolated(tag, text string) {
	before, after := chat.Isolate(text)
	w.clean(before)
	w.element(tag, text)
	w.clean(after)
}

// line begins a new line.
func (w *writer) line() {
	if w.begun {
		w.put('\n')
	}
	w.begun = true
}

// text writes a piece of one line, without markup.
func (w *writer) text(s string) { w.clean(chat.OneLine(s)) }

// clean writes a text that chat.OneLine has cleaned.
func (w *writer) clean(s string) {
	for _, r := range s {
		w.put(r)
	}
}

// put writes a character if there is room. If there is none, it ends the text with an ellipsis.
func (w *writer) put(r rune) {
	if w.cut {
		return
	}
	n := utf16.RuneLen(r)
	if n > w.room {
		w.cut = true
		r = '…'
	}
	w.room -= n
	if unicode.IsGraphic(r) && !unicode.IsSpace(r) {
		w.visible = true
	}
	if ref := references[r]; ref != "" && !w.bare {
		w.b.WriteString(ref)
		return
	}
	w.b.WriteRune(r)
}

var references = map[rune]string{'&': "&amp;", '<': "&lt;", '>': "&gt;"}

// String returns the text, or an ellipsis if the text is blank: Telegram refuses a blank text.
func (w *writer) String() string {
	if !w.visible {
		return "…"
	}
	return w.b.String()
}
