package discord

import (
	"time"

	"github.com/sethvargo/go-retry"

	"reckon/bot/chat"
)

// timing holds the waits of a FrontEnd. They are Discord's, except in tests.
type timing struct {
	deferAfter time.Duration // from the event to the deferral of its answer
	pressAfter time.Duration // the same for a press, whose answer may be a form
	firstBy    time.Duration // from the event to the last moment a first answer makes sense
	tokenLife  time.Duration // from the event to the end of its token
	drain      time.Duration // granted to unfinished events when Run ends

	greeting time.Duration // for the gateway to let the bot in once it is dialled
	beat     time.Duration // the longest between two heartbeats
	identify time.Duration // between two sessions begun
	takeover time.Duration // after a longer wait for a shard, another process had it

	shortest, longest time.Duration // the backoff of connections to the gateway
	// The backoff of registering the commands and of setting the end point.
	menuShortest, menuLongest time.Duration
	look                      time.Duration // between two looks whether the end point is still set
	instance                  time.Duration // between two questions for an instance, which Discord does not know in its first two seconds
}

func discordTiming() timing {
	return timing{
		deferAfter: 1500 * time.Millisecond, // half of the 3 s, so that a deferral may itself be slow
		pressAfter: 2200 * time.Millisecond, // later, since no form can follow a deferral
		firstBy:    3 * time.Second,
		tokenLife:  15 * time.Minute,
		drain:      4 * time.Second,

		greeting: 8 * time.Second,
		beat:     10 * time.Second, // Discord asks for one every 41.25 s and takes 120 messages a minute
		identify: 5 * time.Second,
		takeover: time.Second,

		shortest: 200 * time.Millisecond, longest: 1600 * time.Millisecond, // with the jitter, two seconds
		menuShortest: time.Second, menuLongest: 2 * time.Minute, look: 5 * time.Minute, instance: 700 * time.Millisecond,
	}
}

// triesToRegister is how often a session tries to register something.
const triesToRegister = 7

// registering returns the pauses between these tries.
func (t *timing) registering() retry.Backoff {
	return retry.WithMaxRetries(triesToRegister-1, chat.Backoff(t.menuShortest, t.menuLongest))
}

// reconnecting returns the pauses between connections.
func (t *timing) reconnecting() retry.Backoff { return chat.Backoff(t.shortest, t.longest) }
