// Package offer offers messages that people send in their own name, while they type behind the
// bot's name or name the bot in a chat where it is not.
//
// A puzzle may be sent to any chat; it is played in private. An answer may be sent to a round of a
// group so that others learn only that there is one: it is enclosed in the data of the message. A
// person who names the bot where it is not wants to play, whatever else they say.
package offer

import (
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/talk"
)

// Feature is the offers, and what takes an answer that was sent.
func Feature(k feature.Kernel, deals talk.Deals, attempts talk.Attempts) feature.Feature {
	o := offer{Kernel: k, deals: deals, attempts: attempts}
	return feature.Feature{
		Name:    "offer",
		Buttons: map[string]command.Act[feature.Handler]{actSent: {Do: o.sent}},
		Offers:  o.offers,
	}
}
