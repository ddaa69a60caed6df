package chat

import (
	"encoding/json"
	"slices"
	"time"
)

// A Reply is the content of a message, without its form: each front end has one pure
// render.go that shows every field in its network's way. All texts are data in the
// reader's language; none holds markup.
//
// A Reply is kept in the database as JSON until it is delivered, also across an
// upgrade: a field that was ever stored keeps its name and meaning.
type Reply struct {
	Silent   bool       `json:"silent,omitempty"` // acknowledge the event and show nothing
	Tone     Tone       `json:"tone,omitempty"`
	Face     *Face      `json:"face,omitempty"`    // a puzzle, shown above Text
	Text     []Line     `json:"text,omitempty"`    // lines, top to bottom; an empty Line is a blank line
	Table    *Table     `json:"table,omitempty"`   // shown under Text
	Sort     int        `json:"sort,omitempty"`    // of the puzzle that it is about, if there is no Face: Face.Sort
	Buttons  [][]Button `json:"buttons,omitempty"` // rows of at most 5; at most 5 rows
	Ask      *Ask       `json:"ask,omitempty"`     // ask the person for a text; then at most Otherwise is set
	Audience Audience   `json:"audience,omitempty"`
	// File is sent as a document with the Text, on a new message alone: an edit leaves
	// it out. A terminal shows it as text.
	File *File `json:"file,omitempty"`
	// Picture is shown with the Text where the network has pictures, on a new message
	// alone: an edit leaves it out, and so does a text that has no room beside it. A
	// terminal says its Alt.
	Picture *Picture `json:"picture,omitempty"`
	// Edit replaces the message that the request came from (Input.Source) if it is the
	// bot's own and can be edited; otherwise the Reply is posted.
	Edit bool `json:"edit,omitempty"`
	// Otherwise is shown in place of an Ask for which it is too late (nil: its Hint), or of
	// a Secret reply that cannot be shown (nil: Broker.Elsewhere).
	Otherwise *Reply `json:"otherwise,omitempty"`
	// Remove asks the front end to delete the person's own message, where the
	// network lets the bot.
	Remove bool `json:"remove,omitempty"`
	// Page opens the page in place of all the rest, where the network lets an answer to a press
	// or a command do that; else the rest is shown. On the page itself it says nothing.
	Page bool `json:"page,omitempty"`
	// Mark is a reaction that says the same as all the rest: where others read along and
	// the network has reactions, it is put on the person's own message and nothing is
	// posted. One of "🤔 🤷 👌 👍 👏 🎉 🏆 ⚡ 😢 🙊".
	Mark string `json:"mark,omitempty"`
	// Quiet keeps a new message from making a sound, on networks that can do that.
	Quiet bool `json:"quiet,omitempty"`
	// Pin is a message at the place, and Unpin another one: the first is pinned there or the
	// second no longer is, and nothing is shown. Networks without pins do nothing.
	Pin   string `json:"pin,omitempty"`
	Unpin string `json:"unpin,omitempty"`
}

// Pins reports whether a reply changes what is pinned and shows nothing.
func (r Reply) Pins() bool { return r.Pin != "" || r.Unpin != "" }

// Unname replaces each name of a person with a word, and reports whether it found one. If
// so, it leaves out the picture, which may hold the name.
func (r *Reply) Unname(person string, word Span) (named bool) {
	for _, line := range r.Text {
		for i, s := range line {
			if s.Person == person {
				line[i], named = word, true
			}
		}
	}
	if t := r.Table; t != nil {
		for i, p := range t.People {
			if p == person {
				t.Rows[i][t.Name], t.People[i], named = word.Text, "", true
			}
		}
	}
	if named {
		r.Picture = nil
	}
	return named
}

// A File is a document for a person to keep.
type File struct {
	Name string `json:"name"`
	Type string `json:"type"` // of its content: "application/json"
	Data []byte `json:"data"` // at most 10 MB
}

