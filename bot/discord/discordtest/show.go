package discordtest

import (
	"cmp"
	"fmt"
	"strings"
)

// Types of components.
const (
	rowOfButtons = 1.0
	section      = 9.0
	textDisplay  = 10.0
	gallery      = 12.0
	document     = 13.0
	separator    = 14.0
	container    = 17.0
)

// bars are how Show writes the bar of a container whose colour says that an answer is right
// or wrong. All others are "| ".
var bars = map[float64]string{0x2d9d5b: "+| ", 0xc0392b: "-| "}

// Show writes a message or a form as people see it, for transcripts: the Markdown, a
// container behind its bar, buttons in brackets and disabled ones in round brackets.
func (c Call) Show() string {
	body := c.content()
	if title, is := body["title"]; is {
		label := list(body["components"])[0]
		field, _ := label["component"].(object)
		text := fmt.Sprintf("(form) %v\n%v: %v", title, label["label"], cmp.Or(field["value"], any("____")))
		if about := field["placeholder"]; about != nil {
			text += fmt.Sprint("  ", about)
		}
		return text
	}
	var lines []string
	for _, part := range list(body["components"]) {
		lines = append(lines, show(part)...)
	}
	if len(lines) == 0 {
		return "(nothing)"
	}
	return strings.Join(lines, "\n")
}

func show(c object) (lines []string) {
	for _, part := range list(c["components"]) {
		lines = append(lines, show(part)...)
	}
	switch c["type"] {
	case container:
		colour, _ := c["accent_color"].(float64)
		for i, l := range lines {
			lines[i] = strings.TrimRight(cmp.Or(bars[colour], "| ")+l, " ")
		}
		return lines
	case textDisplay:
		return strings.Split(fmt.Sprint(c["content"]), "\n")
	case document:
		file, _ := c["file"].(object)
		return []string{"(file " + strings.TrimPrefix(fmt.Sprint(file["url"]), "attachment://") + ")"}
	case gallery:
		return []string{"(picture)"}
	case separator:
		return []string{"────"}
	case section:
		button, _ := c["accessory"].(object)
		lines[len(lines)-1] += "  " + show(button)[0]
	case rowOfButtons:
		return []string{strings.Join(lines, " ")}
	case 2.0: // a button
		label := fmt.Sprint(c["label"])
		if emoji, is := c["emoji"].(object); is {
			label = fmt.Sprint(emoji["name"], " ", label)
		}
		if c["disabled"] == true {
			return []string{"(" + label + ")"}
		}
		return []string{"[" + label + "]"}
	}
	return lines
}
