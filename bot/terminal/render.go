package terminal

import (
	"cmp"
	"fmt"
	"strings"

	"reckon/bot/chat"
)

// noteColumn is where the note of a puzzle begins, so that the notes of several
// puzzles line up.
const noteColumn = 34

// render returns a reply as lines without indent, or "" for a silent reply. It breaks the lines that are wider than
// that many columns; if columns is 0, it breaks none. Nobody else reads along, so neither Audience nor Spoiler hides
// anything.
func render(r chat.Reply, paint paint, columns int) string {
	return wrap(renderUnbroken(r, paint, columns), columns)
}

// renderUnbroken returns a reply as lines that are still to be broken between words. What must not be broken there has
// the right width already: the line above a mark, and a puzzle with its note.
func renderUnbroken(r chat.Reply, paint paint, columns int) string {
	if r.Silent {
		return ""
	}
	if r.Ask != nil {
		return chat.OneLine(cmp.Or(r.Ask.Hint, r.Ask.Label, r.Ask.Title)) + "\n"
	}
	var b strings.Builder
	if r.Face != nil {
		writeFace(&b, r.Face, paint, columns)
	}
	writeText(&b, r, paint, columns)
	if r.Table != nil {
		for i, row := range r.Table.Lines(chat.PhoneColumns, chat.OneLine) {
			if i == 0 && len(r.Table.Head) > 0 {
				row = paint(dim, row)
			}
			writeLine(&b, row)
		}
	}
	if r.File != nil {
		for line := range strings.Lines(string(r.File.Data)) {
			writeLine(&b, chat.OneLine(line))
		}
	}
	// A picture beside a table shows the same.
	if r.Picture != nil && r.Table == nil {
		for line := range strings.SplitSeq(r.Picture.Alt, "\n") {
			writeLine(&b, paint(dim, "| "+chat.OneLine(line)))
		}
	}
	// Buttons are numbered in the order in which FrontEnd.buttons has them.
	n := 0
	for _, row := range chat.ShownButtons(r.Buttons, pressable) {
		labels := make([]string, len(row))
		for i, button := range row {
			n++
			label := strings.ReplaceAll(chat.OneLine(button.Label), " ", noBreak)
			labels[i] = paint(cyan, fmt.Sprintf("#%d", n)) + noBreak + label
		}
		writeLine(&b, strings.Join(labels, "  "))
	}
	return b.String()
}

// writeText writes the lines of a reply. The first line, or the first block of fixed width, has the
// colour of the tone. A style that has a look of its own keeps it.
func writeText(b *strings.Builder, r chat.Reply, paint paint, columns int) {
	withTone := max(1, chat.Leading(r.Text, chat.Pre))
	text := r.Text
	if columns > 0 {
		text = fitMarks(text, columns)
	}
	for i, line := range text {
		tone := ""
		if i < withTone {
			tone = tones[r.Tone]
		}
		for _, span := range line {
			look := cmp.Or(styles[span.Style], tone)
			before, after := chat.Isolate(span.Text)
			b.WriteString(before + paint(look, chat.OneLine(span.Text)) + after)
		}
		b.WriteByte('\n')
	}
}

// writeFace writes a puzzle: its title, then its tiles, goal and note in one line. A note that has no room there is in
// the next line.
func writeFace(b *strings.Builder, f *chat.Face, paint paint, columns int) {
	if f.Title != "" {
		writeLine(b, paint(bold, chat.OneLine(f.Title)))
	}
	tiles := make([]string, len(f.Tiles))
	for i, t := range f.Tiles {
		tiles[i] = "[" + chat.OneLine(t) + "]"
	}
	bare := strings.Join(tiles, " ")
	line := paint(bold+";"+yellow, bare)
	if f.Goal != "" {
		goal := chat.OneLine(f.Goal)
		bare += "  " + goal
		line += "  " + paint(bold, goal)
	}
	if f.Note == "" {
		writeLine(b, line)
		return
	}
	note := chat.OneLine(f.Note)
	gap := "  " + strings.Repeat(" ", max(0, noteColumn-2-chat.Width(bare)))
	if columns > 0 && chat.Width(bare+gap+note) > columns {
		writeLine(b, line)
		writeLine(b, paint(dim, note))
		return
	}
	writeLine(b, line+gap+paint(dim, note))
}

func writeLine(b *strings.Builder, s string) {
	b.WriteString(strings.TrimRight(s, " "))
	b.WriteByte('\n')
}

// pressable reports whether a button can be pressed in the terminal.
func pressable(b chat.Button) bool {
	leadsElsewhere := b.Page || b.Link || b.URL != ""
	return !b.Disabled && !leadsElsewhere
}
