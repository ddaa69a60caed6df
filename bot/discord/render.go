package discord

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"reckon/bot/chat"
)

// Discord's limits, in characters unless said otherwise.
const (
	maxText        = 4000 // of all that a message says
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

// maxBeside is how long a text may be to have its one button at its side: what is
// longer would be squeezed on a phone.
const maxBeside = 200

// uniqueMark parts a Button's Data from a number that makes its custom_id the
// only one in its message. Data is printable ASCII and never holds it.
const uniqueMark = "¶"

var buttonStyles = [...]discordgo.ButtonStyle{
	chat.Secondary: discordgo.SecondaryButton,
	chat.Primary:   discordgo.PrimaryButton,
	chat.Danger:    discordgo.DangerButton,
}

// componentsV2 is the flag of a message that is made of components alone. A
// message that has it keeps it, so all have it.
const componentsV2 discordgo.MessageFlags = 1 << 15

// A message is one as Discord takes it. All its fields are always sent: in an
// edit, what is left out would stay.
type message struct {
	// Content and Embeds are null: what a message had before it was made of
	// components would forbid them.
	Content    *string                          `json:"content"`
	Embeds     []*discordgo.MessageEmbed        `json:"embeds"`
	Components []discordgo.MessageComponent     `json:"components"`
	Allowed    discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Flags      discordgo.MessageFlags           `json:"flags"`
	// Attachments are the files sent with it: of Picture, which is drawn when it is sent.
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

// render makes the message of a Reply, within Discord's limits whatever the
// Reply holds. A puzzle and a toned Reply stand in a container with a bar of a
// colour, other texts as they are. An Ask, which cannot be a message, shows its
// Hint.
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
	if r.File != nil {
		m.File = r.File
		m.Attachments = append(m.Attachments, attachment{Filename: r.File.Name})
	} else if r.Picture != nil {
		m.Picture = r.Picture
		m.Attachments = append(m.Attachments, attachment{Filename: pictureFile, Description: chat.ClipUnits(r.Picture.Alt, maxAlt)})
	}
	if r.Face != nil || r.Tone != chat.Neutral {
		colour := accent(r)
		m.Components = []discordgo.MessageComponent{discordgo.Container{AccentColor: &colour, Components: m.Components}}
	}
	return m
}

// components are the puzzle, a line under it, all else that is said, and the
// buttons.
func components(r chat.Reply, known *commandIDs) []discordgo.MessageComponent {
	p := page{limit: maxText, known: known}
	var out []discordgo.MessageComponent
	if r.Face != nil {
		p.face(*r.Face)
		out = append(out, p.end()...)
	}
	p.lines(r.Text)
	if r.Table != nil {
		p.block(r.Table.Lines(chat.OneLine))
	}
	said := p.end()
	if len(out) > 0 && len(said) > 0 {
		out = append(out, discordgo.Separator{})
	}
	rows := buttons(r.Buttons)
	if r.File != nil {
		document := discordgo.FileComponent{File: discordgo.UnfurledMediaItem{URL: "attachment://" + r.File.Name}}
		return append(append(append(out, said...), document), rows...)
	}
	if r.Picture != nil {
		return append(append(append(out, said...), gallery(*r.Picture)), rows...)
	}
	if beside, ok := section(said, rows); ok {
		return append(out, beside)
	}
	out = append(append(out, said...), rows...)
	if len(out) == 0 {
		out = append(out, discordgo.TextDisplay{Content: "…"}) // Discord takes no empty message
	}
	return out
}

// gallery shows the picture that is attached.
func gallery(p chat.Picture) discordgo.MessageComponent {
	item := discordgo.MediaGalleryItem{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + pictureFile}}
	if alt := chat.ClipUnits(p.Alt, maxAlt); alt != "" {
		item.Description = &alt
	}
	return discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{item}}
}

// section sets a short text and its one button side by side.
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

// A page takes lines until it is full; then it ends in an ellipsis. Markdown is
// never cut inside its marks.
type page struct {
	text  strings.Builder // since the last end
	used  int             // by all texts
	limit int
	full  bool
	known *commandIDs
}

// room is what another line may take, with a line break before it and an
// ellipsis left for.
func (p *page) room() int { return p.limit - p.used - len("\n\n") - 1 }

func (p *page) add(line string) {
	if p.text.Len() > 0 {
		line = "\n" + line
	}
	p.text.WriteString(line)
	p.used += chat.Units(line)
}

