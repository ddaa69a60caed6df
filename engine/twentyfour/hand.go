package twentyfour

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"reckon/engine"
	"reckon/engine/expr"
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

// faces are the cards with a letter.
var faces = map[string]int{"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}

// cardForm matches a number, and any other character that does not stand between cards.
var cardForm = regexp.MustCompile(`\p{Nd}+|[^\t\n ,;、　，；]`)

// parseHand reads "3,3,8,8", "3 3 8 8 = 100", "a j q k". The error is an
// *engine.Fault.
func parseHand(text string) (hand, error) {
	h, end := hand{goal: Classic}, len(text)
	equals := strings.IndexFunc(text, func(r rune) bool { return expr.Plain(r) == '=' })
	if equals >= 0 {
		end = equals
	}
	for _, at := range cardForm.FindAllStringIndex(text[:end], -1) {
		word := text[at[0]:at[1]]
		plain := strings.ToUpper(strings.Map(expr.Plain, word))
		card, known := faces[plain]
		var err error
		if !known {
			card, err = strconv.Atoi(plain)
		}
		if err != nil || card > MaxCard {
			return hand{}, &engine.Fault{
				Code: "hand.card",
				Args: engine.Args{"text": word, "min": 0, "max": MaxCard},
				At:   &engine.Span{Pos: at[0], End: at[1]},
			}
		}
		h.cards = append(h.cards, card)
	}
	if equals >= 0 {
		_, width := utf8.DecodeRuneInString(text[equals:])
		word := text[equals+width:]
		var err error
		h.goal, err = strconv.ParseInt(strings.ReplaceAll(strings.Map(expr.Plain, word), " ", ""), 10, 64)
		if err != nil || h.goal < -MaxGoal || h.goal > MaxGoal {
			return hand{}, &engine.Fault{
				Code: "hand.goal",
				Args: engine.Args{"text": strings.TrimSpace(word), "limit": MaxGoal},
				At:   &engine.Span{Pos: equals + width, End: len(text)},
			}
		}
	}
	if len(h.cards) < MinCards || len(h.cards) > MaxCards {
		return hand{}, &engine.Fault{Code: "hand.count", Args: engine.Args{"count": len(h.cards), "min": MinCards, "max": MaxCards}}
	}
	slices.Sort(h.cards)
	return h, nil
}

// desc returns the canonical text of h, which follows "24:" in an ID.
func (h hand) desc() string {
	text := strings.Join(h.tiles(), ",")
	if h.goal != Classic {
		text += "=" + strconv.FormatInt(h.goal, 10)
	}
	return text
}

func (h hand) tiles() []string {
	tiles := make([]string, len(h.cards))
	for i, c := range h.cards {
		tiles[i] = strconv.Itoa(c)
	}
	return tiles
}
