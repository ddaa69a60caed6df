package chat

import (
	"errors"
	"fmt"
)

// ErrGone says that something a message needs can no longer be reached. An error
// that wraps it is a *GoneError, which tells what.
var ErrGone = errors.New("out of reach")

// Gone is what can no longer be reached, and so how much is of no use: each of
// these leaves alone what comes after it.
type Gone string

const (
	GoneMessage   Gone = "message"   // the message, or it can no longer be edited
	GoneThread    Gone = "thread"    // the Place.Channel: a thread, topic or channel that was closed or deleted
	GoneRight     Gone = "right"     // the bot may not post there, or no longer sees the place
	GoneCommunity Gone = "community" // the community: the bot is blocked or was removed, or it was deleted
)

// A GoneError says what the network refused for good. It is an ErrGone.
type GoneError struct {
	What Gone
	Err  error // the refusal
}

func (e *GoneError) Error() string { return fmt.Sprintf("%s %v: %v", e.What, ErrGone, e.Err) }
func (e *GoneError) Unwrap() error { return e.Err }

// Is tells errors.Is that e is an ErrGone.
func (e *GoneError) Is(target error) bool { return target == ErrGone }

// RefusesPicture tells that a message may be taken without its picture: the network
// takes none there, or not this one.
func RefusesPicture(err error) bool {
	var gone *GoneError
	var refused *RefusedError
	return errors.As(err, &refused) || errors.As(err, &gone) && gone.What == GoneRight
}
