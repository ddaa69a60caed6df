package chat

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

const (
	// isolate begins a text whose direction follows from its own first letter and changes nothing around it.
	isolate = "\u2068"
	// endIsolate ends it.
	endIsolate = "\u2069"
)

// Isolate returns the two invisible characters that go around a text so that it turns nothing beside it, such as a
// name in Hebrew before a calculation. They are empty if nothing in the text is written from right to left.
func Isolate(text string) (before, after string) {
	if !strings.ContainsFunc(text, isRightToLeft) {
		return "", ""
	}
	return isolate, endIsolate
}

// isRightToLeft reports whether a character is of a script that is written from right to left.
func isRightToLeft(r rune) bool {
	properties, _ := bidi.LookupRune(r)
	class := properties.Class()
	return class == bidi.R || class == bidi.AL
}

// isolateCell isolates the text of a cell. Marks before it, such as that of the reader's own row, stay where
// they are.
func isolateCell(cell string) string {
	isMark := func(r rune) bool { return unicode.IsSymbol(r) || unicode.IsSpace(r) }
	text := strings.TrimLeftFunc(cell, isMark)
	before, after := Isolate(text)
	return cell[:len(cell)-len(text)] + before + text + after
}
