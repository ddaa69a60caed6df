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
	// Barred means that the network says that the bot may not post at the Place: it can only
	// reply.
	Barred bool `json:",omitempty"`
	// Topics means that the network calls channels topics.
	Topics bool `json:",omitempty"`
	// Via is ViaPage if the person acts and reads the reply there, and empty if at the Place.
	Via string `json:",omitempty"`
	// Locale is the BCP 47 tag of the person's client, as the network names it; may be empty.
	Locale string
	// At is the network's own time of the event or, if it gives none, the time of its arrival.
	At time.Time
	// Leave is called before a long search: from then on the chat's next requests need not
	// wait for this one. It is nil if no other request can wait.
	Leave func() `json:"-"`
	// Belongs asks the network whether the person is in the community of a key. It is nil if only
	// members can press what the request presses, or if the network does not say.
	Belongs func(ctx context.Context, community string) (bool, error) `json:"-"`
	// Event is what the front end needs to answer in this process or another, in its own
	// format; never nil.
	Event []byte
}

// ViaPage is the Via of a request that comes from the page.
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
	// Private means that only one person and the bot read there.
	Private bool
	// Title is that of the community.
	Title string
	// Locale is the BCP 47 tag of the community's language; empty if the network does not say.
	Locale string
}

// A Person plays. {Network, ID} identify them.
type Person struct {
	Network string
	// ID is the network's own, opaque to everyone else.
	ID string
	// Name is the name to show; data, never markup.
	Name string
	// Role is that in the Request's community.
	Role Role
	// Handle is another name that identifies them on the network now, such as a user
	// name; it may be empty. It may be all that the network says of a person named in a text.
	Handle string `json:",omitempty"`
	// Bot means that it is a program.
	Bot bool `json:",omitempty"`
}

// A Role is what a Person may do in a community. A front end fills it in if
// Handler.NeedsRole asks for it. In a private chat everyone is an administrator.
type Role int

const (
	RoleUnknown Role = iota
	RoleMember
	RoleAdmin
)

// Kind is the sort of thing that a person did.
type Kind int

const (
	// Command is a command by name: Name, and Args or Text.
	Command Kind = iota
	// Text is a plain text: Text, and Source if it is a reply to a message of the bot's.
	Text
	// Press is a button pressed: Data, Source.
	Press
	// Submit is the text that an Ask asked for: Data of the Ask, Text, and Source if known.
	Submit
	// Joined: the bot came into the community.
	Joined
	// Left: the bot was removed from the community, or blocked.
	Left
	// Moved: the community goes on under another ID, MovedTo.
	Moved
	// Sent: an Offer was sent to a place that the bot reads: Data of the Offer.
	Sent
	// Summoned: the bot was named in a chat where it is not: Text. Only Handler.Offers takes it.
	Summoned
	// Opened: the page was opened by a link for Data. It is a Press, if links may lead to that
	// press.
	Opened
)

// Input is what the person did.
type Input struct {
	Kind Kind
	// Name is that of a Command, in lower case and without the slash.
	Name string
	// Args are the options of a Command by name, on networks that have them; else nil.
	Args map[string]string
	// Arg is the option that is being typed, for Handler.Complete.
	Arg string
	// Whom is the person that a Command is about: the one named as an argument, or the
	// author of the message that it replies to. Zero: nobody, or the network does not say.
	Whom Person `json:",omitzero"`
	// Text is the text of a Text or Submit, or all that was typed after the name of a Command
	// without Args.
	Text string
	// Taps is how many taps the Text took, of a Submit that was tapped; 0: it was typed.
	Taps int `json:",omitempty"`
	// Data is that of the Button, Ask or Offer, for a Press, Submit, Opened or Sent.
	Data string
	// Source is the bot's own message that was pressed or replied to; zero: none.
	Source Message
	// Alone means that nobody else sees Source, so that a reply may replace it and disturb
	// nobody. It is false in a private chat.
	Alone bool
	// Overheard means that a Text was written to everyone and not to the bot. The bot reacts
	// only if it is an answer to a puzzle.
	Overheard bool
	// Edited is when the author first sent a Text or Command that they have now changed;
	// zero: it was not changed.
	Edited time.Time `json:",omitzero"`
	// MovedTo is the new Place.Community after Moved.
	MovedTo string
}

// A Message is one that the bot has posted.
type Message struct {
	Place Place
	// ID is the network's own, opaque to everyone else.
	ID string
}

// IsZero reports whether m names no message.
func (m Message) IsZero() bool { return m.ID == "" }
