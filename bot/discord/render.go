package discord

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// Discord's limits, in characters unless said otherwise.
const (
	maxText        = 4000 // of all texts of a message
	maxRows        = 5    // of buttons; with all else a message stays below 40 components
	maxRow         = 5    // buttons in a row
	maxLabel       = 80   // of a button
	maxCustomID    = 100
	maxAlt         = 1024 // of a picture
	maxFormTitle   = 45
	maxFormLabel   = 45
	maxPlaceholder = 100
	maxAnswer      = 1000 // typed into a form; Discord allows 4000
)

// maxBeside is how long a text may be to have its one button at its side. A longer one would
// be squeezed on a phone.
const maxBeside = 200

// headMark begins a heading in Markdown.
const headMark = "### "

// uniqueMark parts a Button's Data from a number that makes its custom_id unique in its
// message. Data is printable ASCII and never holds the mark.
const uniqueMark = "¶"

var buttonStyles = map[chat.ButtonStyle]discordgo.ButtonStyle{chat.Primary: discordgo.PrimaryButton, chat.Danger: discordgo.DangerButton}

// componentsV2 is the flag of a message that is made of components alone. A message cannot
// lose it, so all have it.
const componentsV2 discordgo.MessageFlags = 1 << 15

// A message is one as Discord takes it. All its fields are always sent: a field that an edit
// leaves out would stay.
type message struct {
	// Content and Embeds are null: those of an older message would forbid components.
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
	ID          int    `json:"id"` // its place among the files
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"` // the alternative text
}

// pictureFile is what the file of a picture is called.
const pictureFile = "picture.png"

// render makes the message of a Reply, within Discord's limits whatever the Reply holds. A
// puzzle, a toned Reply and one with a heading stand in a container with a coloured bar. An Ask, which cannot be a
// message, shows its Hint.
func render(r chat.Reply, known *commandIDs) message {
	r.Text = chat.WithoutTyped(r.Text) // there are forms
	if r.Ask != nil {
		r.Text = append(slices.Clip(r.Text), chat.Line{{Text: r.Ask.Hint}})
	}
	m := message{
		Components: components(r, known),
		Allowed:    discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
		Flags:      componentsV2, Attachments: []attachment{},
	}
	if r.Quiet {
		m.Flags |= discordgo.MessageFlagsSuppressNotifications
	}
	if r.File != nil {
		m.File = r.File
		m.Attachments = append(m.Attachments, attachment{Filename: r.File.Name})
	} else if r.Picture != nil {
		m.Picture = r.Picture
		m.Attachments = append(m.Attachments, attachment{Filename: pictureFile, Description: chat.ClipUnits(r.Picture.Alt, maxAlt)})
	}
	if r.Face != nil || r.Tone != chat.Neutral || chat.Leading(r.Text, chat.Head) > 0 {
		m.Components = []discordgo.MessageComponent{discordgo.Container{AccentColor: new(accent(r)), Components: m.Components}}
	}
	return m
}

// components are the puzzle, a line under it, the text, and the buttons.
func components(r chat.Reply, known *commandIDs) []discordgo.MessageComponent {
	p := page{limit: maxText, known: known}
	var out, said []discordgo.MessageComponent
	if r.Face != nil {
		p.face(*r.Face)
		out = append(out, p.end()...)
	}
	for len(r.Text) > 0 { // a part for each heading
		n := 1 + slices.IndexFunc(r.Text[1:], func(l chat.Line) bool { return l.Block() == chat.Head })
		if n == 0 {
			break
		}
		p.lines(r.Text[:n])
		said = append(append(said, p.end()...), discordgo.Separator{})
		r.Text = r.Text[n:]
	}
	p.lines(r.Text)
	if r.Table != nil {
		p.block(r.Table.Lines(chat.PhoneColumns, chat.OneLine))
	}
	said = append(said, p.end()...)
	if len(out) > 0 && len(said) > 0 {
		out = append(out, discordgo.Separator{})
	}
	rows := buttons(chat.Shown(r.Buttons, func(b chat.Button) bool { return !b.Link || b.URL != "" }))
	if r.File != nil {
		said = append(said, discordgo.FileComponent{File: discordgo.UnfurledMediaItem{URL: "attachment://" + r.File.Name}})
	} else if r.Picture != nil {
		item := discordgo.MediaGalleryItem{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + pictureFile}}
		if alt := chat.ClipUnits(r.Picture.Alt, maxAlt); alt != "" {
			item.Description = &alt
		}
		said = append(said, discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{item}})
	} else if beside, ok := section(said, rows); ok {
		return append(out, beside)
	}
	out = append(append(out, said...), rows...)
	if len(out) == 0 {
		out = append(out, discordgo.TextDisplay{Content: "…"}) // Discord takes no empty message
	}
	return out
}

// section puts a short text and its one button side by side.
func section(said, rows []discordgo.MessageComponent) (beside discordgo.MessageComponent, ok bool) {
	if len(said) != 1 || len(rows) != 1 {
		return nil, false
	}
	text, row := said[0].(discordgo.TextDisplay).Content, rows[0].(discordgo.ActionsRow)
	if len(row.Components) != 1 || chat.Units(text) > maxBeside || strings.Contains(text, "```") {
		return nil, false
	}
	return discordgo.Section{Components: said, Accessory: row.Components[0]}, true
}

// A page takes lines until it is full; then it ends in an ellipsis. Markdown is not cut
// inside its marks.
type page struct {
	text  strings.Builder // since the last end
	used  int             // by all texts
	limit int
	full  bool
	known *commandIDs
}

