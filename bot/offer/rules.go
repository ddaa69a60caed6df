package offer

import (
	"crypto/rand"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/engine"
)

const (
	// actGuest is the act of the button of such a message. Its arguments are a random text and the puzzle, which
	// together are the message's token.
	actGuest = "guest"
	// randomLength is how long the random text of a token is: about 40 bits. A token is good for followFor.
	randomLength = 8
	followFor    = 2 * 24 * time.Hour
)

// follow gives an offer of a puzzle a token, so that the message can be followed. The data of the button may be too
// long for that. Then the message stays as it is.
func follow(o *chat.Offer, network string, puzzle engine.Puzzle) {
	random := rand.Text()[:randomLength]
	data := command.Data(actGuest, random, puzzle.ID())
	if len(data) > command.MaxPersonal || command.Unprintable.MatchString(data) {
		return
	}
	o.Token = tokenFor(network, random, puzzle.ID())
	o.Reply.Buttons[0][0].Data = data
}

// tokenFor returns the token of a message with a puzzle, from what stands in the data of its button. Whoever has the
// button can write such data by hand, and open them on another network. With another puzzle, and there, they are the
// data of no message.
func tokenFor(network, random, puzzle string) string { return network + " " + random + " " + puzzle }
