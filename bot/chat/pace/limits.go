package pace

import (
	"time"

	"golang.org/x/time/rate"
)

// Limits say what a network allows. Rate, Processes and Line must be set. Any other figure of 0 means
// that there is no such limit, unless its comment says something else. Calls that leave evenly do
// not arrive evenly, so each figure should be a little below the network's own.
type Limits struct {
	// Rate is how many calls a second may leave in all. All calls count, but only bulk calls wait.
	Rate float64
	// Processes returns how many processes share the Rate, this one among them. It is called
	// often. A chat's limits are not shared: one process makes all calls of a chat.
	Processes func() int
	// Line is how many bulk calls may reserve a time to leave. Until a bulk call has reserved its time, it
	// lets all answers go first. A short Line also helps when the machine stalls: meanwhile the reserved
	// times pass, and these calls then leave all together.
	Line int

	// Every is the time between two calls of a kind for a chat. After a while without calls,
	// Burst calls may leave at once.
	Every time.Duration
	Burst int
	// Window is how many calls of a kind a group may have in any period as long as Span.
	Window int
	Span   time.Duration
	// Spare is how many calls of a Window are kept for others than minor calls.
	Spare int

	// When a hold of all calls ends, calls leave one by one for as long as Calm: first at the rate
	// Careful, then faster (see breaker). If Careful is 0, the first rate is Rate.
	Calm    time.Duration
	Careful float64

	// Began is when the process began to make calls; zero: now. An earlier process may have used up
	// the bursts of chats, so no chat has a burst at first.
	Began time.Time
}

// memory returns how long a chat is remembered after its last call.
func (l *Limits) memory() time.Duration { return max(l.Span, lately) }

// lately is how long calls of Kind Other leave one by one after a hold of their chat.
const lately = time.Minute

// careful returns a process's part of the rate after a hold, from its part of Rate.
func (l *Limits) careful(share rate.Limit) rate.Limit {
	if l.Careful == 0 {
		return share
	}
	return share * rate.Limit(l.Careful/l.Rate)
}

// A Kind is a kind of call. A chat counts each kind by itself.
type Kind int

const (
	// Post is a new message.
	Post Kind = iota
	// Edit is a change of a message.
	Edit
	// Other is a call that no chat counts, such as a reaction.
	Other

	// counted is the number of the Kinds that a chat counts: those before Other.
	counted = Other
)

// A Call is what a Limiter needs to know about a call.
type Call struct {
	// Chat is the chat, or whatever else the network counts by.
	Chat string
	// Scope names a sort of calls, such as deletions, that the network may refuse while it takes
	// the chat's other calls. A hold is for one Scope of a chat.
	Scope string
	Kind  Kind
	// Group means that the chat has a Window.
	Group bool
	// Bulk means that nobody waits for the call.
	Bulk bool
	// Minor means that other calls for the chat matter more.
	Minor bool
	// Uncounted means that the network does not count the call. It waits only while its chat is held.
	Uncounted bool
}

// A chatKey is a scope of a chat, which has its own limits and holds.
type chatKey struct{ chat, scope string }

func (c Call) key() chatKey { return chatKey{c.Chat, c.Scope} }
