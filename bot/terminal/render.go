package terminal

import (
	"cmp"
	"fmt"
	"strings"

	"reckon/bot/chat"
)

// noteColumn is where the note beside a puzzle begins, so that the notes of several
// puzzles line up.
const noteColumn = 34

// show returns a reply as lines, without indent, or "" for a silent reply. Nobody else
// reads along, so neither Audience nor Spoiler hides anything, and the words carry the Tone.
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
	said := max(1, chat.Leading(r.Text, chat.Pre)) // only these lines have the tone
	for i, l := range r.Text {
		tone := ""
		if i < said {
			tone = tones[r.Tone]
		}
		for _, s := range l { // a style hides the tone
			b.WriteString(paint(cmp.Or(styles[s.Style], tone), chat.OneLine(s.Text)))
		}
		b.WriteByte('\n')
	}
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
	if r.Picture != nil {
		for line := range strings.SplitSeq(r.Picture.Alt, "\n") {
			writeLine(&b, paint(dim, "| "+chat.OneLine(line)))
		}
	}
	n := 0 // buttons are numbered in the order in which FrontEnd.buttons has them
	for _, row := range chat.Shown(r.Buttons, pressable) {
		labels := make([]string, len(row))
		for i, button := range row {
			n++
			labels[i] = paint(cyan, fmt.Sprintf("#%d", n)) + " " + chat.OneLine(button.Label)
		}
		writeLine(&b, strings.Join(labels, "  "))
	}
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

func writeLine(b *strings.Builder, s string) {
	b.WriteString(strings.TrimRight(s, " "))
	b.WriteByte('\n')
}

// pressable reports whether a button can be pressed here.
func pressable(b chat.Button) bool { return !b.Disabled && !b.Page && !b.Link && b.URL == "" }
