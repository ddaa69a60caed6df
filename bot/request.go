package bot

import "time"

// A Request is one thing a person did, as a front end read it from its network.
type Request struct {
	// Key is the network's own ID of the event ("telegram:update:123",
	// "discord:interaction:456"). A second Request of the same Key changes
	// nothing.
	Key    string
	Chat   Chat
	Player Player
	Input  Input
	// Discreet tells that only the person saw the input and that the reply can
	// be shown to the person alone. It holds in a private chat; elsewhere it
	// depends on the network and on the sort of event.
	Discreet bool
	Locale   string // BCP 47 tag of the person's client, as the network names it; may be empty
	At       time.Time
}

// A Chat is a place where people and the bot talk. Only {Network, ID, Thread}
// identify it; the rest describes it at the time of the event.
type Chat struct {
	Network string
	ID      string // the network's own, opaque to everyone else
	Thread  string // a topic inside the chat, opaque; empty if none
	Private bool   // one person and the bot, nobody else reads
	Title   string
}

// A Player is a person. {Network, ID} identify them.
type Player struct {
	Network string
	ID      string // the network's own, opaque to everyone else
	Name    string // to be shown; data, never markup
	Role    Role   // in the Request's chat
}

// Role says what a Player may do in a chat.
type Role int

// A front end fills in a role where Bot.NeedsRole asks for it; in a private
// chat everyone is an administrator.
const (
	RoleUnknown Role = iota
	RoleMember
	RoleAdmin
)

// Kind says what sort of thing a person did.
type Kind int

const (
	Command Kind = iota // a command by name: Name, and Args or Text
	Text                // a plain text meant for the bot: Text; Data and Source of the message it replies to, if any
	Press               // a button pressed: Data, Source
	Submit              // the text an Ask asked for: Data of the Ask, Text, Source if known
	Joined              // the bot came into the chat
	Left                // the bot was removed from the chat, or blocked
	Moved               // the chat goes on under another ID: MovedTo
)

// Input is what the person did.
type Input struct {
	Kind    Kind
	Name    string            // Command: in lower case, without the slash
	Args    map[string]string // Command: options by name, on networks that have them; else nil
	Text    string            // Command without Args: all behind the name, as typed; Text, Submit: the text
	Data    string            // Press, Submit: a Button's or an Ask's Data; Text: that of the first button of the message replied to
	Source  Message           // the message pressed or replied to; zero if none
	MovedTo string            // Moved: the new Chat.ID
}

// A Message is one the bot has posted.
type Message struct {
	Chat Chat
	ID   string // the network's own, opaque to everyone else
}

// IsZero tells whether m names no message.
func (m Message) IsZero() bool { return m.ID == "" }
