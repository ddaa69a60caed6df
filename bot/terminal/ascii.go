package terminal

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"reckon/bot/chat"
)

// plainSigns replaces the signs of our own sentences by ASCII, for terminals that show nothing else. A sign that only
// decorates a sentence is left out, with the space behind it.
var plainSigns = strings.NewReplacer(
	"√ ", "sqrt ", "√,", "sqrt,", "√", "sqrt ",
	"−", "-", "–", "-", "—", "-", "×", "*", "÷", "/", "·", "|", "…", "...", "→", "->", "≠", "!=", "²", "^2",
	"‘", "'", "’", "'", "“", `"`, "”", `"`,
	"★", "*", "☆", ".", "●", "o", "○", ".", "✓", "v", "✗", "x", "❌", "x", "✅", "v", "✎", "~", "✏", "~",
	"▸", ">", "▶", ">", "◀", "<", "▲", "^", "▼", "v", "⇗", "^", "─", "-", "│", "|", "├", "|", "└", "`",
	"🥇", "1.", "🥈", "2.", "🥉", "3.", "🏆", "*", "👑", "*", "🏅", "*", "🟩", "#", "🟨", "+", "🟧", "-", "⬛", ".",
	"💡 ", "", "⏳ ", "", "🔥 ", "", "⚡ ", "", "👋 ", "", "🎉 ", "", "🤔 ", "", "👍 ", "", "📣 ", "", "🔒 ", "",
	"👻 ", "", "👻", "ghost", "🤖", "computed", "±", "+-",
)

// inASCII returns a text in ASCII. A character that ASCII has nothing for becomes a question mark.
func inASCII(text string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(plainSigns.Replace(text)) {
		switch {
		case r <= unicode.MaxASCII:
			b.WriteRune(r)
		case r == '⁄':
			// In NFKD a fraction that is one character, such as ⅓, has this slash.
			b.WriteByte('/')
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			// An accent, or a character that nobody sees, is left out.
		default:
			b.WriteByte('?')
		}
	}
	return b.String()
}

// replyInASCII returns a reply whose texts are in ASCII. It is made before the lines are cut and broken, because a sign
// may have another width in ASCII.
func replyInASCII(r chat.Reply) chat.Reply {
	r.Text = textInASCII(r.Text)
	if r.Face != nil {
		face := *r.Face
		face.Title = inASCII(face.Title)
		face.Tiles = allInASCII(face.Tiles)
		face.Goal = inASCII(face.Goal)
		face.Note = inASCII(face.Note)
		r.Face = &face
	}
	if r.Table != nil {
		table := *r.Table
		table.Head = allInASCII(table.Head)
		table.Rows = nil
		for _, row := range r.Table.Rows {
			table.Rows = append(table.Rows, allInASCII(row))
		}
		r.Table = &table
	}
	if r.Picture != nil {
		picture := *r.Picture
		picture.Alt = inASCII(picture.Alt)
		r.Picture = &picture
	}
	if r.File != nil {
		file := *r.File
		file.Data = []byte(inASCII(string(file.Data)))
		r.File = &file
	}
	if r.Ask != nil {
		ask := *r.Ask
		ask.Title = inASCII(ask.Title)
		ask.Label = inASCII(ask.Label)
		ask.Hint = inASCII(ask.Hint)
		r.Ask = &ask
	}
	buttons := r.Buttons
	r.Buttons = nil
	for _, row := range buttons {
		row = slices.Clone(row)
		for i := range row {
			row[i].Label = inASCII(row[i].Label)
		}
		r.Buttons = append(r.Buttons, row)
	}
	return r
}

func allInASCII(texts []string) []string {
	texts = slices.Clone(texts)
	for i, text := range texts {
		texts[i] = inASCII(text)
	}
	return texts
}

// textInASCII returns lines in ASCII. A mark (see markOf) still stands below its place.
func textInASCII(text []chat.Line) []chat.Line {
	var all []chat.Line
	for i, line := range text {
		line = slices.Clone(line)
		for j := range line {
			line[j].Text = inASCII(line[j].Text)
		}
		if at, mark, ok := markOf(text, i); ok {
			before := columnsBefore(text[i-1][0].Text, at)
			at = chat.Width(inASCII(before))
			line[0].Text = strings.Repeat(" ", at) + inASCII(mark)
		}
		all = append(all, line)
	}
	return all
}

// columnsBefore returns the part of a text that stands before a column.
func columnsBefore(text string, column int) string {
	at := 0
	for i, r := range text {
		if at >= column {
			return text[:i]
		}
		at += chat.Width(string(r))
	}
	return text
}
