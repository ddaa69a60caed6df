// Package offer offers messages that people send in their own name. It offers them while a person types
// the bot's name and a text in some chat, or when a person names the bot in a chat that it is not a
// member of.
//
// A person may send a puzzle to any chat; people play it in private. In a group a person may send an answer
// that others cannot read: the answer is encrypted in the data of the message, and others see only that there
// is one. A person who names the bot in a chat that it is not a member of is offered a puzzle, or the day.
package offer

import (
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/talk"
)

// Feature returns the feature: the offers, and the handler of an answer that was sent.
func Feature(k feature.Kernel, deals talk.Deals, attempts talk.Attempts) feature.Feature {
	o := offer{Kernel: k, deals: deals, attempts: attempts}
	return feature.Feature{
		Name:    "offer",
		Buttons: map[string]command.Act[feature.Handler]{actSent: {Do: o.judgeSent}},
		Offers:  o.offers,
	}
}
