package twentyfour

import (
	"strconv"
	"strings"

	"reckon/engine"
)

// The bounds of a hand. They keep every value within 64 bits (see ratio) and an ID
// within 40 bytes.
const (
	MinCards = 2
	MaxCards = 10
	// Classic is the goal that an ID leaves out.
	Classic = 24

	// classicCards is how many cards of 1..deckMax a classic hand has.
	classicCards = 4
	// countedCards is how many cards a hand may have so that all its solutions are found. For a
	// larger hand one solution is found, and its cards must be smaller (see limits).
	countedCards = 6
)

// limits returns the greatest card and the greatest goal, of either sign, of a hand of that
// many cards.
func limits(cards int) (card int, goal int64) {
	if cards > countedCards {
		return 99, 999_999
	}
	return 999, 1_000_000_000
}

// A hand is the cards and the goal. The cards are in ascending order, unless they have to be used in the
// order in which they are.
type hand struct {
	cards   []int
	goal    int64
	inOrder bool
}

// ID is "24:3,3,8,8", with the cards in ascending order so that a hand has one ID,
// and the goal after them, as in "=100", if it is not 24. If the cards have to be used
// in their order, points are between them: "24:7.2.9.1=10".
func (h hand) ID() string {
	separator := ","
	if h.inOrder {
		separator = "."
	}
	text := "24:" + strings.Join(engine.Tiles(h.cards), separator)
	if h.goal != Classic {
		text += "=" + strconv.FormatInt(h.goal, 10)
	}
	return text
}

// isLarge reports whether h has too many cards for its solutions to be counted.
func (h hand) isLarge() bool { return len(h.cards) > countedCards }
