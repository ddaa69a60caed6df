package chat

import (
	"context"
	"net/http"
)

// A Webhook is a FrontEnd that its network can post events to, in place of a
// connection that the front end keeps.
type Webhook interface {
	FrontEnd
	// Path is where its events are posted, below the address of the program:
	// "/telegram". It never changes.
	Path() string
	// Post takes in what was posted, a body of MaxPost bytes at most, and says how to
	// answer: the status of HTTP, and JSON, nil for none. It asks who posts before
	// anything else. A status of 2xx says that the network need not post the event
	// again. It is called from many goroutines; before Run has begun it may wait for
	// that, and after its ctx has ended it takes nothing in (503).
	Post(ctx context.Context, h http.Header, body []byte) (status int, answer []byte)
}

// MaxPost is how long the body of an event may be, in bytes: some ten times as
// long as networks make them.
const MaxPost = 1 << 20
