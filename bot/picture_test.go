package bot_test

import (
	"fmt"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// TestPicture draws the chat that README.md shows from its transcript, as Telegram shows it. With -update it writes the
// picture.
func TestPicture(t *testing.T) {
	const file = "testdata/picture.svg"
	script, err := os.ReadFile("testdata/picture.chat")
	if err != nil {
		t.Fatal(err)
	}
	got := drawChat(messagesOf(string(script)))
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what the transcript says: -update draws it", file)
	}
}

// A drawnMessage is a message of a chat.
type drawnMessage struct {
	// who is the name of the person who has written it; empty: the bot has.
	who     string
	lines   []string
	buttons []string
}

var buttonLabel = regexp.MustCompile(`\[([^\]]+)\]`)

// messagesOf returns the messages of a transcript, without its edits.
func messagesOf(script string) []drawnMessage {
	var all []drawnMessage
	isEdit := false
	for line := range strings.Lines(script) {
		line = strings.TrimRight(line, "\n")
		text, isSaid := strings.CutPrefix(line, "\t")
		if who, typed, ok := strings.Cut(line, "> "); ok && !isSaid {
			all = append(all, drawnMessage{who: who, lines: []string{html.EscapeString(typed)}})
			isEdit = false
			continue
		}
		if strings.HasPrefix(text, "-- ") {
			isEdit = true
		}
		if !isSaid || isEdit {
			continue
		}
		if all[len(all)-1].who != "" {
			all = append(all, drawnMessage{})
		}
		said := &all[len(all)-1]
		if !strings.HasPrefix(text, "[") {
			said.lines = append(said.lines, text)
			continue
		}
		for _, found := range buttonLabel.FindAllStringSubmatch(text, -1) {
			said.buttons = append(said.buttons, found[1])
		}
	}
	return all
}

// Sizes of the picture, in pixels.
const (
	chatWidth   = 440
	bubbleWidth = 350
	bubblePad   = 12
	lineHeight  = 20
	buttonRow   = 34
	gapBetween  = 10
)

// drawChat returns a picture of messages.
func drawChat(messages []drawnMessage) string {
	var b strings.Builder
	y := gapBetween
	for i, m := range messages {
		isOwn := m.who == "ann"
		var rows []string
		width := 0.0
		for _, line := range m.lines {
			for _, row := range wrapHTML(line, bubbleWidth-2*bubblePad) {
				rows = append(rows, row)
				width = max(width, widthOf(row))
			}
		}
		name := m.who
		if name == "" {
			name = "Reckon"
		}
		name = strings.ToUpper(name[:1]) + name[1:]
		width = max(width, widthOf("<b>"+name+"</b>")) + 2*bubblePad
		if len(m.buttons) > 0 {
			width = bubbleWidth
		}
		x := 12.0
		fill := "#ffffff"
		if isOwn {
			x = chatWidth - 12 - width
			fill = "#e3f7d0"
		}
		isNamed := !isOwn && (i == 0 || messages[i-1].who != m.who)
		height := len(rows)*lineHeight + 12
		if isNamed {
			height += lineHeight
		}
		fmt.Fprintf(&b, `<rect x="%.0f" y="%d" width="%.0f" height="%d" rx="12" fill="%s"/>`+"\n", x, y, width, height, fill)
		baseline := y + lineHeight
		if isNamed {
			fmt.Fprintf(&b, `<text x="%.0f" y="%d" font-weight="600" fill="#3a78b7">%s</text>`+"\n", x+bubblePad, baseline, name)
			baseline += lineHeight
		}
		for _, row := range rows {
			if strings.Contains(row, "<blockquote>") {
				fmt.Fprintf(&b, `<rect x="%.0f" y="%d" width="%.0f" height="%d" rx="4" fill="#eaf1f8"/>`+"\n",
					x+bubblePad-6, baseline-15, width-2*bubblePad+12, lineHeight)
				fmt.Fprintf(&b, `<rect x="%.0f" y="%d" width="3" height="%d" fill="#3a78b7"/>`+"\n", x+bubblePad-6, baseline-15, lineHeight)
			}
			fmt.Fprintf(&b, `<text x="%.0f" y="%d" xml:space="preserve">%s</text>`+"\n", x+bubblePad, baseline, spansOf(row))
			baseline += lineHeight
		}
		y += height
		for j, label := range m.buttons {
			each := width / float64(len(m.buttons))
			left := x + float64(j)*each
			fmt.Fprintf(&b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" rx="8" fill="#7d93a8"/>`+"\n", left+1, y+4, each-2, buttonRow-6)
			fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle" font-size="13" fill="#ffffff">%s</text>`+"\n",
				left+each/2, y+buttonRow/2+6, html.EscapeString(label))
		}
		if len(m.buttons) > 0 {
			y += buttonRow
		}
		y += gapBetween
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" `+
		`font-family="system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif" font-size="14" fill="#1c2733">`+"\n"+
		`<rect width="%d" height="%d" rx="14" fill="#cfdbe6"/>`+"\n%s</svg>\n", chatWidth, y, chatWidth, y, chatWidth, y, b.String())
}

var tag = regexp.MustCompile(`</?(?:b|i|code|blockquote)>`)

// looks are the attributes in SVG of the tags that Telegram knows.
var looks = map[string]string{"b": `font-weight="700"`, "i": `font-style="italic"`, "code": `font-family="monospace"`}

// wrapHTML breaks a line between words. A tag that holds several words is closed after each of them, and opened again
// before the next one.
func wrapHTML(line string, width float64) []string {
	var rows []string
	row := ""
	open := ""
	for word := range strings.SplitSeq(line, " ") {
		word = open + word
		for _, found := range tag.FindAllString(word[len(open):], -1) {
			open = found
			if strings.HasPrefix(found, "</") {
				open = ""
			}
		}
		if open != "" {
			word += "</" + open[1:]
		}
		longer := strings.TrimPrefix(row+" "+word, " ")
		if row != "" && widthOf(longer) > width {
			rows = append(rows, row)
			longer = word
		}
		row = longer
	}
	return append(rows, row)
}

// spansOf returns a row of HTML as SVG.
func spansOf(row string) string {
	return tag.ReplaceAllStringFunc(row, func(found string) string {
		look := looks[strings.Trim(found, "</>")]
		switch {
		case look == "":
			return ""
		case strings.HasPrefix(found, "</"):
			return "</tspan>"
		}
		return "<tspan " + look + ">"
	})
}

// widthOf returns about how wide a row is. Every system has fonts of its own.
func widthOf(row string) float64 {
	isCode := strings.Contains(row, "<code>")
	width := 0.0
	for _, r := range html.UnescapeString(tag.ReplaceAllString(row, "")) {
		switch {
		case r > unicode.MaxLatin1:
			width += 17
		case strings.ContainsRune(" .,:;'!|()[]iljft", r) && !isCode:
			width += 4.6
		case strings.ContainsRune("mwMW", r):
			width += 12
		default:
			width += 8.2
		}
	}
	return width
}
