package chat

import (
	"encoding/json"
	"slices"
	"time"
)

// A Reply is the content of a message, without its form. The front end of each network has a render.go,
// which shows every field in the way of that network. All texts are data in the reader's language; none
// holds markup.
//
// A Reply is stored in the database as JSON until it is delivered, and the bot may be upgraded before
// that. So a field that was ever stored keeps its name and meaning.
type Reply struct {
	// Silent acknowledges the event and shows nothing.
	Silent bool `json:"silent,omitempty"`
	Tone   Tone `json:"tone,omitempty"`
	// Face is a puzzle, shown above Text.
	Face *Face `json:"face,omitempty"`
	// Text are the lines, top to bottom; an empty Line is a blank line.
	Text []Line `json:"text,omitempty"`
	// Table is shown under Text.
	Table *Table `json:"table,omitempty"`
	// Sort is the Face.Sort of the puzzle that the reply is about, if there is no Face.
	Sort int `json:"sort,omitempty"`
	// Buttons are at most 5 rows of at most 5 buttons.
	Buttons [][]Button `json:"buttons,omitempty"`
	// Ask asks the person for a text. If it is set, no other field but Otherwise may be set.
	Ask      *Ask     `json:"ask,omitempty"`
	Audience Audience `json:"audience,omitempty"`
	// File is sent as a document with the Text of a new message. An edit leaves it out. A
	// terminal shows it as text.
	File *File `json:"file,omitempty"`
	// Picture is shown with the Text of a new message, on networks that have pictures. It is
	// left out of an edit, and of a message whose text is too long for a caption. A terminal
	// prints its Alt.
	Picture *Picture `json:"picture,omitempty"`
	// Edit replaces the bot's own message that the request came from (Input.Source). If that cannot
	// be edited, the Reply is posted.
	Edit bool `json:"edit,omitempty"`
	// Otherwise is a reply for two cases. It is shown instead of an Ask that comes too late for a form; if
	// Otherwise is nil, the Hint of the Ask is shown. It is also shown instead of a Secret reply that cannot
	// be shown to the person alone; if Otherwise is nil, Broker.Elsewhere is shown.
	Otherwise *Reply `json:"otherwise,omitempty"`
	// Remove asks the front end to delete the person's own message, if the network lets the bot do
	// that.
	Remove bool `json:"remove,omitempty"`
	// Page opens the page instead of showing the reply, if the network can open it in answer to a press
	// or a command. If it cannot, the reply is shown. On the page itself Page has no effect.
	Page bool `json:"page,omitempty"`
	// Mark is a reaction that says as much as the rest of the reply. If others read along and the
	// network has reactions, the front end puts it on the person's own message and posts nothing.
	// It is one of "🤔 🤷 👌 👍 👏 🎉 🏆 ⚡ 😢 🙊".
	Mark string `json:"mark,omitempty"`
	// Quiet keeps a new message from making a sound, on networks that can do that.
	Quiet bool `json:"quiet,omitempty"`
	// Pin is the ID of a message to pin at the place. Unpin is the ID of one to unpin. A reply with
	// one of the two shows nothing, and networks without pins ignore it.
	Pin   string `json:"pin,omitempty"`
	Unpin string `json:"unpin,omitempty"`
	// Forgotten means that the person was forgotten. Then the page removes what the browser stores about
	// them. Networks ignore it.
	Forgotten bool `json:"forgotten,omitempty"`
}

// Pins reports whether a reply changes what is pinned and shows nothing.
func (r Reply) Pins() bool { return r.Pin != "" || r.Unpin != "" }

// Unname replaces each name of a person with a word, and reports whether it found one. If so, it removes the
// picture, which may show the name.
func (r *Reply) Unname(person string, word Span) bool {
	found := false
	for _, line := range r.Text {
		for i, s := range line {
			if s.Person == person {
				line[i] = word
				found = true
			}
		}
	}
	if r.Table != nil && r.Table.unname(person, word.Text) {
		found = true
	}
	if found {
		r.Picture = nil
	}
	return found
}

// unname replaces each name of a person with a word, and reports whether it found one.
func (t *Table) unname(person, word string) bool {
	found := false
	for i, p := range t.People {
		if p == person {
			t.Rows[i][t.Name] = word
			t.People[i] = ""
			found = true
		}
	}
	return found
}

// A File is a document for a person to keep.
type File struct {
	Name string `json:"name"`
	// Type is the media type of its content: "application/json".
	Type string `json:"type"`
	// Data has at most 10 MB.
	Data []byte `json:"data"`
	// Kind is set for a file that is made when the Reply is delivered, because a long file must not be
	// stored. Until then its Facts are stored. Front ends get the file itself, without a Kind.
	Kind  string          `json:"kind,omitempty"`
	Facts json.RawMessage `json:"facts,omitempty"`
}

