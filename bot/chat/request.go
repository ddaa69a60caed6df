package chat

import (
	"context"
	"time"
)

// A Request is one thing a person did, as a front end read it from its network.
type Request struct {
	// Key is the network's own ID of the event ("telegram:update:123",
	// "discord:interaction:456"). A second Request of the same Key changes
	// nothing.
	Key    string
	Place  Place
	Person Person
	Input  Input
	// Ephemeral means that only the person saw the input and that the reply can be
	// shown to the person alone. It is true in a private chat; elsewhere it depends on
	// the network and on the sort of event.
	Ephemeral bool
	// Barred means that the bot may not post at the Place by itself, as far as the network
	// says so: it can only reply.
	Barred bool `json:",omitempty"`
	// Via is where the person does it and reads the reply, if not at the Place: ViaPage.
	Via    string    `json:",omitempty"`
	Locale string    // BCP 47 tag of the person's client, as the network names it; may be empty
	At     time.Time // the network's own time of the event, or else that of its arrival
	// Leave is called before a long search: from then on the chat's next requests need not
	// wait for this one. Nil: nothing else waits.
	Leave func() `json:"-"`
	// Belongs asks the network whether the person is in a community of that key. It is nil where
	// they can only have pressed what stands there, or the network does not say.
	Belongs func(ctx context.Context, community string) (bool, error) `json:"-"`
	// Event is what the front end needs to answer in this process or another, in its own
	// format; never nil.
	Event []byte
}

// ViaPage is the page.
const ViaPage = "page"

// A Place is where people talk with the bot: a channel, a thread, a topic, a private
// chat. {Network, Community, Channel} identify it; the rest describes it
// at the time of the event.
type Place struct {
	Network string
	// Community is what has a leaderboard: a server with all its channels, a group with
	// all its topics, or a private chat. It is the network's own ID, opaque to everyone
	// else.
	Community string
	// Channel is a channel, a thread or a topic in the community: the network's own ID,
	// opaque; empty if the community has only one place.
	Channel string
	Private bool   // one person and the bot, nobody else reads
	Title   string // of the community
	Locale  string // BCP 47 tag of the community's language; empty if the network does not say
}

// A Person plays. {Network, ID} identify them.
type Person struct {
	Network string
	ID      string // the network's own, opaque to everyone else
	Name    string // to be shown; data, never markup
	Role    Role   // in the Request's community
	// Handle is another name that identifies them on the network now, such as a user
	// name; empty: none. Of a person named in a text the network may give nothing else.
	Handle string `json:",omitempty"`
	Bot    bool   `json:",omitempty"` // it is a program
}

// A Role is what a Person may do in a community.
type Role int

// A front end fills in a role if Handler.NeedsRole asks for it. In a private chat
// everyone is an administrator.
const (
	RoleUnknown Role = iota
	RoleMember
	RoleAdmin
)

// Kind is the sort of thing that a person did.
type Kind int

const (
	Command  Kind = iota // a command by name: Name, and Args or Text
	Text                 // a plain text: Text, Source if it is a reply to a message of the bot's
	Press                // a button pressed: Data, Source
	Submit               // the text an Ask asked for: Data of the Ask, Text, Source if known
	Joined               // the bot came into the community
	Left                 // the bot was removed from the community, or blocked
	Moved                // the community goes on under another ID: MovedTo
	Sent                 // an Offer was sent to a place that the bot reads: Data of the Offer
	Summoned             // the bot was named in a chat where it is not: Text; only Handler.Offers takes it
	Opened               // the page was opened by a link for Data: a Press, if links may lead to it
)

// Input is what the person did.
type Input struct {
	Kind Kind
	Name string            // Command: in lower case, without the slash
	Args map[string]string // Command: options by name, on networks that have them; else nil
	Arg  string            // Handler.Complete: the option that is being typed
	// Whom is the person that a Command is about: the one named as an argument, or the
	// author of the message that it replies to. Zero: nobody, or the network does not say.
	Whom Person `json:",omitzero"`
	Text string // Command without Args: all after the name, as typed; Text, Submit: the text
	Data string // Press, Submit, Opened, Sent: a Button's, an Ask's or an Offer's Data
	// Source is the bot's own message that was pressed or replied to; zero: none.
	Source Message
	// Alone means that nobody else sees Source, so that a reply may replace it and disturb
	// nobody. It is false in a private chat.
	Alone bool
	// Overheard is a Text that was written to everyone and not to the bot. The bot reacts
	// only if it is an answer to a puzzle.
	Overheard bool
	// Edited is when the author first sent a Text or Command that they have now changed;
	// zero: it was not changed.
	Edited  time.Time `json:",omitzero"`
	MovedTo string    // Moved: the new Place.Community
}

// A Message is one the bot has posted.
type Message struct {
	Place Place
	ID    string // the network's own, opaque to everyone else
}

// IsZero reports whether m names no message.
func (m Message) IsZero() bool { return m.ID == "" }
