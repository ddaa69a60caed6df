package discord

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// Discord's limits of a message, in characters unless said otherwise.
const (
	// maxText is the limit for all texts of a message together.
	maxText = 4000
	// maxRows and maxRow limit the rows of buttons and the buttons of a row. They keep a message
	// below Discord's 40 components, whatever else it has.
	maxRows     = 5
	maxRow      = 5
	maxLabel    = 80
	maxCustomID = 100
	// maxAlt is the limit for a picture's alternative text.
	maxAlt = 1024
)

// Discord's limits of a form, in characters.
const (
	maxFormTitle   = 45
	maxFormLabel   = 45
	maxPlaceholder = 100
	// maxAnswer is below the 4000 that Discord allows.
	maxAnswer = 1000
)

// maxSectionText is how long a text may be if its only button is at its side. A longer text would
// be squeezed on a phone.
const maxSectionText = 200

// headMark begins a heading in Markdown.
const headMark = "### "

// uniqueMark separates a Button's Data from a number that makes its custom_id unique in its
// message. Data is printable ASCII and never holds the mark.
const uniqueMark = "¶"

var buttonStyles = map[chat.ButtonStyle]discordgo.ButtonStyle{
	chat.Primary: discordgo.PrimaryButton,
	chat.Danger:  discordgo.DangerButton,
}

// componentsV2 is the flag of a message that is made of components alone. An edit cannot take the
// flag from a message, so all messages have it.
const componentsV2 discordgo.MessageFlags = 1 << 15

// A message is a message in Discord's form. All its fields are always sent: a field that an edit
// leaves out would stay.
type message struct {
	// Content and Embeds are always null. A message with components must have neither, and an edit with
	// null removes those of an older message.
	Content    *string                          `json:"content"`
	Embeds     []*discordgo.MessageEmbed        `json:"embeds"`
	Components []discordgo.MessageComponent     `json:"components"`
	Allowed    discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Flags      discordgo.MessageFlags           `json:"flags"`
	// Attachments are the files sent with it. A Picture is drawn when it is sent.
	Attachments []attachment  `json:"attachments"`
	Picture     *chat.Picture `json:"-"`
	File        *chat.File    `json:"-"`

	Nonce        string                      `json:"nonce,omitempty"`
	EnforceNonce bool                        `json:"enforce_nonce,omitempty"`
	Reference    *discordgo.MessageReference `json:"message_reference,omitempty"`
}

// An attachment describes a file that is sent with a message.
type attachment struct {
	// ID is the file's index among those sent.
	ID       int    `json:"id"`
	Filename string `json:"filename"`
	// Description is the alternative text.
	Description string `json:"description,omitempty"`
}

// pictureFile is the name of a picture's file.
const pictureFile = "picture.png"

// render returns the message of a Reply, within Discord's limits whatever the Reply holds. A
// puzzle, a toned Reply and one that begins with a heading get a container with a coloured bar.
// An Ask cannot be a message; its Hint is shown instead.
func render(r chat.Reply, known *commandIDs) message {
	// Discord has forms, so the sentences about typing are left out.
	r.Text = chat.WithoutTyped(r.Text)
	if r.Ask != nil {
		r.Text = append(slices.Clip(r.Text), chat.Line{{Text: r.Ask.Hint}})
	}
	m := message{
		Components:  components(r, known),
		Allowed:     discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
		Flags:       componentsV2,
		Attachments: []attachment{},
	}
	if r.Quiet {
		m.Flags |= discordgo.MessageFlagsSuppressNotifications
	}
	if r.File != nil {
		m.File = r.File
		m.Attachments = append(m.Attachments, attachment{Filename: r.File.Name})
	} else if r.Picture != nil {
		m.Picture = r.Picture
		m.Attachments = append(m.Attachments, attachment{
			Filename:    pictureFile,
			Description: chat.ClipUnits(r.Picture.Alt, maxAlt),
		})
	}
	if r.Face != nil || r.Tone != chat.Neutral || chat.Leading(r.Text, chat.Head) > 0 {
		container := discordgo.Container{AccentColor: new(accent(r)), Components: m.Components}
		m.Components = []discordgo.MessageComponent{container}
	}
	return m
}