// A Picture is drawn when a Reply is delivered: see Broker.Draw. It is stored as facts,
// some hundred bytes; the PNG would be 10 KB in each theme, and a later version may draw
// a better one.
type Picture struct {
	Kind  string          `json:"kind"`  // how Facts are drawn
	Facts json.RawMessage `json:"facts"` // for the Broker
	Alt   string          `json:"alt"`   // its content in words; at most 1000 characters
}

// Tone is the feeling of a Reply. It never carries meaning alone.
type Tone int

const (
	Neutral Tone = iota // a puzzle, a list, help, a refusal
	Good                // a right answer, a thing done
	Bad                 // an answer judged wrong
)

// Audience says who may read a Reply.
type Audience int

const (
	Everyone Audience = iota // all people in the place
	// Asker is for replies that would disturb others: the person alone sees it if the
	// network has a cheap way for that (Discord: ephemeral), otherwise everyone.
	Asker
	// Secret is for replies that are private or would spoil a puzzle: only the person may
	// see it. A front end that cannot do that never shows it, and shows Reply.Otherwise
	// or Broker.Elsewhere instead.
	Secret
)

// ShownToOthers reports whether a message with r at a place would show a secret to
// others.
func (r Reply) ShownToOthers(p Place) bool { return r.Audience == Secret && !p.Private }

// A Face is a puzzle as people see it.
type Face struct {
	Title string   `json:"title,omitempty"` // "Daily #12", or empty
	Tiles []string `json:"tiles"`           // "3" "3" "8" "8"
	Goal  string   `json:"goal,omitempty"`  // a phrase: "make 24"
	Note  string   `json:"note,omitempty"`  // a phrase: "hard"
	// Sort is the same number, from 1, for all puzzles of a sort, so that a
	// network can give each a look of its own; 0: not known.
	Sort int  `json:"sort,omitempty"`
	Over bool `json:"over,omitempty"` // nothing is left to find or win
}

// Style of a Span.
type Style string

const (
	Plain   Style = ""
	Strong  Style = "strong"
	Code    Style = "code"    // an expression or a word to type; never broken or interpreted
	Spoiler Style = "spoiler" // hidden until the reader wants to see it; shown as it is where that cannot be
	Mention Style = "mention" // a person: Text is the name; Person identifies them. Nobody is pinged.
	Pre     Style = "pre"     // the only Span of its Line: keeps its spaces and is shown in a fixed width; neighbouring such Lines form one block
	Moment  Style = "moment"  // a point in time: Unix; Text is what to show where the network has no time of its own
	Slash   Style = "command" // a command as it is typed, "/24 hard": where the network can, a tap sends it
	Item    Style = "item"    // the first Span of a line of a list, without a Text: neighbouring such Lines form one
	Head    Style = "head"    // the first Span of a heading, without a Text: what follows, up to the next one, belongs to it
	Channel Style = "channel" // a channel of the community: Channel is its ID; Text is for networks that show none
	Typed   Style = "typed"   // explains how to type what others enter in a form; a network with forms leaves it out
)

// A Span is a piece of a Line in one Style.
type Span struct {
	Style  Style  `json:"style,omitempty"`
	Text   string `json:"text"`
	Person string `json:"player,omitempty"` // of a name, a Mention or Strong: the Person.ID
	Unix   int64  `json:"unix,omitempty"`   // Moment: seconds
	In     int64  `json:"in,omitempty"`     // Moment: seconds from when the message is shown, if it sets a clock going
	// Channel is that of a Channel.
	Channel string `json:"channel,omitempty"`
	// Options are the arguments in a Slash, for networks on which they have names.
	Options []Option `json:"options,omitempty"`
}

// SetGoing makes the clocks of a Reply, shown now, end at a point in time.
func (r *Reply) SetGoing(now time.Time) {
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
	var out []Line
	for _, l := range lines {
		kept := slices.DeleteFunc(slices.Clone(l), func(s Span) bool { return s.Style == Typed })
		if len(kept) > 0 || len(l) == 0 {
			out = append(out, kept)
		}
	}
	return out
}