// A Picture is drawn when a Reply is delivered: see Broker.Draw. Until then only its facts are stored.
// They take some hundred bytes, and the PNG would take 10 KB in each theme.
type Picture struct {
	// Kind tells the Broker how to draw the Facts.
	Kind  string          `json:"kind"`
	Facts json.RawMessage `json:"facts"`
	// Alt is its content in words; at most 1000 characters.
	Alt string `json:"alt"`
}

// Tone is the feeling of a Reply. It never carries meaning alone.
type Tone int

const (
	// Neutral is the tone of a puzzle, a list, help or a refusal.
	Neutral Tone = iota
	// Good is the tone of a right answer, or of a thing done.
	Good
	// Bad is the tone of a wrong answer.
	Bad
)

// Audience says who may read a Reply.
type Audience int

const (
	// Everyone is all people in the place.
	Everyone Audience = iota
	// Asker is for replies that would disturb others. A network with a cheap way to show such a reply to
	// the person alone (Discord's ephemeral messages) does so. On other networks everyone sees the reply.
	Asker
	// Secret is for replies that are private or would spoil a puzzle. Only the person may see them. If
	// a front end cannot show a reply to the person alone, it shows Reply.Otherwise or Broker.Elsewhere.
	Secret
)

// ShowsSecretAt reports whether posting r at a place would show a secret to others.
func (r Reply) ShowsSecretAt(p Place) bool { return r.Audience == Secret && !p.Private }

// A Face is a puzzle as people see it.
type Face struct {
	// Title may be empty: "Daily #12".
	Title string `json:"title,omitempty"`
	// Tiles are what the puzzle gives: "3" "3" "8" "8".
	Tiles []string `json:"tiles"`
	// Goal and Note are phrases: "make 24", "hard".
	Goal string `json:"goal,omitempty"`
	Note string `json:"note,omitempty"`
	// Sort is a number from 1 for the kind of puzzle, such as all of one game, so that a network can
	// give each kind a look of its own; 0: unknown.
	Sort int `json:"sort,omitempty"`
	// Over means that nothing is left to find or win.
	Over bool `json:"over,omitempty"`
}

// Style is how a Span is shown.
type Style string

const (
	Plain  Style = ""
	Strong Style = "strong"
	// Code is an expression or a word to type; it is never broken or interpreted.
	Code Style = "code"
	// Spoiler is hidden until the reader wants to see it, on networks that can hide a text.
	Spoiler Style = "spoiler"
	// Mention is a person. Text is the name, and Person identifies them. Nobody is pinged.
	Mention Style = "mention"
	// Pre is the only Span of its Line. It keeps its spaces and is shown in a fixed width.
	// Neighbouring Lines of this kind form one block.
	Pre Style = "pre"
	// Moment is a point in time, Unix. Text is for networks that cannot show a time in the
	// reader's own zone.
	Moment Style = "moment"
	// Slash is a command as it is typed, "/24 hard". Where the network can, a tap sends it.
	Slash Style = "command"
	// Said is a Slash that no menu lists. Where people can send only commands of a menu, it is shown as
	// the text that they send instead.
	Said Style = "said"
	// Item is the first Span of a line of a list, and has no Text. Neighbouring Lines of this kind
	// form one list.
	Item Style = "item"
	// Head is the first Span of a heading, and has no Text. The lines up to the next heading
	// belong to it.
	Head Style = "head"
	// Channel is a channel of the community: Span.Channel is its ID; Text is for networks that
	// do not show channels.
	Channel Style = "channel"
	// Typed explains how to type a text, for networks without forms. A network with forms leaves it
	// out.
	Typed Style = "typed"
)

// A Span is a piece of a Line in one Style.
type Span struct {
	Style Style  `json:"style,omitempty"`
	Text  string `json:"text"`
	// Person is the Person.ID of a name, in a Mention or Strong.
	Person string `json:"player,omitempty"`
	// Unix is the time of a Moment, in seconds.
	Unix int64 `json:"unix,omitempty"`
	// In is set for a Moment whose time is counted from the moment when the message is shown. It is the
	// number of seconds from then on. StartClocks sets Unix by it.
	In int64 `json:"in,omitempty"`
	// Channel is the ID of a Channel.
	Channel string `json:"channel,omitempty"`
	// Options are the arguments in a Slash, for networks on which they have names.
	Options []Option `json:"options,omitempty"`
}

// StartClocks is called when the Reply is shown. It sets Unix of each Moment that has In.
func (r *Reply) StartClocks(now time.Time) {
	for _, line := range r.Text {
		for i, s := range line {
			if s.In != 0 {
				line[i].Unix = now.Unix() + s.In
			}
		}
	}
}

// An Option is an argument of a command.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Line is a line of text.
type Line []Span

// WithoutTyped leaves Typed spans out, and lines that hold nothing else.
func WithoutTyped(lines []Line) []Line {
	isTyped := func(s Span) bool { return s.Style == Typed }
	var out []Line
	for _, l := range lines {
		rest := slices.DeleteFunc(slices.Clone(l), isTyped)
		isBlank := len(l) == 0
		if isBlank || len(rest) > 0 {
			out = append(out, rest)
		}
	}
	return out
}

