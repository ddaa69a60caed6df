package pace

import (
	"time"

	"golang.org/x/time/rate"
)

// Limits say what a network allows. Rate, Processes and Line must be set; another figure of 0
// is no limit, unless something else is said of it. Figures are best a little below the network's own, because calls that leave evenly do not
// arrive evenly.
type Limits struct {
	// Rate is how many calls a second may leave in all. Bulk waits for it.
	Rate float64
	// Processes returns how many processes share the Rate, this one among them. It is called
	// often. A chat's limits are not shared: one process makes all calls of a chat.
	Processes func() int
	// Line is how many bulk calls may have their time reserved. Answers go ahead of the
	// others. With a Line of 1 calls that are overdue after a stall of the
	// machine do not leave together.
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

	// Calm is how long after a hold of all calls they keep to the rate Careful; if that is 0,
	// to Rate.
	Calm    time.Duration
	Careful float64

	// Began is when the program began to make calls; zero: now. What another made before
	// counts, too, so the first chats have no burst.
	Began time.Time
}

// memory is how long after its last call a chat is remembered.
func (l *Limits) memory() time.Duration { return max(l.Span, lately) }

// lately is how long a refusal matters to what its chat does not count.
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
	// Part is empty but for calls that the network refuses apart from others of the chat.
	Part string
	Kind Kind
	// Group means that the chat has a Window.
	Group bool
	// Bulk means that nobody waits for the call.
	Bulk bool
	// Minor means that other calls for the chat matter more.
	Minor bool
	// Apart means that the network counts the call nowhere, so only a hold of its chat
	// keeps it.
	Apart bool
}

// A chatKey is a part of a chat that is refused for itself.
type chatKey struct{ chat, part string }

func (c Call) key() chatKey { return chatKey{c.Chat, c.Part} }