// Block returns Pre for a line of a fixed-width block, Item for one of a list, Head for a
// heading, and "" for any other.
func (l Line) Block() Style {
	switch {
	case len(l) == 1 && l[0].Style == Pre:
		return Pre
	case len(l) > 0 && (l[0].Style == Item || l[0].Style == Head):
		return l[0].Style
	}
	return ""
}

// Leading counts the lines of the block at the start, 0 if there is none.
func Leading(lines []Line, block Style) int {
	if i := slices.IndexFunc(lines, func(l Line) bool { return l.Block() != block }); i >= 0 {
		return i
	}
	return len(lines)
}

// A Button does something when pressed. Its Data is at most 64 bytes of
// printable ASCII and at most 48 bytes if Personal.
type Button struct {
	Label string      `json:"label"`
	Data  string      `json:"data"`
	Style ButtonStyle `json:"style,omitempty"`
	// Personal leads to the person's own conversation with the bot if the network cannot
	// answer a press privately with a text field (Telegram: a deep link, whose start is a
	// Press of Data). On other networks it is like any other button.
	Personal bool `json:"personal,omitempty"`
	// Prefill, if not empty, is put into the person's text field after the bot's name,
	// so that they complete it: see Handler.Offers. On networks that cannot do that the
	// button is like any other.
	Prefill string `json:"prefill,omitempty"`
	// Share, if not empty, is a text of at most 256 characters that the person can take
	// to any chat with this button, by completing the Prefill there or by copying it. On
	// networks that cannot do that the button is like any other.
	Share string `json:"share,omitempty"`
	// Page opens the page, where the person comes for a Press of Data. Where the network cannot
	// do that, or has no page, the button is left out.
	Page bool `json:"page,omitempty"`
	// Link gives away a link that opens Data for whoever follows it: the person chooses the chat to
	// which it goes, with the text of Share. On a network without such links the button opens URL
	// or, without one, is left out; on the page it is left out.
	Link bool `json:"link,omitempty"`
	// URL, if not empty, is an address that the button opens in the person's browser. It has no
	// Data then, unless it is a Link.
	URL string `json:"url,omitempty"`
	// Icon is an emoji before the Label, on networks that show one.
	Icon string `json:"icon,omitempty"`
	// Disabled buttons cannot be pressed now; a network that cannot show that leaves the
	// button out.
	Disabled bool `json:"disabled,omitempty"`
}

// Shown returns the rows with those of their buttons that a network shows.
func Shown(rows [][]Button, shows func(Button) bool) [][]Button {
	var out [][]Button
	for _, row := range rows {
		row = slices.DeleteFunc(slices.Clone(row), func(b Button) bool { return !shows(b) })
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

// An Ask asks a person for one line of text; it comes back as a Submit with
// the same Data. A network without forms shows Hint instead, and the text comes
// as a Text.
type Ask struct {
	Data        string `json:"data"`        // at most 64 bytes of printable ASCII
	Title       string `json:"title"`       // at most 45 characters
	Label       string `json:"label"`       // at most 45 characters
	Placeholder string `json:"placeholder"` // at most 100 characters
	// Value is the field's initial text; a network without forms leaves it out.
	Value string `json:"value,omitempty"`
	Hint  string `json:"hint"` // at most 200 characters: how to answer without a form
}

// Offers are the messages that a person may send in their own name, for the text they
// have typed after the bot's name in some chat; the bot need not be there.
type Offers struct {
	// Lead, if not nil, is shown above them and leads to the person's own conversation
	// with the bot.
	Lead *Button
	List []Offer // at most 50
}

// An Offer is a message that a person may send in their own name.
type Offer struct {
	Title string // the line to choose
	About string // a second line, or empty
	Reply Reply  // the message; of its Buttons only Personal ones work everywhere
	// Data, printable ASCII of at most 1500 bytes, comes back in a Sent if the bot reads
	// the message.
	Data string
}