// components returns the puzzle, a line under it, the text, the file or picture, and the buttons.
func components(r chat.Reply, known *commandIDs) []discordgo.MessageComponent {
	w := textWriter{limit: maxText, known: known}
	var puzzle []discordgo.MessageComponent
	if r.Face != nil {
		w.writeFace(*r.Face)
		puzzle = w.flush()
	}
	text := textComponents(&w, r.BesidePicture())
	rows := buttonRows(chat.ShownButtons(r.Buttons, func(b chat.Button) bool { return !b.Link || b.URL != "" }))

	all := puzzle
	if len(puzzle) > 0 && len(text) > 0 {
		all = append(all, discordgo.Separator{})
	}
	switch {
	case r.File != nil:
		all = append(all, text...)
		all = append(all, discordgo.FileComponent{File: fileItem(r.File.Name)})
	case r.Picture != nil:
		item := discordgo.MediaGalleryItem{Media: fileItem(pictureFile)}
		if alt := chat.ClipUnits(r.Picture.Alt, maxAlt); alt != "" {
			item.Description = &alt
		}
		all = append(all, text...)
		all = append(all, discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{item}})
	default:
		if section, ok := sectionOf(text, rows); ok {
			return append(all, section)
		}
		all = append(all, text...)
	}
	all = append(all, rows...)
	if len(all) == 0 {
		// Discord takes no empty message.
		all = append(all, discordgo.TextDisplay{Content: "…"})
	}
	return all
}

// textComponents returns the text of a reply, with a line before each heading but the first, and
// its table.
func textComponents(w *textWriter, r chat.Reply) []discordgo.MessageComponent {
	var all []discordgo.MessageComponent
	text := r.Text
	for {
		next := nextHeading(text)
		if next < 0 {
			break
		}
		w.writeLines(text[:next])
		all = append(all, w.flush()...)
		all = append(all, discordgo.Separator{})
		text = text[next:]
	}
	w.writeLines(text)
	if r.Table != nil {
		w.writeBlock(r.Table.Lines(chat.PhoneColumns, chat.OneLine))
	}
	return append(all, w.flush()...)
}

// nextHeading returns the index of the first heading after the first line; -1 if there is none.
func nextHeading(text []chat.Line) int {
	for i := 1; i < len(text); i++ {
		if text[i].Block() == chat.Head {
			return i
		}
	}
	return -1
}

// fileItem refers to a file that is sent with the message.
func fileItem(name string) discordgo.UnfurledMediaItem {
	return discordgo.UnfurledMediaItem{URL: "attachment://" + name}
}

// sectionOf puts a short text and its one button side by side. texts may have a separator alone, if a puzzle
// before it left no room for a text.
func sectionOf(texts, rows []discordgo.MessageComponent) (section discordgo.MessageComponent, ok bool) {
	if len(texts) != 1 || len(rows) != 1 {
		return nil, false
	}
	text, isText := texts[0].(discordgo.TextDisplay)
	row := rows[0].(discordgo.ActionsRow)
	if !isText || len(row.Components) != 1 {
		return nil, false
	}
	if chat.Units(text.Content) > maxSectionText || strings.Contains(text.Content, "```") {
		return nil, false
	}
	return discordgo.Section{Components: texts, Accessory: row.Components[0]}, true
}

// A textWriter writes lines until its limit is reached; then it ends in an ellipsis. It does not
// cut Markdown inside its marks.
type textWriter struct {
	// text is what was written since the last flush.
	text strings.Builder
	// used counts the characters of all texts, also of those that were flushed.
	used  int
	limit int
	full  bool
	known *commandIDs
}

// room returns how long another line may be, with a line break before it and room for an
// ellipsis.
func (w *textWriter) room() int { return w.limit - w.used - len("\n\n") - 1 }

func (w *textWriter) add(line string) {
	if w.text.Len() > 0 {
		line = "\n" + line
	}
	w.text.WriteString(line)
	w.used += chat.Units(line)
}

// stop ends the text in an ellipsis.
func (w *textWriter) stop() {
	if !w.full {
		w.add("…")
		w.full = true
	}
}

// flush returns what was written since the last flush as a component; none if it is blank.
func (w *textWriter) flush() []discordgo.MessageComponent {
	text := strings.Trim(w.text.String(), "\n")
	w.text.Reset()
	if strings.TrimSpace(text) == "" {
		return nil
	}
	return []discordgo.MessageComponent{discordgo.TextDisplay{Content: text}}
}

// writeFace writes a puzzle: its name, its tiles as large as Markdown has them, and its goal.
func (w *textWriter) writeFace(f chat.Face) {
	var title chat.Line
	for _, text := range []string{f.Title, f.Note} {
		if text == "" {
			continue
		}
		if len(title) > 0 {
			title = append(title, chat.Span{Text: " · "})
		}
		title = append(title, chat.Span{Text: text})
	}
	var tiles chat.Line
	for i, t := range f.Tiles {
		if i > 0 {
			tiles = append(tiles, chat.Span{Text: " "})
		}
		tiles = append(tiles, chat.Span{Style: chat.Code, Text: t})
	}
	w.writeUnlessEmpty(headMark, title)
	w.writeUnlessEmpty("# ", tiles)
	w.writeUnlessEmpty("", chat.Line{{Style: chat.Strong, Text: f.Goal}})
}

