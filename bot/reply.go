package bot

// A Reply says what to tell people, never how: each front end has one pure
// render.go that shows every field in its network's way. All texts are data in
// the reader's language; none holds markup.
//
// A Reply is kept in the database as JSON until it is delivered.
type Reply struct {
	Silent   bool       `json:",omitempty"` // nothing to say: acknowledge the event and be done
	Tone     Tone       `json:",omitempty"`
	Face     *Face      `json:",omitempty"` // a puzzle, shown above Text
	Text     []Line     `json:",omitempty"` // lines, top to bottom; an empty Line is a blank line
	Table    *Table     `json:",omitempty"` // shown under Text
	Buttons  [][]Button `json:",omitempty"` // rows of at most 5; at most 5 rows
	Ask      *Ask       `json:",omitempty"` // ask the person for a text; then nothing else is set
	Audience Audience   `json:",omitempty"`
	// Edit replaces the message the request came from (Input.Source) where it
	// is the bot's own and can be edited; else the Reply is posted.
	Edit bool `json:",omitempty"`
	// Remove asks the front end to delete the person's own message, where the
	// network lets the bot.
	Remove bool `json:",omitempty"`

	// round is the round whose puzzle this Reply shows, so that the message it
	// becomes can be edited later; 0 if none.
	round int64
}

// Tone is the feeling of a Reply. It never carries meaning alone.
type Tone int

const (
	Neutral Tone = iota // a puzzle, a list, help
	Good                // a right answer, a thing done
	Bad                 // a wrong answer, a refusal
)

// Audience says who may read a Reply.
type Audience int

const (
	Everyone Audience = iota // the chat
	// Asker would disturb others: it is shown to the person alone where the
	// network has a cheap way (Discord: ephemeral), and openly otherwise.
	Asker
	// Secret would spoil a puzzle: it is never shown openly. Where the network
	// has no private answer (a Telegram command in a group), it goes under a
	// spoiler.
	Secret
)

// A Face is a puzzle as people see it.
type Face struct {
	Title string   `json:",omitempty"` // "Daily #12", or empty
	Tiles []string // "3" "3" "8" "8"
	Goal  string   `json:",omitempty"` // a phrase: "make 24"
	Note  string   `json:",omitempty"` // a phrase: "hard: most people need two minutes"
}

// Style of a Span.
type Style int

const (
	Plain   Style = iota
	Strong        // bold
	Code          // an expression, a command, a word to type; never broken or interpreted
	Spoiler       // hidden until the reader wants to see it; shown as it is where that cannot be
	Mention       // a person: Text is the name; Player identifies them. Nobody is pinged.
	Pre           // the only Span of its Line: keeps its spaces and is shown in a fixed width; neighbouring such Lines form one block
	Moment        // a point in time: Unix; Text is what to show where the network has no time of its own
)

// A Span is a piece of a Line in one Style.
type Span struct {
	Style  Style `json:",omitempty"`
	Text   string
	Player string `json:",omitempty"` // Mention: the Player.ID
	Unix   int64  `json:",omitempty"` // Moment: seconds
}

// A Line is a line of text.
type Line []Span

// A Button does something when pressed. Its Data is at most 64 bytes of
// printable ASCII and at most 48 bytes if Personal.
type Button struct {
	Label string
	Data  string
	Style ButtonStyle `json:",omitempty"`
	// Personal leads to the person's own conversation with the bot where the
	// network cannot answer a press privately with a text field (Telegram: a
	// deep link, whose start is a Press of Data); elsewhere it is like any
	// other button.
	Personal bool `json:",omitempty"`
}

// ButtonStyle is a button's weight.
type ButtonStyle int

const (
	Secondary ButtonStyle = iota
	Primary
	Danger
)

// An Ask asks a person for one line of text; it comes back as a Submit with
// the same Data. A network without forms says Hint instead, and the text comes
// as a Text.
type Ask struct {
	Data        string // at most 64 bytes of printable ASCII
	Title       string // at most 45 characters
	Label       string // at most 45 characters
	Placeholder string // at most 100 characters
	Hint        string // at most 200 characters: how to answer without a form
}
