package discord

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// Show writes down what people in a channel would be shown of a Reply: the
// Markdown sent, an embed behind bars, buttons in brackets. It is for
// transcripts.
func Show(r chat.Reply) string {
	switch {
	case r.Silent:
		return "(nothing)"
	case r.Ask != nil:
		return showForm(*r.Ask)
	}
	m := render(r)
	var marks []string
	if r.Edit {
		marks = append(marks, "in place")
	}
	if r.Audience != chat.Everyone {
		marks = append(marks, "only for you")
	}
	var lines []string
	if len(marks) > 0 {
		lines = append(lines, "("+strings.Join(marks, ", ")+")")
	}
	if m.Content != "" {
		lines = append(lines, strings.Split(m.Content, "\n")...)
	}
	for _, e := range m.Embeds {
		lines = append(lines, showEmbed(e, r.Tone)...)
	}
	for _, row := range m.Components {
		lines = append(lines, showRow(row))
	}
	return strings.Join(lines, "\n")
}

func showForm(a chat.Ask) string {
	f := renderForm(a)
	text := "(form) " + f.Title + "\n" + chat.ClipUnits(chat.OneLine(a.Label), maxFormLabel) + ": ____"
	if a.Placeholder != "" {
		text += "  " + chat.ClipUnits(chat.OneLine(a.Placeholder), maxPlaceholder)
	}
	return text
}

func showEmbed(e *discordgo.MessageEmbed, t chat.Tone) []string {
	bar := map[chat.Tone]string{chat.Good: "+| ", chat.Bad: "-| "}[t]
	if bar == "" {
		bar = "| "
	}
	var lines []string
	if e.Title != "" {
		lines = append(lines, bar+"# "+e.Title)
	}
	if e.Description != "" {
		for _, l := range strings.Split(e.Description, "\n") {
			lines = append(lines, strings.TrimRight(bar+l, " "))
		}
	}
	return lines
}

func showRow(c discordgo.MessageComponent) string {
	row, ok := c.(discordgo.ActionsRow)
	if !ok {
		return ""
	}
	labels := make([]string, len(row.Components))
	for n, c := range row.Components {
		if b, ok := c.(discordgo.Button); ok {
			labels[n] = "[" + b.Label + "]"
		}
	}
	return strings.Join(labels, " ")
}
