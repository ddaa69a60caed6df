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
	maxContent     = 2000
	maxTitle       = 256  // of an embed
	maxDescription = 4096 // of an embed; title and description stay below the 6000 for a message's embeds
	maxRows        = 5    // of buttons
	maxRow         = 5    // buttons in a row
	maxLabel       = 80   // of a button
	maxCustomID    = 100
	maxFormTitle   = 45
	maxFormLabel   = 45
	maxPlaceholder = 100
	maxAnswer      = 1000 // typed into a form; Discord allows 4000
)

// answerField is the custom_id of the one input of a form.
const answerField = "answer"

// uniqueMark parts a Button's Data from a number that makes its custom_id the
// only one in its message. Data is printable ASCII and never holds it.
const uniqueMark = "¶"

// colours by Tone. The words of a Reply say the same.
var colours = [...]int{chat.Neutral: 0x5865f2, chat.Good: 0x2d9d5b, chat.Bad: 0xc0392b}

var buttonStyles = [...]discordgo.ButtonStyle{
	chat.Secondary: discordgo.SecondaryButton,
	chat.Primary:   discordgo.PrimaryButton,
	chat.Danger:    discordgo.DangerButton,
}

// A message is one as Discord takes it. Content, embeds and components are
// always sent: in an edit, what is left out would stay.
type message struct {
	Content    string                           `json:"content"`
	Embeds     []*discordgo.MessageEmbed        `json:"embeds"`
	Components []discordgo.MessageComponent     `json:"components"`
	Allowed    discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Flags      discordgo.MessageFlags           `json:"flags,omitempty"`

	Nonce        string `json:"nonce,omitempty"`
	EnforceNonce bool   `json:"enforce_nonce,omitempty"`
}

// A form is a modal as Discord takes it.
type form struct {
	CustomID   string                       `json:"custom_id"`
	Title      string                       `json:"title"`
	Components []discordgo.MessageComponent `json:"components"`
}

// render makes the message of a Reply, within Discord's limits whatever the
// Reply holds. A puzzle and a toned Reply are embeds, which have a title and a
// colour; other texts are content, which also shows in notifications and to
// people who have embeds switched off. An Ask, which cannot be a message, shows
// its Hint.
func render(r chat.Reply) message {
	r.Text = chat.WithoutTyped(r.Text) // there are forms
	m := message{
		Embeds:     []*discordgo.MessageEmbed{},
		Components: buttons(r.Buttons),
		Allowed:    discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}
	if r.Ask != nil {
		r.Text = append(slices.Clip(r.Text), chat.Line{{Text: r.Ask.Hint}})
	}
	if r.Face == nil && r.Tone == chat.Neutral {
		m.Content = prose(r, maxContent)
		if m.Content == "" && len(m.Components) == 0 {
			m.Content = "…" // Discord takes no empty message
		}
		return m
	}
	embed := &discordgo.MessageEmbed{Description: prose(r, maxDescription), Color: colour(r.Tone)}
	if r.Face != nil {
		embed.Title = escape(chat.ClipUnits(r.Face.Title, maxTitle/2), true) // escaping at most doubles it
	}
	if embed.Title == "" && embed.Description == "" {
		embed.Description = "…"
	}
	m.Embeds = append(m.Embeds, embed)
	return m
}

func colour(t chat.Tone) int {
	if int(t) < 0 || int(t) >= len(colours) {
		t = chat.Neutral
	}
	return colours[t]
}

// prose is everything a Reply says in words, at most limit characters.
func prose(r chat.Reply, limit int) string {
	p := page{limit: limit}
	if r.Face != nil {
		p.face(*r.Face)
	}
	for text := r.Text; len(text) > 0; {
		n := chat.LeadingPre(text)
		if n == 0 {
			p.line(text[0])
			text = text[1:]
			continue
		}
		lines := make([]string, n)
		for i, l := range text[:n] {
			lines[i] = strings.TrimRight(chat.OneLine(l[0].Text), " ")
		}
		p.block(lines)
		text = text[n:]
	}
	if r.Table != nil {
		p.block(r.Table.Lines(chat.OneLine))
	}
	return strings.Trim(p.text.String(), "\n")
}

// A page takes lines until it is full; then it ends in an ellipsis. Markdown is
// never cut inside its marks.
type page struct {
	text  strings.Builder
	used  int
	limit int
	full  bool
}

// room is what another line may take, with a line break before it and an
// ellipsis left for.
func (p *page) room() int { return p.limit - p.used - len("\n\n") - 1 }

func (p *page) add(line string) {
	if p.used > 0 || p.text.Len() > 0 {
		line = "\n" + line
	}
	p.text.WriteString(line)
	p.used += chat.Units(line)
}

func (p *page) end() {
	if !p.full {
		p.add("…")
		p.full = true
	}
}

func (p *page) face(f chat.Face) {
	var tiles chat.Line
	for n, t := range f.Tiles {
		if n > 0 {
			tiles = append(tiles, chat.Span{Text: " "})
		}
		tiles = append(tiles, chat.Span{Style: chat.Code, Text: t})
	}
	if f.Goal != "" {
		tiles = append(tiles, chat.Span{Text: "  "}, chat.Span{Style: chat.Strong, Text: f.Goal})
	}
	p.line(tiles)
	if f.Note != "" {
		p.line(chat.Line{{Text: f.Note}})
	}
}

// line adds a line; of one that is too long, the spans that fit and as much of
// the next as fits.
func (p *page) line(l chat.Line) {
	if p.full {
		return
	}
	if p.room() < 1 {
		p.end()
		return
	}
	out, cut := "", false
	for n, s := range l {
		var next string
		if next, cut = fit(out, s, n == 0, p.room()); cut {
			out = next
			break
		}
		out = next
	}
	p.add(out)
	if cut {
		p.end()
	}
}

// fit adds a Span to a line, or as much of its Text as leaves the line within
// room, and tells whether any was cut.
func fit(line string, s chat.Span, start bool, room int) (longer string, cut bool) {
	longer = join(line, span(s, start))
	for chat.Units(longer) > room && s.Text != "" {
		cut = true
		s.Text = chat.ClipUnits(s.Text, chat.Units(s.Text)/2)
		if s.Text == "…" {
			s.Text = ""
		}
		longer = join(line, span(s, start))
	}
	if chat.Units(longer) > room { // a mention or a moment is whole or not at all
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
		p.end()
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
	return discordgo.Button{
		Label:    orDots(chat.ClipUnits(chat.OneLine(b.Label), maxLabel)),
		Style:    style,
		CustomID: customID(b.Data, seen),
	}
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

// renderForm makes the modal of an Ask.
func renderForm(a chat.Ask) form {
	input := discordgo.TextInput{
		CustomID:    answerField,
		Label:       orDots(chat.ClipUnits(chat.OneLine(a.Label), maxFormLabel)),
		Style:       discordgo.TextInputShort,
		Placeholder: chat.ClipUnits(chat.OneLine(a.Placeholder), maxPlaceholder),
		Required:    true,
		MaxLength:   maxAnswer,
	}
	return form{
		CustomID:   orDots(chat.ClipUnits(a.Data, maxCustomID)),
		Title:      orDots(chat.ClipUnits(chat.OneLine(a.Title), maxFormTitle)),
		Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{input}}},
	}
}

// orDots stands in for a text that must not be empty.
func orDots(s string) string {
	if strings.TrimSpace(s) == "" {
		return "…"
	}
	return s
}
