package offer

import (
	"crypto/rand"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/engine"
)

const (
	// actGuest is the act of the button of a guestMessage. Its arguments are a random text and the puzzle. Both are
	// parts of the message's token.
	actGuest = "guest"
	// randomLength is how many characters the random text has. Each has 5 bits, so nobody guesses the text while the
	// message is followed.
	randomLength = 8
	// followFor is how long a message is followed after it was sent: two days.
	followFor = 2 * 24 * time.Hour
)

// follow gives an offer of a puzzle a token, so that its message can be followed. If the data of its button would be
// too long by that, it does nothing, and the message is not followed.
func follow(o *chat.Offer, network string, puzzle engine.Puzzle) {
	random := rand.Text()[:randomLength]
	data := command.Data(actGuest, random, puzzle.ID())
	if len(data) > command.MaxPersonal || command.Unprintable.MatchString(data) {
		return
	}
	o.Token = tokenFor(network, random, puzzle.ID())
	o.Reply.Buttons[0][0].Data = data
}

// tokenFor returns the token of a message with a puzzle. The data of the message's button has the random text and the
// puzzle. Somebody could write data with another puzzle, or open the data on another network. So the puzzle and the
// network are parts of the token: from data that somebody has made up follows the token of no message.
func tokenFor(network, random, puzzle string) string { return network + " " + random + " " + puzzle }
