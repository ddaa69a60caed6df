package twentyfour

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"reckon/engine"
	"reckon/engine/expr"
)

// Bounds of a hand. They keep every value in 64 bits (see ratio) and an ID
// within its 80 bytes.
const (
	MinCards = 2
	MaxCards = 6
	MaxCard  = 999
	MaxGoal  = 1_000_000_000 // of either sign
	Classic  = 24            // the goal that an ID leaves out

	classicCards = 4 // and deckMax the greatest, in the game as it is played
)

// A hand is the cards, in ascending order, and what they are to make.
type hand struct {
	cards []int
	goal  int64
}

// faces are the cards with a letter.
var faces = map[rune]int{'A': 1, 'T': 10, 'J': 11, 'Q': 12, 'K': 13}

// parseHand reads "3,3,8,8", "3 3 8 8 = 100", "a j q k". The error is an
// *engine.Fault.
func parseHand(text string) (hand, error) {
	h := hand{goal: Classic}
	for pos := 0; pos < len(text); {
		r, n := plain(text[pos:])
		end := pos + n
		switch card, isFace := faces[r]; {
		case strings.ContainsRune(" \t\n,;、", r):
		case isFace:
			h.cards = append(h.cards, card)
		case r == '=':
			goal, err := parseGoal(text, end)
			if err != nil {
				return hand{}, err
			}
			h.goal, end = goal, len(text)
		case '0' <= r && r <= '9':
			var digits string
			digits, end = digitsAt(text, pos)
			v, err := strconv.Atoi(digits)
			if err != nil || v > MaxCard {
				return hand{}, badCard(text, pos, end)
			}
			h.cards = append(h.cards, v)
		default:
			return hand{}, badCard(text, pos, end)
		}
		pos = end
	}
	if len(h.cards) < MinCards || len(h.cards) > MaxCards {
		return hand{}, &engine.Fault{Code: "hand.count", Args: engine.Args{"count": len(h.cards), "min": MinCards, "max": MaxCards}}
	}
	slices.Sort(h.cards)
	return h, nil
}

func badCard(text string, pos, end int) *engine.Fault {
	return &engine.Fault{
		Code: "hand.card",
		Args: engine.Args{"text": text[pos:end], "min": 0, "max": MaxCard},
		At:   &engine.Span{Pos: pos, End: end},
	}
}

// parseGoal reads the rest of text, from pos behind the equals sign.
func parseGoal(text string, pos int) (int64, error) {
	var b strings.Builder
	for i := pos; i < len(text); {
		r, n := plain(text[i:])
		if r != ' ' {
			b.WriteRune(r)
		}
		i += n
	}
	goal, err := strconv.ParseInt(b.String(), 10, 64)
	if err != nil || goal < -MaxGoal || goal > MaxGoal {
		return 0, &engine.Fault{
			Code: "hand.goal",
			Args: engine.Args{"text": strings.TrimSpace(text[pos:]), "limit": MaxGoal},
			At:   &engine.Span{Pos: pos, End: len(text)},
		}
	}
	return goal, nil
}

// plain is the first character of text as plain as it can be, in capitals, and
// its length in bytes.
func plain(text string) (rune, int) {
	r, n := utf8.DecodeRuneInString(text)
	return unicode.ToUpper(expr.Plain(r)), n
}

func digitsAt(text string, pos int) (digits string, end int) {
	var b strings.Builder
	for pos < len(text) {
		r, n := plain(text[pos:])
		if r < '0' || r > '9' {
			break
		}
		b.WriteRune(r)
		pos += n
	}
	return b.String(), pos
}

// desc is the canonical text of h, what follows "24:" in an ID.
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
