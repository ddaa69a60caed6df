package chat

import "time"

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
	Bulk    bool      // it answers nobody and may wait
	// Priority says which delivery of a lane goes first: see package outbox.
	Priority int
	// Minor means that other messages matter more: a network's rate limit keeps some
	// room for those.
	Minor bool
	// Repeated means that the Request came before and is answered by the process that
	// took it then, perhaps at this moment. The Reply is silence.
	Repeated bool
	Reply    Reply
}

// Answers reports whether a delivery is the reply to an event.
func (d Delivery) Answers() bool { return d.Event != nil }
