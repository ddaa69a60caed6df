package discord

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"reckon/bot/chat"
)

// In Discord's Markdown, punctuation behind a backslash has no special meaning. Discord's documents
// under "Message Formatting" and the clients' open parser say which characters are special, and where.

// special characters have a meaning anywhere in a line.
const special = "\\*_~`|<>[]@"

// escape makes data show as it is. start says that data begins a line, where "1.", "#", "-" and "+" are
// special, too.
func escape(data string, start bool) string {
	data = chat.OneLine(data)
	var b strings.Builder
	if start {
		text := strings.TrimLeftFunc(data, unicode.IsSpace)
		b.WriteString(data[:len(data)-len(text)])
		afterDigits := strings.TrimLeft(text, "0123456789")
		digits := text[:len(text)-len(afterDigits)]
		switch {
		case digits != "" && strings.HasPrefix(afterDigits, "."):
			// "1." would begin a list.
			b.WriteString(digits + `\`)
			text = afterDigits
		case strings.HasPrefix(text, "#"), strings.HasPrefix(text, "-"), strings.HasPrefix(text, "+"):
			b.WriteByte('\\')
		}
		data = text
	}
	for i, r := range data {
		// An address would become a link, and the link a preview.
		beginsAddress := r == ':' && strings.HasPrefix(data[i:], "://")
		if beginsAddress || strings.ContainsRune(special, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// code writes data in a fixed width, uninterpreted. A fence of two backticks holds single
// ones. Two in a row would end that fence, so there each backtick becomes a look-alike.
func code(data string) string {
	data = chat.OneLine(data)
	switch {
	case data == "":
		return ""
	case !strings.Contains(data, "`"):
		return "`" + data + "`"
	case !strings.Contains(data, "``"):
		return "`` " + data + " ``"
	}
	return "`" + strings.ReplaceAll(data, "`", "ˋ") + "`"
}

// block writes lines in a fixed width. A zero width space keeps backticks in
// the data from ending it.
func block(lines []string) string {
	text := strings.Join(lines, "\n")
	// ReplaceAll leaves a pair in the middle of four, so it is done again.
	for strings.Contains(text, "``") {
		text = strings.ReplaceAll(text, "``", "`\u200b`")
	}
	return "```\n" + text + "\n```"
}

// span writes one Span; empty if it shows nothing.
func span(s chat.Span, start bool, known *commandIDs) string {
	if s.Style == chat.Moment && s.Unix != 0 {
		return "<t:" + strconv.FormatInt(s.Unix, 10) + ":R>"
	}
	if s.Text == "" {
		return ""
	}
	switch s.Style {
	case chat.Channel:
		return "<#" + s.Channel + ">"
	case chat.Strong, chat.Mention:
		// Some people would see Discord's own mention as a number.
		return "**" + escape(s.Text, false) + "**"
	case chat.Code:
		return code(s.Text)
	case chat.Slash:
		return slashCommand(s, known)
	case chat.Spoiler:
		return "||" + escape(s.Text, false) + "||"
	}
	return escape(s.Text, start)
}

// slashCommand writes a command so that a tap begins it, if its ID is known.
func slashCommand(s chat.Span, known *commandIDs) string {
	command := s.Text
	if len(s.Options) > 0 {
		// Discord names the arguments: "/24 level:hard".
		command, _, _ = strings.Cut(command, " ")
		for _, o := range s.Options {
			command += " " + o.Name + ":" + o.Value
		}
	}
	name, args, hasArgs := strings.Cut(strings.TrimPrefix(command, "/"), " ")
	if known == nil || (*known)[name] == "" {
		return code(command)
	}
	link := "</" + name + ":" + (*known)[name] + ">"
	if !hasArgs {
		return link
	}
	return link + " " + code(args)
}

// join puts two pieces of Markdown side by side so that the marks at the seam
// do not run together.
func join(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	marksMeet := last == first && strings.ContainsRune("*`|", last)
	if a != "" && b != "" && marksMeet {
		return a + "\u200b" + b
	}
	return a + b
}

// commandIDs holds Discord's IDs of the commands, by name. A nil one is empty.
type commandIDs map[string]string
