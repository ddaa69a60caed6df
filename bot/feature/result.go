package feature

import (
	"time"

	"reckon/bot/chat"
	"reckon/bot/tell"
	"reckon/storage"
)

// A Result is a Reply with facts that are needed when it is delivered.
type Result struct {
	chat.Reply
	// Kind is the kind of a reply that is a verdict. For other replies it is empty, and tell.KindOf finds
	// out the kind.
	Kind tell.Kind
	// Round is the ID of the round that the Reply is about; 0: none.
	Round int64
	// Shows reports whether the Reply is the message with the round's puzzle.
	Shows bool
	// Hint is the number of a hint in the Reply, which is charged when it is delivered; 0: none.
	Hint int
	// Until is when the Reply is no longer of use; zero: its kind says when.
	Until time.Time
	// Match is the ID of the match that the Reply shows, as the match's own message; 0: none.
	Match int64
}

// Respond returns the Plan of a request that changes nothing and gets a reply.
func Respond(r chat.Reply) Plan {
	return func(*storage.Tx) (Result, error) { return Result{Reply: r}, nil }
}

// Silent is the reply that says nothing.
var Silent = chat.Reply{Silent: true}

// A Plan carries out a request in one transaction, and returns the reply. The handler does what takes time,
// such as judging an answer, before it returns the Plan.
type Plan func(tx *storage.Tx) (Result, error)
