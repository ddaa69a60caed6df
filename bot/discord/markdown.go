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

// escapeStart is escape for data that begins a line, where "1.", "#", "-" and "+" are special, too.
func escapeStart(data string) string {
	data = chat.OneLine(data)
	text := strings.TrimLeftFunc(data, unicode.IsSpace)
	spaces := data[:len(data)-len(text)]
	afterDigits := strings.TrimLeft(text, "0123456789")
	digits := text[:len(text)-len(afterDigits)]
	switch {
	case digits != "" && strings.HasPrefix(afterDigits, "."):
		// "1." would begin a list.
		return spaces + digits + `\` + escape(afterDigits)
	case strings.HasPrefix(text, "#"), strings.HasPrefix(text, "-"), strings.HasPrefix(text, "+"):
		return spaces + `\` + escape(text)
	}
	return spaces + escape(text)
}

// escape makes data show as it is, within a line.
func escape(data string) string {
	data = chat.OneLine(data)
	var b strings.Builder
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

// code writes data in a fixed width, uninterpreted. If the data has a backtick, the fences are two
// backticks. If the data has two in a row, which would end such a fence, each of its backticks becomes
// a character that looks like one.
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

// block writes lines in a fixed width. Zero width spaces between backticks in the lines keep these from
// ending the block.
func block(lines []string) string {
	text := strings.Join(lines, "\n")
	// ReplaceAll leaves a pair in the middle of four, so this is repeated until no pair is left.
	for strings.Contains(text, "``") {
		text = strings.ReplaceAll(text, "``", "`\u200b`")
	}
	return "```\n" + text + "\n```"
}

// span writes one Span; empty if it shows nothing. start means that the Span begins its line.
func span(s chat.Span, start bool, known *commandIDs) string {
	before, after := chat.Isolate(s.Text)
	return before + styled(s, start, known) + after
}

// styled writes a Span in its style.
func styled(s chat.Span, start bool, known *commandIDs) string {
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
		return "**" + escape(s.Text) + "**"
	case chat.Code:
		return code(s.Text)
	case chat.Slash:
		return slashCommand(s, known)
	case chat.Said:
		// Discord sends only commands that it lists. As a message, others are sent without the slash.
		return code(strings.TrimPrefix(s.Text, "/"))
	case chat.Spoiler:
		return "||" + escape(s.Text) + "||"
	}
	if start {
		return escapeStart(s.Text)
	}
	return escape(s.Text)
}

// slashCommand writes a command. If the command's ID is known, people can tap it to type the command.
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

// join joins two pieces of Markdown so that the marks at the seam do not run together.
func join(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	marksMeet := last == first && strings.ContainsRune("*`|", last)
	if a != "" && b != "" && marksMeet {
		return a + "\u200b" + b
	}
	return a + b
}

// commandIDs holds Discord's IDs of the commands, by name. It may be nil.
type commandIDs map[string]string
