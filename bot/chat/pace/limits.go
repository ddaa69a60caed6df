package pace

import (
	"time"

	"golang.org/x/time/rate"
)

// Limits say what a network allows. Rate, Processes and Line must be set; another figure of 0 means
// that there is no such limit, unless its comment says something else. Calls that leave evenly do
// not arrive evenly, so each figure is best a little below the network's own.
type Limits struct {
	// Rate is how many calls a second may leave in all. Only bulk waits for it: answers count in it,
	// but are not held back by it.
	Rate float64
	// Processes returns how many processes share the Rate, this one among them. It is called
	// often. A chat's limits are not shared: one process makes all calls of a chat.
	Processes func() int
	// Line is how many bulk calls may have their time reserved. Answers go ahead of those that
	// have not. After a stall of the machine all calls whose time has passed leave together; with a
	// Line of 1 that is only one.
	Line int

	// Every is the time between two calls of a kind for a chat. After a while without any,
	// Burst calls may leave at once.
	Every time.Duration
	Burst int
	// Window is how many calls of a kind a group may have within each Span.
	Window int
	Span   time.Duration
	// Spare is how much of a Window minor calls leave to others.
	Spare int

	// Calm is how long calls are careful after a hold of all: they keep to the rate Careful; 0: to
	// Rate.
	Calm    time.Duration
	Careful float64

	// Began is when the program began to make calls; zero: now. A program that ran before it may have
	// used up the bursts of chats, so no chat has a burst at first.
	Began time.Time
}

// memory is how long after its last call a chat is remembered.
func (l *Limits) memory() time.Duration { return max(l.Span, lately) }

// lately is how long after a refusal calls of Kind Other are spaced: no limit of the chat does that,
// so they would all leave, and be refused again, at once.
const lately = time.Minute

// careful returns a process's part of the rate after a hold, from its part of Rate.
func (l *Limits) careful(share rate.Limit) rate.Limit {
	if l.Careful == 0 {
		return share
	}
	return share * rate.Limit(l.Careful/l.Rate)
}

// A Kind is what a chat counts apart.
type Kind int

const (
	// Post is a new message.
	Post Kind = iota
	// Edit is a change of a message.
	Edit
	// Other is what no chat counts, such as a reaction.
	Other

	kinds = Other
)

// A Call is a call that wants to leave, as far as limits go.
type Call struct {
	// Chat is what a limit is about: a chat, or whatever else a network counts by.
	Chat string
	// Scope is set if the network refuses calls of a sort, such as deletions, apart from the chat's
	// others: it names the sort. A hold is for one Scope of a chat.
	Scope string
	Kind  Kind
	// Group means that the chat has a Window.
	Group bool
	// Bulk means that nobody waits for the call.
	Bulk bool
	// Minor means that other calls for the chat matter more.
	Minor bool
	// Uncounted means that the call counts in no limit of the network: it waits only while its chat
	// is held.
	Uncounted bool
}

// A chatKey is a scope of a chat, which has its own limits and holds.
type chatKey struct{ chat, scope string }

func (c Call) key() chatKey { return chatKey{c.Chat, c.Scope} }
