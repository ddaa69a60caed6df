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
	// shown to the person alone. It is true in a private chat. Elsewhere it depends on
	// the network and on the event.
	Ephemeral bool
	// Barred means that the bot may only reply at the Place: the network does not let it post there.
	Barred bool `json:",omitempty"`
	// Topics means that the network calls channels topics.
	Topics bool `json:",omitempty"`
	// Via says where the person makes the request and reads the reply: on the page (ViaPage), or at
	// the Place (empty).
	Via string `json:",omitempty"`
	// Locale is the BCP 47 tag of the person's client, as the network names it; may be empty.
	Locale string
	// At is the network's own time of the event or, if it gives none, the time of its arrival. If it is a whole
	// second, the network's clock counts only seconds: see Exact.
	At time.Time
	// Leave is called before a long search. From then on the next requests of the chat do not wait for
	// this one. It is nil if no other request can wait.
	Leave func() `json:"-"`
	// Stays ends when the person has left and will not read the reply. It is nil if nobody can tell.
	Stays context.Context `json:"-"`
	// Present are the IDs of all who are known to be at the place now; empty: nobody can know that.
	Present []string `json:"-"`
	// Belongs asks the network whether the person is in the community with a key. It is nil if the
	// network does not say, or if no other person can make this request.
	Belongs func(ctx context.Context, community string) (bool, error) `json:"-"`
	// Access is the person's own access token. The page shows it to a client that shares no links without one. Only
	// a Prover sets it; it is empty for a network whose client wants none.
	Access string `json:"-"`
	// Event is what the front end needs in order to answer, in this process or another. It has the
	// front end's own format and is never nil.
	Event []byte
}

// ViaPage is the Via of a request that comes from the page.
const ViaPage = "page"

// OnPage reports whether the person acts on the page, and not in a chat.
func (r *Request) OnPage() bool { return r.Via != "" }

// A Place is where people talk with the bot: a channel, a thread, a topic or a private
// chat. {Network, Community, Channel} identify it. The other fields describe it
// at the time of the event.
type Place struct {
	Network string
	// Community is what has a leaderboard: a server with all its channels, a group with
	// all its topics, or a private chat. It is the network's own ID, opaque to everyone
	// else.
	Community string
	// Channel is a channel, a thread or a topic in the community: the network's own ID,
	// opaque. It is empty if the community has only one place.
	Channel string
	// Private means that only one person and the bot read there.
	Private bool
	// Title is the title of the community.
	Title string
	// Locale is the BCP 47 tag of the community's language; empty if the network does not say.
	Locale string
}

// A Person is somebody who plays, by their account on one network. {Network, ID} identify them.
type Person struct {
	Network string
	// ID is the network's own ID, opaque to everyone else.
	ID string
	// Name is the name to show; data, never markup.
	Name string
	// Role is what they may do in the Request's community.
	Role Role
	// Handle is another name that identifies them on the network at present, such as a user name; it
	// may be empty. If a text only mentions a person, the Handle may be all that the network says
	// about them.
	Handle string `json:",omitempty"`
	// Bot means that the account belongs to a program.
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

// A Kind is what a person did.
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
	// Summoned: somebody called the bot by its name in a chat that it is not in: Text. Only
	// Handler.Offers takes it.
	Summoned
	// Opened: the person has opened the page by a link with Data. It counts as a Press of Data, if a
	// link may lead to that Press.
	Opened
)

// Input is what the person did.
type Input struct {
	Kind Kind
	// Name is the name of a Command, in lower case and without the slash.
	Name string
	// Args are the options of a Command by name, on networks that have them; else nil.
	Args map[string]string
	// Arg is the option that is being typed, for Handler.Complete.
	Arg string
	// Whom is the person that a Command is about: one who is named as an argument, or the author of
	// the message that it replies to. It is zero if there is none, or the network does not say who
	// it is.
	Whom Person `json:",omitzero"`
	// Text is the text of a Text or Submit, or all that was typed after the name of a Command
	// without Args.
	Text string
	// Taps is how many taps the Text of a Submit took; 0: it was typed.
	Taps int `json:",omitempty"`
	// Typed means that the person pressed a button by typing its label, so they did not press it by mistake.
	Typed bool `json:",omitempty"`
	// Data is the Data of the Button, Ask or Offer, for a Press, Submit, Opened or Sent.
	Data string
	// Source is the bot's own message that was pressed or replied to; zero: none.
	Source Message
	// Alone means that in a group only this person sees Source, so that a reply may replace it without
	// disturbing others. It is false in a private chat.
	Alone bool
	// Overheard means that a Text was written to everyone and not to the bot. The bot reacts only
	// if the Text is an answer to a puzzle.
	Overheard bool
	// Edited is set if the author has changed a Text or Command. It is the time when they first
	// sent it.
	Edited time.Time `json:",omitzero"`
	// MovedTo is the new Place.Community after Moved.
	MovedTo string
}

// A Message is a message that the bot has posted.
type Message struct {
	Place Place
	// ID is the network's own ID, opaque to everyone else.
	ID string
}

// IsZero reports whether m names no message.
func (m Message) IsZero() bool { return m.ID == "" }

// Exact returns the time of a clock that tells milliseconds, for the At of a Request. If that time happens to be a
// whole second, Exact returns the next millisecond. A whole second in At means that the network's clock counts only
// seconds, so the person would be ranked as if they had answered at the end of that second.
func Exact(at time.Time) time.Time {
	at = at.UTC().Truncate(time.Millisecond)
	if at.Nanosecond() == 0 {
		return at.Add(time.Millisecond)
	}
	return at
}
