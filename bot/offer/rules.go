package offer

import (
	"crypto/rand"
	"time"

	"reckon/bot/chat"
	"reckon/bot/command"
	"reckon/engine"
)

const (
	// actGuest is the act of the button of such a message. Its arguments are the message's token and the puzzle.
	actGuest = "guest"
	// lengthOfToken is how long a token is: about 40 bits. A token is good for followFor.
	lengthOfToken = 8
	followFor     = 2 * 24 * time.Hour
)

// follow gives an offer of a puzzle a token, so that the message can be followed. The data of the button may be too
// long for that. Then the message stays as it is.
func follow(o *chat.Offer, puzzle engine.Puzzle) {
	token := rand.Text()[:lengthOfToken]
	data := command.Data(actGuest, token, puzzle.ID())
	if len(data) > command.MaxPersonal || command.Unprintable.MatchString(data) {
		return
	}
	o.Token = token
	o.Reply.Buttons[0][0].Data = data
}
