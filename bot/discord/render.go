package discord

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"reckon/bot"
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
var colours = [...]int{bot.Neutral: 0x5865f2, bot.Good: 0x2d9d5b, bot.Bad: 0xc0392b}

var buttonStyles = [...]discordgo.ButtonStyle{
	bot.Secondary: discordgo.SecondaryButton,
	bot.Primary:   discordgo.PrimaryButton,
	bot.Danger:    discordgo.DangerButton,
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
func render(r bot.Reply) message {
	m := message{
		Embeds:     []*discordgo.MessageEmbed{},
		Components: buttons(r.Buttons),
		Allowed:    discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}
	if r.Ask != nil {
		r.Text = append(slices.Clip(r.Text), bot.Line{{Text: r.Ask.Hint}})
	}
	if r.Face == nil && r.Tone == bot.Neutral {
		m.Content = prose(r, maxContent)
		if m.Content == "" && len(m.Components) == 0 {
			m.Content = "…" // Discord takes no empty message
		}
		return m
	}
	embed := &discordgo.MessageEmbed{Description: prose(r, maxDescription), Color: colour(r.Tone)}
	if r.Face != nil {
		embed.Title = escape(clip(r.Face.Title, maxTitle/2), true) // escaping at most doubles it
	}
	if embed.Title == "" && embed.Description == "" {
		embed.Description = "…"
	}
	m.Embeds = append(m.Embeds, embed)
	return m
}

func colour(t bot.Tone) int {
	if int(t) < 0 || int(t) >= len(colours) {
		t = bot.Neutral
	}
	return colours[t]
}

// prose is everything a Reply says in words, at most limit characters.
func prose(r bot.Reply, limit int) string {
	p := page{limit: limit}
	if r.Face != nil {
		p.face(*r.Face)
	}
	for n := 0; n < len(r.Text); n++ {
		if !isPre(r.Text[n]) {
			p.line(r.Text[n])
			continue
		}
		var lines []string
		for ; n < len(r.Text) && isPre(r.Text[n]); n++ {
			lines = append(lines, strings.TrimRight(oneLine(r.Text[n][0].Text), " "))
		}
		n--
		p.block(lines)
	}
	if r.Table != nil {
		p.block(r.Table.Lines(oneLine))
	}
	return strings.Trim(p.text.String(), "\n")
}

func isPre(l bot.Line) bool { return len(l) == 1 && l[0].Style == bot.Pre }

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
	p.used += length(line)
}

func (p *page) end() {
	if !p.full {
		p.add("…")
		p.full = true
	}
}

func (p *page) face(f bot.Face) {
	var tiles bot.Line
	for n, t := range f.Tiles {
		if n > 0 {
			tiles = append(tiles, bot.Span{Text: " "})
		}
		tiles = append(tiles, bot.Span{Style: bot.Code, Text: t})
	}
	if f.Goal != "" {
		tiles = append(tiles, bot.Span{Text: "  "}, bot.Span{Style: bot.Strong, Text: f.Goal})
	}
	p.line(tiles)
	if f.Note != "" {
		p.line(bot.Line{{Text: f.Note}})
	}
}

// line adds a line; of one that is too long, the spans that fit and as much of
// the next as fits.
func (p *page) line(l bot.Line) {
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
func fit(line string, s bot.Span, start bool, room int) (longer string, cut bool) {
	longer = join(line, span(s, start))
	for length(longer) > room && s.Text != "" {
		cut = true
		s.Text = clip(s.Text, length(s.Text)/2)
		if s.Text == "…" {
			s.Text = ""
		}
		longer = join(line, span(s, start))
	}
	if length(longer) > room { // a mention or a moment is whole or not at all
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
	for n > 0 && length(block(lines[:n])) > p.room() {
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
func buttons(rows [][]bot.Button) []discordgo.MessageComponent {
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

func button(b bot.Button, seen map[string]bool) discordgo.Button {
	style := discordgo.SecondaryButton
	if int(b.Style) >= 0 && int(b.Style) < len(buttonStyles) {
		style = buttonStyles[b.Style]
	}
	return discordgo.Button{
		Label:    orDots(clip(oneLine(b.Label), maxLabel)),
		Style:    style,
		CustomID: customID(b.Data, seen),
	}
}

// customID makes of Data a custom_id that is not yet seen in the message.
func customID(data string, seen map[string]bool) string {
	id := orDots(clip(data, maxCustomID-len(uniqueMark)-2)) // there are 25 buttons at most
	for n := 2; seen[id]; n++ {
		base, _, _ := strings.Cut(id, uniqueMark)
		id = base + uniqueMark + strconv.Itoa(n)
	}
	seen[id] = true
	return id
}

// renderForm makes the modal of an Ask.
func renderForm(a bot.Ask) form {
	input := discordgo.TextInput{
		CustomID:    answerField,
		Label:       orDots(clip(oneLine(a.Label), maxFormLabel)),
		Style:       discordgo.TextInputShort,
		Placeholder: clip(oneLine(a.Placeholder), maxPlaceholder),
		Required:    true,
		MaxLength:   maxAnswer,
	}
	return form{
		CustomID:   orDots(clip(a.Data, maxCustomID)),
		Title:      orDots(clip(oneLine(a.Title), maxFormTitle)),
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
