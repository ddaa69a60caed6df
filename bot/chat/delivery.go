package chat

import (
	"errors"
	"fmt"
	"time"
)

// A Delivery is one attempt to send a message to a place: the reply to an event, an
// unsolicited message, or an edit of a message.
type Delivery struct {
	// Key is the same when the same message is delivered again after a failure whose
	// effect is unknown. The key of a reply is that of its Request.
	Key     string
	Place   Place
	Message Message   // if not zero, the message to edit
	Event   []byte    // of the Request that it answers; nil: none
	Locale  string    // of the person that it answers
	Name    string    // of that person; empty: unknown
	At      time.Time // when it became due
	Until   time.Time // when it becomes useless; zero: never
	Bulk    bool      // it answers no request and may wait
	// Priority says which delivery of a lane goes first: see package outbox.
	Priority int
	// Minor means that other messages matter more: a network's rate limit keeps some
	// room for those.
	Minor bool
	// Repeated means that the Request came before. The process that took it then answers
	// it, perhaps at this moment; this Reply is silent.
	Repeated bool
	Reply    Reply
}

// Answers reports whether a delivery is the reply to an event.
func (d Delivery) Answers() bool { return d.Event != nil }

// ErrElsewhere means that a Secret reply was not shown, because others would have read
// it. At most, people were told where to ask for it.
var ErrElsewhere = errors.New("a secret reply to a place where others read")

// A RefusedError means that the network understood the message and will never accept
// it.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }
func (e *RefusedError) Unwrap() error { return e.Err }

// A RetryError means that the network wants a pause before the next try.
type RetryError struct {
	After time.Duration
	Err   error
}

func (e *RetryError) Error() string { return fmt.Sprintf("try again in %v: %v", e.After, e.Err) }
func (e *RetryError) Unwrap() error { return e.Err }

// A MovedError means that a community has a new ID. The caller changes the key of the
// community and tries again there.
type MovedError struct{ To string }

func (e *MovedError) Error() string { return "community has moved to " + e.To }

// ErrGone means that something a message needs can no longer be reached. The error that
// wraps it is a *GoneError and says what.
var ErrGone = errors.New("out of reach")

// Gone says what can no longer be reached. Each value affects less than the next one.
type Gone string

const (
	GoneMessage   Gone = "message"   // the message, or it can no longer be edited
	GoneThread    Gone = "thread"    // the Place.Channel: a thread, topic or channel that was closed or deleted
	GoneRight     Gone = "right"     // the bot may not post there, or no longer sees the place
	GoneCommunity Gone = "community" // the community: the bot is blocked or was removed, or it was deleted
)

// A GoneError is a network's final refusal. It is an ErrGone.
type GoneError struct {
	What Gone
	Err  error // the refusal
}

func (e *GoneError) Error() string { return fmt.Sprintf("%s %v: %v", e.What, ErrGone, e.Err) }
func (e *GoneError) Unwrap() error { return e.Err }

// Is makes errors.Is find ErrGone.
func (e *GoneError) Is(target error) bool { return target == ErrGone }

// RefusesPicture reports whether the network may accept the message without its picture.
func RefusesPicture(err error) bool {
	var gone *GoneError
	var refused *RefusedError
	return errors.As(err, &refused) || errors.As(err, &gone) && gone.What == GoneRight
}