// Block returns Pre for a line of a fixed-width block, Item for one of a list, Head for a
// heading, and Plain for any other.
func (l Line) Block() Style {
	switch {
	case len(l) == 1 && l[0].Style == Pre:
		return Pre
	case len(l) > 0 && (l[0].Style == Item || l[0].Style == Head):
		return l[0].Style
	}
	return Plain
}

// Leading returns how many lines at the start belong to a block of a style.
func Leading(lines []Line, block Style) int {
	n := 0
	for n < len(lines) && lines[n].Block() == block {
		n++
	}
	return n
}

// A Button does something when it is pressed.
type Button struct {
	Label string `json:"label"`
	// Data is printable ASCII: at most 64 bytes, or 48 if the button is Personal.
	Data  string      `json:"data"`
	Style ButtonStyle `json:"style,omitempty"`
	// Personal is for networks that cannot answer a press with a text field that only the person
	// sees (Telegram). There the button leads to the person's own conversation with the bot,
	// which begins with a Press of Data. Other networks ignore it.
	Personal bool `json:"personal,omitempty"`
	// If Prefill is not empty, a press puts it into the person's text field after the bot's name,
	// and the person completes it: see Handler.Offers. Networks that cannot do that ignore it.
	Prefill string `json:"prefill,omitempty"`
	// Share, if not empty, is a text of at most 256 characters. With this button the
	// person can bring it to any chat, by completing the Prefill there or by copying
	// the text. Networks that cannot do that ignore it.
	Share string `json:"share,omitempty"`
	// Page opens the page for a Press of Data. If the network cannot do that, or there is no
	// page, the button is left out.
	Page bool `json:"page,omitempty"`
	// Link lets the person choose a chat, and sends a link there with the text of Share. Everybody who
	// follows the link makes a Press of Data. On a network without such links the button opens URL. It
	// is left out if there is no URL, and on the page.
	Link bool `json:"link,omitempty"`
	// URL, if not empty, is an address that the button opens in the person's browser. Then the button
	// has no Data, unless it is a Link.
	URL string `json:"url,omitempty"`
	// Icon is an emoji before the Label, on networks that show icons.
	Icon string `json:"icon,omitempty"`
	// Disabled means that the button cannot be pressed now. A network that cannot show that
	// leaves the button out.
	Disabled bool `json:"disabled,omitempty"`
}

// ShownButtons returns rows of buttons without those that a network does not show, and without empty rows.
func ShownButtons(rows [][]Button, shows func(Button) bool) [][]Button {
	hides := func(b Button) bool { return !shows(b) }
	var out [][]Button
	for _, row := range rows {
		row = slices.DeleteFunc(slices.Clone(row), hides)
		if len(row) > 0 {
			out = append(out, row)
		}
	}
	return out
}

// ButtonStyle is a button's weight.
type ButtonStyle int

const (
	Secondary ButtonStyle = iota
	Primary
	Danger
)

// An Ask asks a person for one line of text, which comes back as a Submit with the same
// Data. A network without forms shows Hint instead, and the text comes as a Text.
type Ask struct {
	// Data has at most 64 bytes of printable ASCII.
	Data string `json:"data"`
	// Title and Label have at most 45 characters, Placeholder at most 100.
	Title       string `json:"title"`
	Label       string `json:"label"`
	Placeholder string `json:"placeholder"`
	// Value is the field's initial text; a network without forms leaves it out.
	Value string `json:"value,omitempty"`
	// Hint says in at most 200 characters how to answer without a form.
	Hint string `json:"hint"`
}

// Offers are the messages that a person may send in their own name, after they have typed a text
// behind the bot's name in some chat. The bot need not be in that chat.
type Offers struct {
	// Lead, if not nil, is shown above the offers. It leads to the person's own conversation with
	// the bot.
	Lead *Button
	// List has at most 50 offers.
	List []Offer
}

// An Offer is a message that a person may send in their own name.
type Offer struct {
	// Title is the line to choose. About is a second line; it may be empty.
	Title string
	About string
	// Reply is the message. Only its Personal Buttons work everywhere.
	Reply Reply
	// Token is given to Handler.Offered when the message was sent as the answer to a Summoned; empty: Offered is not
	// called.
	Token string
	// Data comes back in a Sent if the bot reads the message. It is printable ASCII of at most 1500
	// bytes.
	Data string
}

// BesidePicture returns the reply without the rows of its table that its picture shows. Front ends that send the
// picture send the rest beside it. A Reply without a picture stays as it is.
func (r Reply) BesidePicture() Reply {
	if r.Picture == nil || r.Table == nil || r.Table.Pictured == 0 {
		return r
	}
	rest := *r.Table
	rest.Rows = rest.Rows[rest.Pictured:]
	rest.Pictured = 0
	r.Table = &rest
	if len(rest.Rows) == 0 {
		r.Table = nil
	}
	return r
}