func (w *textWriter) writeUnlessEmpty(mark string, l chat.Line) {
	if text, _ := w.fit(l, maxText); text != "" {
		w.writeLine(mark, l)
	}
}

// writeLines writes lines, and neighbours of fixed width as one block.
func (w *textWriter) writeLines(text []chat.Line) {
	for len(text) > 0 {
		n := chat.Leading(text, chat.Pre)
		if n == 0 {
			mark := ""
			if text[0].Block() == chat.Head {
				mark = headMark
			}
			w.writeLine(mark, text[0])
			text = text[1:]
			continue
		}
		fixed := make([]string, n)
		for i, l := range text[:n] {
			fixed[i] = strings.TrimRight(chat.OneLine(l[0].Text), " ")
		}
		w.writeBlock(fixed)
		text = text[n:]
	}
}

// writeLine writes a mark and a line after it, or as much of it as fits.
func (w *textWriter) writeLine(mark string, l chat.Line) {
	if w.full {
		return
	}
	if w.room() <= len(mark) {
		w.stop()
		return
	}
	text, cut := w.fit(l, w.room()-len(mark))
	// A mark needs something after it, unless the line itself is empty.
	if text != "" || !cut {
		w.add(mark + text)
	}
	if cut {
		w.stop()
	}
}

// fit returns a line within room: the spans that fit, and as much of the next one's Text as fits.
func (w *textWriter) fit(l chat.Line, room int) (text string, cut bool) {
	for _, s := range l {
		longer := join(text, span(s, text == "", w.known))
		for chat.Units(longer) > room && s.Text != "" {
			cut = true
			s.Text = chat.ClipUnits(s.Text, chat.Units(s.Text)/2)
			if s.Text == "…" {
				s.Text = ""
			}
			longer = join(text, span(s, text == "", w.known))
		}
		// A moment has no Text that could be cut.
		if chat.Units(longer) > room {
			return text, true
		}
		text = longer
		if cut {
			return text, true
		}
	}
	return text, false
}

// writeBlock writes lines of fixed width, as many as fit.
func (w *textWriter) writeBlock(lines []string) {
	if w.full || len(lines) == 0 {
		return
	}
	n := len(lines)
	for n > 0 && chat.Units(block(lines[:n])) > w.room() {
		n--
	}
	if n > 0 {
		w.add(block(lines[:n]))
	}
	if n < len(lines) {
		w.stop()
	}
}

// buttonRows lays out rows of buttons. A row that is too long goes on in the next one; the rest is
// dropped after the last row.
func buttonRows(rows [][]chat.Button) []discordgo.MessageComponent {
	all := []discordgo.MessageComponent{}
	seen := make(map[string]bool)
	for _, row := range rows {
		for part := range slices.Chunk(row, maxRow) {
			if len(all) == maxRows {
				return all
			}
			line := discordgo.ActionsRow{}
			for _, b := range part {
				line.Components = append(line.Components, renderButton(b, seen))
			}
			all = append(all, line)
		}
	}
	return all
}

func renderButton(b chat.Button, seen map[string]bool) discordgo.Button {
	button := discordgo.Button{
		Label:    orDots(chat.ClipUnits(chat.OneLine(b.Label), maxLabel)),
		Style:    cmp.Or(buttonStyles[b.Style], discordgo.SecondaryButton),
		Disabled: b.Disabled,
		CustomID: customID(b.Data, seen),
	}
	if b.URL != "" {
		button.Style = discordgo.LinkButton
		button.URL = b.URL
		button.CustomID = ""
	}
	if b.Icon != "" {
		button.Emoji = &discordgo.ComponentEmoji{Name: b.Icon}
	}
	return button
}

// customID returns a custom_id for a button's Data that no other button of the message has. seen has
// the custom_ids of the buttons so far.
func customID(data string, seen map[string]bool) string {
	// A message has at most 25 buttons, so a number has at most two digits.
	id := orDots(chat.ClipUnits(data, maxCustomID-len(uniqueMark)-2))
	for n := 2; seen[id]; n++ {
		base, _, _ := strings.Cut(id, uniqueMark)
		id = base + uniqueMark + strconv.Itoa(n)
	}
	seen[id] = true
	return id
}

// orDots replaces a blank text where Discord takes none.
func orDots(s string) string {
	if strings.TrimSpace(s) == "" {
		return "…"
	}
	return s
}
