package chat

import (
	"errors"
	"fmt"
)

// ErrGone means that something a message needs can no longer be reached. An error
// that wraps it is a *GoneError, which says what.
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

// RefusesPicture reports whether the network may accept the message without its
// picture: it accepts no pictures there, or not this one.
func RefusesPicture(err error) bool {
	var gone *GoneError
	var refused *RefusedError
	return errors.As(err, &refused) || errors.As(err, &gone) && gone.What == GoneRight
}
