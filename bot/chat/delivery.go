package chat

import "time"

// A Delivery is something to be said at a place: the reply to an event, an
// unsolicited message, or an edit of a message.
type Delivery struct {
	// Key is the same when the same thing is delivered again after a failure whose
	// effect is unknown. That of a reply is the key of its Request.
	Key     string
	Place   Place
	Message Message   // if not zero, the message to be edited
	Event   []byte    // the Request's that is answered; nil: nobody is
	Locale  string    // of who is answered
	At      time.Time // when it was first to be said
	Until   time.Time // it is of no use after; zero: it always is
	Bulk    bool      // it answers nobody and may wait
	// Minor tells that there is more important to say: where the network allows so
	// many messages in a time, some are kept for that.
	Minor bool
	// Repeated tells that the Request came before: whoever took it then answers it, maybe
	// another process at this moment. The Reply is silence.
	Repeated bool
	Reply    Reply
}

// Answers tells whether a delivery is the reply to an event.
func (d Delivery) Answers() bool { return d.Event != nil }