// room is how long another line may be, with a line break before it and room for an ellipsis.
func (p *page) room() int { return p.limit - p.used - len("\n\n") - 1 }

func (p *page) add(line string) {
	if p.text.Len() > 0 {
		line = "\n" + line
	}
	p.text.WriteString(line)
	p.used += chat.Units(line)
}

// stop ends the page in an ellipsis.
func (p *page) stop() {
	if !p.full {
		p.add("…")
		p.full = true
	}
}

// end makes a component of the lines since the last one; none if they are blank.
func (p *page) end() []discordgo.MessageComponent {
	text := strings.Trim(p.text.String(), "\n")
	p.text.Reset()
	if strings.TrimSpace(text) == "" {
		return nil
	}
	return []discordgo.MessageComponent{discordgo.TextDisplay{Content: text}}
}

// face adds a puzzle: its name, its tiles as large as Markdown has them, and its goal.
func (p *page) face(f chat.Face) {
	var head, tiles chat.Line
	for i, text := range slices.DeleteFunc([]string{f.Title, f.Note}, func(s string) bool { return s == "" }) {
		if i > 0 {
			head = append(head, chat.Span{Text: " · "})
		}
		head = append(head, chat.Span{Text: text})
	}
	for i, t := range f.Tiles {
		if i > 0 {
			tiles = append(tiles, chat.Span{Text: " "})
		}
		tiles = append(tiles, chat.Span{Style: chat.Code, Text: t})
	}
	for _, l := range []struct {
		mark string // of a heading
		line chat.Line
	}{{headMark, head}, {"# ", tiles}, {"", chat.Line{{Style: chat.Strong, Text: f.Goal}}}} {
		if text, _ := p.set(l.line, maxText); text != "" {
			p.line(l.mark, l.line)
		}
	}
}

// lines adds lines, neighbours of fixed width as one block.
func (p *page) lines(text []chat.Line) {
	for len(text) > 0 {
		n := chat.Leading(text, chat.Pre)
		if n == 0 {
			mark := ""
			if text[0].Block() == chat.Head {
				mark = headMark
			}
			p.line(mark, text[0])
			text = text[1:]
			continue
		}
		fixed := make([]string, n)
		for i, l := range text[:n] {
			fixed[i] = strings.TrimRight(chat.OneLine(l[0].Text), " ")
		}
		p.block(fixed)
		text = text[n:]
	}
}

// line adds a line behind a mark, or as much of it as fits.
func (p *page) line(mark string, l chat.Line) {
	if p.full {
		return
	}
	if p.room() <= len(mark) {
		p.stop()
		return
	}
	text, cut := p.set(l, p.room()-len(mark))
	if text != "" || !cut { // a mark stands before something
		p.add(mark + text)
	}
	if cut {
		p.stop()
	}
}

// set writes a line within room: the spans that fit, and of the next one as much of its Text
// as fits.
func (p *page) set(l chat.Line, room int) (text string, cut bool) {
	for _, s := range l {
		longer := join(text, span(s, text == "", p.known))
		for chat.Units(longer) > room && s.Text != "" {
			cut = true
			s.Text = chat.ClipUnits(s.Text, chat.Units(s.Text)/2)
			if s.Text == "…" {
				s.Text = ""
			}
			longer = join(text, span(s, text == "", p.known))
		}
		if chat.Units(longer) > room { // a moment is whole or not at all
			return text, true
		}
		if text = longer; cut {
			return text, true
		}
	}
	return text, false
}

// block adds lines of fixed width, as many as fit.
func (p *page) block(lines []string) {
	if p.full || len(lines) == 0 {
		return
	}
	n := len(lines)
	for n > 0 && chat.Units(block(lines[:n])) > p.room() {
		n--
	}
	if n > 0 {
		p.add(block(lines[:n]))
	}
	if n < len(lines) {
		p.stop()
	}
}

// buttons lays out rows of buttons. A row that is too long goes on in the next one; after the
// last row the rest is dropped.
func buttons(rows [][]chat.Button) []discordgo.MessageComponent {
	out := []discordgo.MessageComponent{}
	seen := make(map[string]bool)
	for _, row := range rows {
		for len(row) > 0 && len(out) < maxRows {
			n := min(len(row), maxRow)
			line := discordgo.ActionsRow{}
			for _, b := range row[:n] {
				button := discordgo.Button{
					Label: orDots(chat.ClipUnits(chat.OneLine(b.Label), maxLabel)), Style: cmp.Or(buttonStyles[b.Style], discordgo.SecondaryButton),
					Disabled: b.Disabled, CustomID: customID(b.Data, seen),
				}
				if b.URL != "" {
					button.Style, button.URL, button.CustomID = discordgo.LinkButton, b.URL, ""
				}
				if b.Icon != "" {
					button.Emoji = &discordgo.ComponentEmoji{Name: b.Icon}
				}
				line.Components = append(line.Components, button)
			}
			out, row = append(out, line), row[n:]
		}
	}
	return out
}

// customID makes a custom_id of Data that the message does not have yet.
func customID(data string, seen map[string]bool) string {
	id := orDots(chat.ClipUnits(data, maxCustomID-len(uniqueMark)-2)) // there are 25 buttons at most
	for n := 2; seen[id]; n++ {
		base, _, _ := strings.Cut(id, uniqueMark)
		id = base + uniqueMark + strconv.Itoa(n)
	}
	seen[id] = true
	return id
}

// orDots replaces a text that is blank and must not be.
func orDots(s string) string {
	if strings.TrimSpace(s) == "" {
		return "…"
	}
	return s
}
