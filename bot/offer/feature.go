// Package offer offers messages that people send in their own name. It offers them while a person types
// the bot's name and a text in some chat, or when a person names the bot in a chat that it is not a
// member of.
//
// A person may send a puzzle to any chat. People play it in private. In a group a person may send an answer
// that others cannot read: it is encrypted in the data of the message, and others see only that there is one. A
// person who names the bot in a chat that it is not a member of sends a puzzle, or a link to today's puzzles.
// Once somebody has solved such a puzzle, its message says who.
package offer

import (
	"reckon/bot/command"
	"reckon/bot/feature"
	"reckon/bot/talk"
	"reckon/storage"
)

// Feature returns the feature: the offers, and the handler of an answer that was sent.
func Feature(k feature.Kernel, deals talk.Deals, attempts talk.Attempts) feature.Feature {
	o := offer{Kernel: k, deals: deals, attempts: attempts}
	return feature.Feature{
		Name: "offer",
		Buttons: map[string]command.Act[feature.Handler]{
			actSent:  {Do: o.judgeSent},
			actGuest: {Is: command.Deals | command.Linked, Do: o.play},
		},
		Offers:  o.offers,
		Offered: offered,
		Solved:  o.solved,
		Tables: []storage.Table{
			{Name: "guest_messages", Key: []string{"token"}, Old: &storage.Old{Column: "at", KeptFor: followFor}},
			{Name: "guest_rounds", Key: []string{"round_id"}, Old: &storage.Old{Column: "at", KeptFor: followFor}},
		},
	}
}
