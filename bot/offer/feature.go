// Package offer offers messages that people send in their own name. It offers them while a person types
// behind the bot's name in some chat, or when they name the bot in a chat where it is no member.
//
// A puzzle may be sent to any chat; it is played in private. An answer may be sent to a round of a
// group without others reading it: it is encrypted in the data of the message, and others see only
// that there is one. A person who names the bot where it is no member is taken to want a puzzle.
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