// stop takes no more lines.
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

// face shows a puzzle: its name, its tiles as large as Markdown has them, and what
// to make of them.
func (p *page) face(f chat.Face) {
	var head, tiles chat.Line
	for _, text := range []string{f.Title, f.Note} {
		if text == "" {
			continue
		}
		if len(head) > 0 {
			head = append(head, chat.Span{Text: " · "})
		}
		head = append(head, chat.Span{Text: text})
	}
	for n, t := range f.Tiles {
		if n > 0 {
			tiles = append(tiles, chat.Span{Text: " "})
		}
		tiles = append(tiles, chat.Span{Style: chat.Code, Text: t})
	}
	p.heading("### ", head)
	p.heading("# ", tiles)
	if f.Goal != "" {
		p.line(chat.Line{{Style: chat.Strong, Text: f.Goal}})
	}
}

// heading adds a line in large letters.
func (p *page) heading(mark string, l chat.Line) {
	if text, cut := p.set(l, p.room()-len(mark)); text != "" && !p.full {
		p.add(mark + text)
		if cut {
			p.stop()
		}
	}
}

// lines adds lines, and of neighbours of fixed width one block.
func (p *page) lines(text []chat.Line) {
	for len(text) > 0 {
		n := chat.LeadingPre(text)
		if n == 0 {
			p.line(text[0])
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

// line adds a line, or as much of it as fits.
func (p *page) line(l chat.Line) {
	if p.full {
		return
	}
	if p.room() < 1 {
		p.stop()
		return
	}
	text, cut := p.set(l, p.room())
	p.add(text)
	if cut {
		p.stop()
	}
}

// set writes a line out; of one that is too long, the spans that fit and as much of
// the next as fits.
func (p *page) set(l chat.Line, room int) (text string, cut bool) {
	for n, s := range l {
		next, cut := p.fit(text, s, n == 0, room)
		if text = next; cut {
			return text, true
		}
	}
	return text, false
}

// fit adds a Span to a line, or as much of its Text as leaves the line within
// room, and tells whether any was cut.
func (p *page) fit(line string, s chat.Span, start bool, room int) (longer string, cut bool) {
	longer = join(line, span(s, start, p.known))
	for chat.Units(longer) > room && s.Text != "" {
		cut = true
		s.Text = chat.ClipUnits(s.Text, chat.Units(s.Text)/2)
		if s.Text == "…" {
			s.Text = ""
		}
		longer = join(line, span(s, start, p.known))
	}
	if chat.Units(longer) > room { // a moment is whole or not at all
		return line, true
	}
	return longer, cut
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

// buttons lays out rows of buttons. A row that is too long goes on in the next;
// what is left after the last row is dropped.
func buttons(rows [][]chat.Button) []discordgo.MessageComponent {
	out := []discordgo.MessageComponent{}
	seen := make(map[string]bool)
	for _, row := range rows {
		for len(row) > 0 && len(out) < maxRows {
			n := min(len(row), maxRow)
			line := discordgo.ActionsRow{}
			for _, b := range row[:n] {
				line.Components = append(line.Components, button(b, seen))
			}
			out, row = append(out, line), row[n:]
		}
	}
	return out
}

func button(b chat.Button, seen map[string]bool) discordgo.Button {
	style := discordgo.SecondaryButton
	if int(b.Style) >= 0 && int(b.Style) < len(buttonStyles) {
		style = buttonStyles[b.Style]
	}
	out := discordgo.Button{
		Label:    orDots(chat.ClipUnits(chat.OneLine(b.Label), maxLabel)),
		Style:    style,
		Disabled: b.Disabled,
		CustomID: customID(b.Data, seen),
	}
	if b.Icon != "" {
		out.Emoji = &discordgo.ComponentEmoji{Name: b.Icon}
	}
	return out
}

// customID makes of Data a custom_id that is not yet seen in the message.
func customID(data string, seen map[string]bool) string {
	id := orDots(chat.ClipUnits(data, maxCustomID-len(uniqueMark)-2)) // there are 25 buttons at most
	for n := 2; seen[id]; n++ {
		base, _, _ := strings.Cut(id, uniqueMark)
		id = base + uniqueMark + strconv.Itoa(n)
	}
	seen[id] = true
	return id
}

// orDots stands in for a text that must not be empty.
func orDots(s string) string {
	if strings.TrimSpace(s) == "" {
		return "…"
	}
	return s
}
