package feature

import (
	"reckon/bot/chat"
	"reckon/bot/tell"
	"reckon/storage"
)

// A Result is a Reply with facts that are noted when it is delivered.
type Result struct {
	chat.Reply
	// Kind is that of a verdict; empty: as the Reply is.
	Kind tell.Kind
	// Round is the round it speaks of; 0: none.
	Round int64
	// Shows reports whether it is the round's own message.
	Shows bool
	// Hint is the number of a hint in it, to be charged; 0: none.
	Hint int
	// Match is the match whose own message it is; 0: none.
	Match int64
}

// Respond is the Plan of a request that changes nothing.
func Respond(r chat.Reply) Plan {
	return func(*storage.Tx) (Result, error) { return Result{Reply: r}, nil }
}

// Silent is the reply that says nothing.
var Silent = chat.Reply{Silent: true}

// A Plan carries a request out in one transaction and returns the reply.
type Plan func(tx *storage.Tx) (Result, error)
