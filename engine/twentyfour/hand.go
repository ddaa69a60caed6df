package twentyfour

import (
	"strconv"
	"strings"

	"reckon/engine"
)

// The bounds of a hand. They keep every value within 64 bits (see ratio) and an ID
// within 80 bytes.
const (
	MinCards = 2
	MaxCards = 6
	MaxCard  = 999
	MaxGoal  = 1_000_000_000 // of either sign
	Classic  = 24            // the goal that an ID leaves out

	classicCards = 4 // of 1..deckMax, in the classic game
)

// A hand is the cards, in ascending order, and the goal.
type hand struct {
	cards []int
	goal  int64
}

// ID is "24:3,3,8,8", with the cards in ascending order so that a hand has one ID,
// and the goal after them, as in "=100", if it is not 24.
func (h hand) ID() string {
	text := "24:" + strings.Join(engine.Tiles(h.cards), ",")
	if h.goal != Classic {
		text += "=" + strconv.FormatInt(h.goal, 10)
	}
	return text
}
