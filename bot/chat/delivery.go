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

// Gone says what can no longer be reached. Each value affects less than the next one.
type Gone string

const (
	GoneMessage   Gone = "message"   // the message, or it can no longer be edited
	GoneThread    Gone = "thread"    // the Place.Channel: a thread, topic or channel that was closed or deleted
	GoneRight     Gone = "right"     // the bot may not post there, or no longer sees the place
	GoneCommunity Gone = "community" // the community: the bot is blocked or was removed, or it was deleted
)

// A RefusedError is a network's final refusal.
type RefusedError struct {
	Gone Gone // empty: the network understood the message and will never accept it
	Err  error
}

func (e *RefusedError) Error() string {
	if e.Gone == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("%s out of reach: %v", e.Gone, e.Err)
}

func (e *RefusedError) Unwrap() error { return e.Err }

// GoneBy returns what an error says is out of reach, empty if it says nothing of that.
func GoneBy(err error) Gone {
	var refused *RefusedError
	if errors.As(err, &refused) {
		return refused.Gone
	}
	return ""
}

// RefusesPicture reports whether the network may accept the message without its picture.
func RefusesPicture(err error) bool {
	var refused *RefusedError
	return errors.As(err, &refused) && (refused.Gone == "" || refused.Gone == GoneRight)
}
