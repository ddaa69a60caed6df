package terminal

import (
	"strings"

	"reckon/bot/chat"
)

// fitMarks fits a text with marks (see markOf) into a window of some columns. A mark stands below what it marks in the
// line above. If that line is wider than the window, only its part around the mark is left, with the mark below it.
func fitMarks(text []chat.Line, columns int) []chat.Line {
	fit := append([]chat.Line{}, text...)
	for i := range text {
		at, mark, ok := markOf(text, i)
		if !ok {
			continue
		}
		above := text[i-1][0].Text
		width := chat.Width(above)
		if width <= columns {
			continue
		}
		from := max(0, min(at-columns/2, width-columns))
		fit[i-1] = chat.Line{{Style: chat.Pre, Text: cutColumns(above, from, columns)}}
		fit[i] = chat.Line{{Style: chat.Pre, Text: strings.Repeat(" ", at-from) + mark}}
	}
	return fit
}

// markOf returns the mark in a line of a text, with what is said behind it, and the column of the line above to which
// it points. A mark is a "^" with nothing but spaces before it. ok is false if the line has no mark.
func markOf(text []chat.Line, i int) (at int, mark string, ok bool) {
	if i == 0 {
		return 0, "", false
	}
	above, below := text[i-1], text[i]
	isBlock := above.Block() == chat.Pre && below.Block() == chat.Pre
	if !isBlock || len(above) != 1 || len(below) != 1 {
		return 0, "", false
	}
	mark = strings.TrimLeft(below[0].Text, " ")
	at = len(below[0].Text) - len(mark)
	return at, mark, strings.HasPrefix(mark, "^")
}

// cutColumns returns the columns of a text that a window shows, where from is the first of them. An ellipsis stands
// where something is left out, and a space where half of a wide character would be.
func cutColumns(text string, from, columns int) string {
	to := from + columns
	isCutBehind := chat.Width(text) > to
	var b strings.Builder
	if from > 0 {
		b.WriteRune('…')
		from++
	}
	if isCutBehind {
		to--
	}
	at := 0
	for _, r := range text {
		end := at + chat.Width(string(r))
		isInside := from <= at && end <= to
		isHalfBefore := at < from && from < end
		isHalfBehind := at < to && to < end
		switch {
		case isInside:
			b.WriteRune(r)
		case isHalfBefore || isHalfBehind:
			b.WriteByte(' ')
		}
		at = end
	}
	if isCutBehind {
		b.WriteRune('…')
	}
	return b.String()
}
