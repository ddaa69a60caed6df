package bot

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A FrontEnd is one network. It turns events into Requests and Replies into
// messages; it knows no game and no database.
type FrontEnd interface {
	// Network is the word in Chat.Network, Player.Network and Keys; [a-z]+, it
	// never changes.
	Network() string
	// Run serves until ctx ends (then it finishes what is in flight and
	// returns nil), or the input ends (nil), or the network refuses the bot for
	// good (an error fit to be shown to the operator, with no secret in it).
	// Answer is called from many goroutines, but for one chat in the order of
	// events. A panic under Answer is caught by Run.
	Run(ctx context.Context, h Handler) error
	// Post says something unasked. nonce is the same when the same thing is
	// posted again after a failure whose effect is unknown; a network that can
	// refuse repetitions does. The error may be a *RetryError, a *MovedError or
	// wrap ErrGone. Run must be running.
	Post(ctx context.Context, c Chat, nonce string, r Reply) (Message, error)
	// Edit replaces a message of the bot's own; errors as for Post.
	Edit(ctx context.Context, m Message, r Reply) error
}

// A Handler answers requests; *Bot is the one there is.
type Handler interface {
	// Answer carries out a request and commits its effect before it returns.
	// A Key that was answered and delivered (see Sent) gets a Silent reply; one
	// that was answered but never delivered gets the same reply again.
	Answer(ctx context.Context, r Request) Reply
	// Sent tells that the Reply to the request of this key was delivered, as m
	// or, if m is zero, as something that is no message (an alert, a form).
	Sent(ctx context.Context, key string, m Message)
	// NeedsRole tells whether Answer must know the Player's Role for this input.
	NeedsRole(in Input) bool
	// Menu is the command table as people are shown it.
	Menu() []MenuCommand
}

// Locales are the languages of a MenuCommand's texts; the first is the default.
var Locales = [...]string{"en", "zh-Hans", "zh-Hant"}

// MenuCommand is a command as networks list it.
type MenuCommand struct {
	Name  string            // [a-z0-9_]{1,32}
	About map[string]string // by locale; at most 100 characters
	Args  []MenuArg         // required ones first
	Admin bool              // for administrators only
}

// MenuArg is an argument of a MenuCommand.
type MenuArg struct {
	Name     string
	About    map[string]string // by locale; at most 100 characters
	Required bool
	Choices  []MenuChoice // if not empty, the only values; at most 25
}

// MenuChoice is a value an argument may have.
type MenuChoice struct {
	Value string
	Label map[string]string // by locale
}

// ErrGone says that a chat or message can no longer be reached: blocked,
// kicked, deleted, no right to post.
var ErrGone = errors.New("chat or message is out of reach")

// A RetryError says that the network wants a pause before the next try.
type RetryError struct {
	After time.Duration
	Err   error
}

func (e *RetryError) Error() string { return fmt.Sprintf("try again in %v: %v", e.After, e.Err) }
func (e *RetryError) Unwrap() error { return e.Err }

// A MovedError says that a chat goes on under another ID. Whoever gets it
// re-keys the chat and tries again there.
type MovedError struct{ To string }

func (e *MovedError) Error() string { return "chat has moved to " + e.To }
