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

// Show is what a reply looks like, line by line, not indented. It is empty if
// there is nothing to say. Nobody else is there to read it, so neither Audience
// nor Spoiler hides anything; Tone is in the words.
func Show(r chat.Reply) string {
	if r.Silent {
		return ""
	}
	if r.Ask != nil {
		return chat.OneLine(cmp.Or(r.Ask.Hint, r.Ask.Label, r.Ask.Title)) + "\n"
	}
	var b strings.Builder
	if r.Face != nil {
		b.WriteString(face(r.Face))
	}
	for _, l := range r.Text {
		b.WriteString(line(l))
	}
	if r.Table != nil {
		for _, row := range r.Table.Lines(chat.OneLine) {
			writeLine(&b, row)
		}
	}
	n := 0
	for _, row := range chat.Pressable(r.Buttons) {
		labels := make([]string, len(row))
		for i, button := range row {
			n++
			labels[i] = fmt.Sprintf("(%d) %s", n, chat.OneLine(button.Label))
		}
		writeLine(&b, strings.Join(labels, "  "))
	}
	return b.String()
}

func face(f *chat.Face) string {
	var b strings.Builder
	if f.Title != "" {
		writeLine(&b, chat.OneLine(f.Title))
	}
	tiles := make([]string, len(f.Tiles))
	for i, t := range f.Tiles {
		tiles[i] = "[" + chat.OneLine(t) + "]"
	}
	hand := strings.Join(tiles, " ")
	if f.Goal != "" {
		hand += "  " + chat.OneLine(f.Goal)
	}
	if f.Note != "" {
		hand = pad(hand, noteColumn-2) + "  " + chat.OneLine(f.Note)
	}
	writeLine(&b, hand)
	return b.String()
}

func line(l chat.Line) string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(chat.OneLine(s.Text))
	}
	b.WriteByte('\n')
	return b.String()
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

func pad(s string, to int) string {
	return s + strings.Repeat(" ", max(0, to-chat.Width(s)))
}
