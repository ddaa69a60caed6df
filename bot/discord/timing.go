package discord

import (
	"time"

	"github.com/sethvargo/go-retry"

	"reckon/bot/chat"
)

// timing holds the waits of a FrontEnd. They are shorter in tests.
type timing struct {
	// deferAfter is the time from an interaction to the deferral of its answer. pressAfter is the same
	// for a press, whose answer may be a form.
	deferAfter time.Duration
	pressAfter time.Duration
	// typesAfter is how long a search that a message asked for takes before the bot types.
	typesAfter time.Duration
	// firstBy is the time from an interaction to the last moment at which it takes a first answer.
	firstBy time.Duration
	// tokenLife is the time from an interaction to the end of its token.
	tokenLife time.Duration
	// drain is how long events that have begun may take when Run ends.
	drain time.Duration

	// naming is how long the greeting of a server waits for the commands that it names.
	naming time.Duration

	// greeting is how long the gateway may take to let the bot in once it is dialled.
	greeting time.Duration
	// beat is the longest time between two heartbeats.
	beat time.Duration
	// identify is the least time between the beginnings of two sessions in a bucket.
	identify time.Duration
	// takeover is how long a process must have waited for a shard to assume that another process
	// had it.
	takeover time.Duration

	// shortest and longest are the back-off of connections to the gateway.
	shortest time.Duration
	longest  time.Duration
	// menuShortest and menuLongest are the back-off of registering the commands and of setting
	// the end point.
	menuShortest time.Duration
	menuLongest  time.Duration
	// endpointCheck is the time between two checks that the end point is still set.
	endpointCheck time.Duration
	// instance is the time between two questions for an instance. Discord does not know an instance in
	// its first two seconds.
	instance time.Duration
}

func discordTiming() timing {
	return timing{
		// This is half of the 3 s, so that the deferral itself may be slow.
		deferAfter: 1500 * time.Millisecond,
		// This is later, since no form can follow a deferral.
		pressAfter: 2200 * time.Millisecond,
		typesAfter: time.Second,
		firstBy:    3 * time.Second,
		tokenLife:  15 * time.Minute,
		drain:      4 * time.Second,

		naming: 5 * time.Second,

		greeting: 8 * time.Second,
		// Discord asks for one every 41.25 s and takes 120 messages a minute.
		beat:     10 * time.Second,
		identify: 5 * time.Second,
		takeover: time.Second,

		shortest: 200 * time.Millisecond,
		// With the jitter this is two seconds.
		longest:       1600 * time.Millisecond,
		menuShortest:  time.Second,
		menuLongest:   2 * time.Minute,
		endpointCheck: 5 * time.Minute,
		instance:      700 * time.Millisecond,
	}
}

// typesFor is how long Discord shows that the bot types, less a second for the next call.
const typesFor = 9 * time.Second

// triesToRegister is how often a session tries to register something.
const triesToRegister = 7

// registering returns the pauses between these tries.
func (t *timing) registering() retry.Backoff {
	return retry.WithMaxRetries(triesToRegister-1, chat.Backoff(t.menuShortest, t.menuLongest))
}

// reconnecting returns the pauses between connections.
func (t *timing) reconnecting() retry.Backoff { return chat.Backoff(t.shortest, t.longest) }
