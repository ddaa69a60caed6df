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
	// Run serves until ctx ends (then it takes no more events and returns nil), or
	// the input ends (nil), or the network refuses the bot for good (an error fit to
	// be shown to the operator, with no secret in it). Take is called from many
	// goroutines, but for one community in the order of events. A panic under Take is
	// caught by Run.
	Run(ctx context.Context, h Handler) error
	// Deliver tries once to say something, and returns the message it became: zero if
	// it is none that could be edited. The error may be a *RetryError, a *MovedError, a
	// *GoneError, a *RefusedError or ErrElsewhere. Deliver works while Run does, and
	// for a while after it for what Run has taken. Of one Lane it is called for one
	// delivery at a time.
	Deliver(ctx context.Context, d Delivery) (Message, error)
	// Lane names what keeps the order of a delivery: those of one lane are made one
	// after the other. Empty: it waits for no other.
	Lane(d Delivery) string
	// Pace is how long the network's limits hold back a delivery in its lane that
	// comes now, behind so many others.
	Pace(d Delivery, behind int) time.Duration
	// Idempotent tells whether the network takes a second delivery of one Key for
	// the first.
	Idempotent() bool
}

// A Handler takes requests; *bot.Bot is the one there is.
type Handler interface {
	// Take carries out a request and commits its effect before it returns, and has
	// Deliver called for the reply, also if there is nothing to say (Reply.Silent) or
	// something broke. A Key that was carried out before changes nothing and is
	// answered with silence.
	Take(ctx context.Context, r Request)
	// NeedsRole tells whether Take must know the Person's Role for this request.
	NeedsRole(ctx context.Context, r Request) bool
	// Offers are what a person may send in their own name who has typed the Text of a
	// request, which need have no Key and no Place but a network. It changes nothing.
	Offers(ctx context.Context, r Request) Offers
	// Menu is the command table as people are shown it.
	Menu() []MenuCommand
	// Complete offers values for the argument Input.Arg of a command that a person
	// is typing, whose Args hold what is typed so far. At most MaxChoices; each has
	// one label, in the person's language, as that of DefaultLanguage. It changes
	// nothing and r has no Key.
	Complete(ctx context.Context, r Request) []MenuChoice
}

// A Broker makes the replies that a front end must give by itself, and the pictures in
// others.
type Broker interface {
	// Broken is what a person reads after an internal error.
	Broken(locale string) Reply
	// Elsewhere says that a Secret reply cannot be shown here, and where to ask
	// again: in the private chat with the bot.
	Elsewhere(locale string) Reply
	// Draw draws a Picture, for readers of a light or a dark screen, as a PNG of at most
	// 100 KB. Nobody may change what it returns.
	Draw(p Picture, dark bool) ([]byte, error)
}

// Silence is the Broker that says nothing.
type Silence struct{}

// Broken implements Broker.
func (Silence) Broken(string) Reply { return Reply{Silent: true} }

// Elsewhere implements Broker.
func (Silence) Elsewhere(string) Reply { return Reply{Silent: true} }

// Draw implements Broker: there is nothing to draw.
func (Silence) Draw(Picture, bool) ([]byte, error) { return nil, errors.New("nothing is drawn") }

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

// ErrElsewhere says that people were told where to ask for a Secret reply, in its
// place, or that it was shown to nobody, since others would have read it.
var ErrElsewhere = errors.New("a secret reply to a place where others read")

// A RefusedError says that the network understood what was to be said and will
// never take it.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }
func (e *RefusedError) Unwrap() error { return e.Err }

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
