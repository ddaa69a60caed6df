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

// paint shows a text in a colour or weight; none is "".
type paint func(sgr, text string) string

func plain(_, text string) string { return text }

func colored(sgr, text string) string {
	if sgr == "" || text == "" {
		return text
	}
	return "\x1b[" + sgr + "m" + text + "\x1b[0m"
}

// styles are the styles that look different.
var styles = map[chat.Style]string{
	chat.Strong: bold, chat.Mention: bold, chat.Code: cyan, chat.Slash: cyan,
}

// tones are the colours of a reply's first lines.
var tones = map[chat.Tone]string{chat.Good: green, chat.Bad: red}

// Colored reports from the environment whether a terminal shows colours and the person
// wants them (https://no-color.org). Windows has terminals without colours, and names
// only some of the others.
func Colored(env func(name string) string, windows bool) bool {
	if env("NO_COLOR") != "" || env("TERM") == "dumb" {
		return false
	}
	if windows {
		return env("WT_SESSION") != "" || env("ConEmuANSI") == "ON" || env("TERM") != ""
	}
	return env("TERM") != ""
}
