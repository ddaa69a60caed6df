package discord

import (
	"cmp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// Show writes a Reply as people in a channel would see it, for transcripts: the Markdown, a
// container behind its bar, buttons in brackets and disabled ones in round brackets.
func Show(r chat.Reply) string {
	switch {
	case r.Silent:
		return "(nothing)"
	case r.Ask != nil:
		form := renderForm(*r.Ask)
		field := form.Components[0]
		text := "(form) " + form.Title + "\n" + field.Label + ": " + cmp.Or(field.Input.Value, "____")
		if field.Input.Placeholder != "" {
			text += "  " + field.Input.Placeholder
		}
		return text
	case r.Edit:
		r.Picture = nil
	}
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
	for _, c := range render(r, nil).Components {
		lines = append(lines, showComponent(c, r.Tone)...)
	}
	return strings.Join(lines, "\n")
}

func showComponent(c discordgo.MessageComponent, t chat.Tone) (lines []string) {
	switch c := c.(type) {
	case discordgo.Container:
		bar := cmp.Or(map[chat.Tone]string{chat.Good: "+| ", chat.Bad: "-| "}[t], "| ")
		for _, part := range c.Components {
			for _, l := range showComponent(part, t) {
				lines = append(lines, strings.TrimRight(bar+l, " "))
			}
		}
	case discordgo.TextDisplay:
		lines = strings.Split(c.Content, "\n")
	case discordgo.FileComponent:
		lines = []string{"(file " + strings.TrimPrefix(c.File.URL, "attachment://") + ")"}
	case discordgo.MediaGallery:
		lines = []string{"(picture)"}
	case discordgo.Separator:
		lines = []string{"────"}
	case discordgo.Section:
		for _, part := range c.Components {
			lines = append(lines, showComponent(part, t)...)
		}
		lines[len(lines)-1] += "  " + showButton(c.Accessory)
	case discordgo.ActionsRow:
		labels := make([]string, len(c.Components))
		for n, b := range c.Components {
			labels[n] = showButton(b)
		}
		lines = []string{strings.Join(labels, " ")}
	}
	return lines
}

func showButton(c discordgo.MessageComponent) string {
	b, ok := c.(discordgo.Button)
	if !ok {
		return ""
	}
	label := b.Label
	if b.Emoji != nil {
		label = b.Emoji.Name + " " + label
	}
	if b.Disabled {
		return "(" + label + ")"
	}
	return "[" + label + "]"
}
