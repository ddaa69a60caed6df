package terminal

import (
	"cmp"
	"fmt"
	"strings"

	"reckon/bot/chat"
)

// noteColumn is where the note beside a puzzle begins, so that the notes of
// several puzzles stand under one another.
const noteColumn = 34

// Show is what a reply looks like, line by line, not indented and without colours.
// It is empty if there is nothing to say. Nobody else is there to read it, so
// neither Audience nor Spoiler hides anything; Tone is in the words.
func Show(r chat.Reply) string { return show(r, plain) }

func show(r chat.Reply, paint paint) string {
	if r.Silent {
		return ""
	}
	if r.Ask != nil {
		return chat.OneLine(cmp.Or(r.Ask.Hint, r.Ask.Label, r.Ask.Title)) + "\n"
	}
	var b strings.Builder
	if r.Face != nil {
		writeFace(&b, r.Face, paint)
	}
	said := max(1, chat.LeadingPre(r.Text)) // these lines say what the reply is
	for i, l := range r.Text {
		tone := ""
		if i < said {
			tone = tones[r.Tone]
		}
		writeSpans(&b, l, tone, paint)
	}
	if r.Table != nil {
		writeTable(&b, r.Table, paint)
	}
	if r.Picture != nil {
		for line := range strings.SplitSeq(r.Picture.Alt, "\n") {
			writeLine(&b, paint(dim, "| "+chat.OneLine(line)))
		}
	}
	writeButtons(&b, r.Buttons, paint)
	return b.String()
}

func writeFace(b *strings.Builder, f *chat.Face, paint paint) {
	if f.Title != "" {
		writeLine(b, paint(bold, chat.OneLine(f.Title)))
	}
	tiles := make([]string, len(f.Tiles))
	for i, t := range f.Tiles {
		tiles[i] = "[" + chat.OneLine(t) + "]"
	}
	hand := strings.Join(tiles, " ")
	shown := paint(bold+";"+yellow, hand)
	if f.Goal != "" {
		goal := chat.OneLine(f.Goal)
		hand += "  " + goal
		shown += "  " + paint(bold, goal)
	}
	if f.Note != "" {
		gap := strings.Repeat(" ", max(0, noteColumn-2-chat.Width(hand)))
		shown += gap + "  " + paint(dim, chat.OneLine(f.Note))
	}
	writeLine(b, shown)
}

// writeSpans shows a line whose spans have a tone where they have no style.
func writeSpans(b *strings.Builder, l chat.Line, tone string, paint paint) {
	for _, s := range l {
		b.WriteString(paint(cmp.Or(styles[s.Style], tone), chat.OneLine(s.Text)))
	}
	b.WriteByte('\n')
}

func writeTable(b *strings.Builder, t *chat.Table, paint paint) {
	for i, row := range t.Lines(chat.OneLine) {
		if i == 0 && len(t.Head) > 0 {
			row = paint(dim, row)
		}
		writeLine(b, row)
	}
}

func writeButtons(b *strings.Builder, rows [][]chat.Button, paint paint) {
	n := 0
	for _, row := range chat.Pressable(rows) {
		labels := make([]string, len(row))
		for i, button := range row {
			n++
			labels[i] = paint(cyan, fmt.Sprintf("#%d", n)) + " " + chat.OneLine(button.Label)
		}
		writeLine(b, strings.Join(labels, "  "))
	}
}

// flatten lists the buttons in the order of their numbers.
func flatten(rows [][]chat.Button) []chat.Button {
	var all []chat.Button
	for _, row := range chat.Pressable(rows) {
		all = append(all, row...)
	}
	return all
}

func writeLine(b *strings.Builder, s string) {
	b.WriteString(strings.TrimRight(s, " "))
	b.WriteByte('\n')
}
