package offer

import (
	"crypto/rand"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/engine"
)

const (
	// actGuest is the act of the button of a guestMessage. Its arguments are a random text and the puzzle, which
	// are parts of the message's token.
	actGuest = "guest"
	// randomLength is how many characters the random text has, of 5 bits each. Nobody guesses it while the message
	// is followed.
	randomLength = 8
	// followFor is how long a message is followed.
	followFor = 2 * 24 * time.Hour
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

// tokenFor returns the token of a message with a puzzle. The random text and the puzzle stand in the data of its
// button. Somebody could put another puzzle into the data, or open them on another network. So the token has the
// puzzle and the network in it: what they make up is the token of no message.
func tokenFor(network, random, puzzle string) string { return network + " " + random + " " + puzzle }
