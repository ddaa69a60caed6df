package chat

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A FrontEnd is one network. It turns events into Requests and Replies into
// messages; it knows no game and no database.
type FrontEnd interface {
	// Network is the word in Place.Network, Person.Network and Keys; [a-z]+, it
	// never changes.
	Network() string
	// Run serves until ctx ends (then it finishes what is in flight and
	// returns nil), or the input ends (nil), or the network refuses the bot for
	// good (an error fit to be shown to the operator, with no secret in it).
	// Answer is called from many goroutines, but for one community in the order
	// of events. A panic under Answer is caught by Run.
	Run(ctx context.Context, h Handler) error
	// Post posts an unsolicited message. nonce is the same when the same message
	// is posted again after a failure whose effect is unknown; a network that can
	// refuse repetitions does. The error may be a *RetryError, a *MovedError or a
	// *GoneError; it is ErrSecret for a Secret reply to a place where others read.
	// Run must be running.
	Post(ctx context.Context, p Place, nonce string, r Reply) (Message, error)
	// Edit replaces a message of the bot's own; errors as for Post.
	Edit(ctx context.Context, m Message, r Reply) error
}

// A Handler answers requests; *bot.Bot is the one there is.
type Handler interface {
	// Answer carries out a request and commits its effect before it returns.
	// A Key that was answered and delivered gets a Silent reply; one that was
	// answered but never delivered gets the same reply again.
	Answer(ctx context.Context, r Request) Reply
	// Delivered tells that the Reply to the request of this key was delivered, as
	// m or, if m is zero, as something that is no message (an alert, a form). It
	// does not tell so of a Secret reply in whose place Broker.Elsewhere was shown.
	Delivered(ctx context.Context, key string, m Message)
	// NeedsRole tells whether Answer must know the Person's Role for this input.
	NeedsRole(in Input) bool
	// Menu is the command table as people are shown it.
	Menu() []MenuCommand
	// Complete offers values for the argument Input.Arg of a command that a person
	// is typing, whose Args hold what is typed so far. At most MaxChoices; each has
	// one label, in the person's language, as that of DefaultLanguage. It changes
	// nothing and r has no Key.
	Complete(ctx context.Context, r Request) []MenuChoice
}

// A Broker makes the two replies that a front end must give by itself.
type Broker interface {
	// Broken is what a person reads after an internal error.
	Broken(locale string) Reply
	// Elsewhere says that a Secret reply cannot be shown here, and where to ask
	// again: in the private chat with the bot.
	Elsewhere(locale string) Reply
}

// Silence is the Broker that says nothing.
type Silence struct{}

// Broken implements Broker.
func (Silence) Broken(string) Reply { return Reply{Silent: true} }

// Elsewhere implements Broker.
func (Silence) Elsewhere(string) Reply { return Reply{Silent: true} }

// MenuCommand is a command as networks list it. The texts are by language, a BCP
// 47 tag; that of DefaultLanguage is always there.
type MenuCommand struct {
	Name  string            // [a-z0-9_]{1,32}
	About map[string]string // at most 100 characters
	Args  []MenuArg         // required ones first
	Admin bool              // for administrators only
	Alone bool              // its reply is for the person alone
}

// DefaultLanguage is the one in which every text exists.
const DefaultLanguage = "en"

// MaxChoices is how many choices an argument has at most.
const MaxChoices = 25

// MenuArg is an argument of a MenuCommand. Its value is always a text.
type MenuArg struct {
	Name     string            // [a-z0-9_]{1,32}
	NameIn   map[string]string // other names, by language: letters and digits, at most 32
	About    map[string]string // at most 100 characters
	Required bool
	Choices  []MenuChoice // if not empty, the only values; at most MaxChoices
	Whole    *Range       // a whole number in it; nil: a text
	Complete bool         // Handler.Complete offers values; there are no Choices then
}

// A Range is of whole numbers, from Least to Most. Most 0: without end.
type Range struct{ Least, Most int }

// MenuChoice is a value an argument may have, of at most 100 characters, as is its
// Label.
type MenuChoice struct {
	Value string
	Label map[string]string
}

// ErrSecret says that a Secret reply was to be shown where others read.
var ErrSecret = errors.New("a secret reply to a place where others read")

// A RetryError says that the network wants a pause before the next try.
type RetryError struct {
	After time.Duration
	Err   error
}

func (e *RetryError) Error() string { return fmt.Sprintf("try again in %v: %v", e.After, e.Err) }
func (e *RetryError) Unwrap() error { return e.Err }

// A MovedError says that a community goes on under another ID. Whoever gets it
// re-keys the community and tries again there.
type MovedError struct{ To string }

func (e *MovedError) Error() string { return "community has moved to " + e.To }
