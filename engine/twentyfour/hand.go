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
var faces = map[rune]int{'A': 1, 'T': 10, 'J': 11, 'Q': 12, 'K': 13}

// parseHand reads "3,3,8,8", "3 3 8 8 = 100", "a j q k". The error is an
// *engine.Fault.
func parseHand(text string) (hand, error) {
	h := hand{goal: Classic}
	for pos := 0; pos < len(text); {
		r, n := plain(text[pos:])
		end := pos + n
		card, known := faces[r]
		switch {
		case strings.ContainsRune(" \t\n,;、", r):
			pos = end
			continue
		case r == '=':
			goal, err := parseGoal(text, end)
			if err != nil {
				return hand{}, err
			}
			h.goal, pos = goal, len(text)
			continue
		case '0' <= r && r <= '9':
			known, end = true, pos
			for '0' <= r && r <= '9' {
				card = min(10*card+int(r-'0'), MaxCard+1)
				end += n
				r, n = plain(text[end:])
			}
		}
		if !known || card > MaxCard {
			return hand{}, &engine.Fault{
				Code: "hand.card",
				Args: engine.Args{"text": text[pos:end], "min": 0, "max": MaxCard},
				At:   &engine.Span{Pos: pos, End: end},
			}
		}
		h.cards = append(h.cards, card)
		pos = end
	}
	if len(h.cards) < MinCards || len(h.cards) > MaxCards {
		return hand{}, &engine.Fault{Code: "hand.count", Args: engine.Args{"count": len(h.cards), "min": MinCards, "max": MaxCards}}
	}
	slices.Sort(h.cards)
	return h, nil
}

// parseGoal reads the rest of text, from pos after the equals sign.
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

// plain returns the first character of text as a plain capital, and its length in
// bytes.
func plain(text string) (rune, int) {
	r, n := utf8.DecodeRuneInString(text)
	return unicode.ToUpper(expr.Plain(r)), n
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
