package terminal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"reckon/bot/chat"
)

// noBreak is a space at which no line is broken.
const noBreak = "\u00a0"

// wrap breaks the lines of a text that are wider than that many columns: between words and, in Chinese, between
// characters. A word that is wider has a line of its own. If columns is 0, the lines stay as they are. Colours take no
// room. Spaces at which no line may be broken become ordinary ones.
func wrap(text string, columns int) string {
	if columns > 0 {
		var b strings.Builder
		for line := range strings.Lines(text) {
			w := wrapper{columns: columns}
			w.write(strings.TrimSuffix(line, "\n"))
			b.WriteString(w.line.String() + "\n")
		}
		text = b.String()
	}
	return strings.ReplaceAll(text, noBreak, " ")
}

// A wrapper breaks one line.
type wrapper struct {
	columns int
	line    strings.Builder
	// column is where the line is.
	column int
	// word is the word that is not on the line yet. It is width columns wide, and gap spaces stand before it.
	word  strings.Builder
	width int
	gap   int
}

func (w *wrapper) write(line string) {
	// endsWide means that the word ends with a wide character, after which the line may be broken without a space.
	endsWide := false
	for len(line) > 0 {
		if escape := escapeOf(line); escape != "" {
			w.word.WriteString(escape)
			line = line[len(escape):]
			continue
		}
		r, size := utf8.DecodeRuneInString(line)
		character := line[:size]
		line = line[size:]
		if r == ' ' {
			w.endWord()
			w.gap++
			endsWide = false
			continue
		}
		columns := chat.Width(character)
		// An accent belongs to the character before it.
		isAccent := columns == 0
		isWide := columns == 2
		mayBreak := isWide || endsWide
		if mayBreak && !isAccent && !closes(r) {
			w.endWord()
		}
		w.word.WriteString(character)
		w.width += columns
		if !isAccent {
			endsWide = isWide
		}
	}
	w.endWord()
}

// endWord writes the word, on a line of its own if it has no room on this one.
func (w *wrapper) endWord() {
	if w.word.Len() == 0 {
		return
	}
	if w.column > 0 && w.column+w.gap+w.width > w.columns {
		w.line.WriteByte('\n')
		w.column = 0
		w.gap = 0
	}
	w.line.WriteString(strings.Repeat(" ", w.gap) + w.word.String())
	w.column += w.gap + w.width
	w.gap = 0
	w.word.Reset()
	w.width = 0
}

// escapeOf returns the colour that a text begins with; empty: none.
func escapeOf(text string) string {
	if !strings.HasPrefix(text, "\x1b[") {
		return ""
	}
	end := strings.IndexByte(text, 'm')
	return text[:end+1]
}

// closes reports whether a character closes what is before it, such as a full stop. It may not begin a line.
func closes(r rune) bool {
	return unicode.In(r, unicode.Pe, unicode.Pf) || strings.ContainsRune(".,:;!?。，、：；！？", r)
}
