package terminal

import "reckon/bot/chat"

// Select Graphic Rendition parameters of ECMA-48: weights, and colours of the
// person's own palette.
const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
	cyan   = "36"
)

// A paint returns a text in the colour or weight sgr, or without one if sgr is "".
type paint func(sgr, text string) string

func plain(_, text string) string { return text }

func colored(sgr, text string) string {
	if sgr == "" || text == "" {
		return text
	}
	return "\x1b[" + sgr + "m" + text + "\x1b[0m"
}

// styles has the looks of the styles that do not look like plain text.
var styles = map[chat.Style]string{
	chat.Strong:  bold,
	chat.Mention: bold,
	chat.Code:    cyan,
	chat.Slash:   cyan,
	chat.Said:    cyan,
}

// tones are the colours of a reply's first lines.
var tones = map[chat.Tone]string{chat.Good: green, chat.Bad: red}
