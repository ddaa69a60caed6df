package terminal

import (
	"strings"

	"reckon/bot/chat"
)

// fitMarks returns a text whose marks still stand below their places in a window of so many columns. If the line above
// a mark is wider than the window, only the part around the mark is left of it.
func fitMarks(text []chat.Line, columns int) []chat.Line {
	fit := append([]chat.Line{}, text...)
	for i := 1; i < len(fit); i++ {
		above, below := fit[i-1], fit[i]
		isBlock := above.Block() == chat.Pre && below.Block() == chat.Pre
		if !isBlock || len(above) != 1 || len(below) != 1 {
			continue
		}
		mark := strings.TrimLeft(below[0].Text, " ")
		at := len(below[0].Text) - len(mark)
		width := chat.Width(above[0].Text)
		if width <= columns || !strings.HasPrefix(mark, "^") {
			continue
		}
		from := max(0, min(at-columns/2, width-columns))
		fit[i-1] = chat.Line{{Style: chat.Pre, Text: cutColumns(above[0].Text, from, columns)}}
		fit[i] = chat.Line{{Style: chat.Pre, Text: strings.Repeat(" ", at-from) + mark}}
	}
	return fit
}

// cutColumns returns so many columns of a text, from one of them on. An ellipsis stands where something is left out.
func cutColumns(text string, from, columns int) string {
	var b strings.Builder
	at := 0
	for _, r := range text {
		width := chat.Width(string(r))
		isBefore := at < from
		isBehind := at+width > from+columns
		if !isBefore && !isBehind {
			b.WriteRune(r)
		}
		at += width
	}
	part := []rune(b.String())
	if from > 0 && len(part) > 0 {
		part[0] = '…'
	}
	if at > from+columns && len(part) > 0 {
		part[len(part)-1] = '…'
	}
	return string(part)
}
