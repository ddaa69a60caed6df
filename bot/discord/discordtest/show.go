package discordtest

import (
	"cmp"
	"fmt"
	"strings"
)

// Types of components.
const (
	rowOfButtons = 1.0
	button       = 2.0
	section      = 9.0
	textDisplay  = 10.0
	gallery      = 12.0
	document     = 13.0
	separator    = 14.0
	container    = 17.0
)

// bars are what Show writes for the bars of containers whose colour says that an answer is right or
// wrong. For any other bar it writes "| ".
var bars = map[float64]string{0x2d9d5b: "+| ", 0xc0392b: "-| "}

// Show writes a message or a form as people see it, for transcripts: the Markdown, a
// container behind its bar, buttons in brackets and disabled ones in round brackets.
func (c Call) Show() string {
	body := c.content()
	if title, isForm := body["title"]; isForm {
		return showForm(title, list(body["components"])[0])
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

// showForm writes a form, given its title and the label around its input.
func showForm(title any, label object) string {
	input, _ := label["component"].(object)
	value := cmp.Or(input["value"], any("____"))
	text := fmt.Sprintf("(form) %v\n%v: %v", title, label["label"], value)
	if placeholder := input["placeholder"]; placeholder != nil {
		text += fmt.Sprint("  ", placeholder)
	}
	return text
}

// show returns the lines of a component.
func show(c object) []string {
	var lines []string
	for _, part := range list(c["components"]) {
		lines = append(lines, show(part)...)
	}
	switch c["type"] {
	case container:
		colour, _ := c["accent_color"].(float64)
		bar := cmp.Or(bars[colour], "| ")
		for i, l := range lines {
			lines[i] = strings.TrimRight(bar+l, " ")
		}
	case textDisplay:
		return strings.Split(fmt.Sprint(c["content"]), "\n")
	case document:
		file, _ := c["file"].(object)
		name := strings.TrimPrefix(fmt.Sprint(file["url"]), "attachment://")
		return []string{"(file " + name + ")"}
	case gallery:
		return []string{"(picture)"}
	case separator:
		return []string{"────"}
	case section:
		accessory, _ := c["accessory"].(object)
		lines[len(lines)-1] += "  " + show(accessory)[0]
	case rowOfButtons:
		return []string{strings.Join(lines, " ")}
	case button:
		return []string{showButton(c)}
	}
	return lines
}

func showButton(c object) string {
	label := fmt.Sprint(c["label"])
	if emoji, ok := c["emoji"].(object); ok {
		label = fmt.Sprint(emoji["name"], " ", label)
	}
	if c["disabled"] == true {
		return "(" + label + ")"
	}
	return "[" + label + "]"
}
