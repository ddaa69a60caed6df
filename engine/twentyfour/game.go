package twentyfour

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"reckon/engine"
	"reckon/engine/expr"
)

// Game is the 24 game.
type Game struct{}

func (Game) Name() string { return "24" }

// Rules says that a solved hand stays open for further distinct solutions.
func (Game) Rules() engine.Rules {
	return engine.Rules{Argument: "numbers", Experts: true, Collect: true, Choices: []string{Whole, Sums, Hardest}, Board: engine.Board{Kind: engine.TileBoard, Operators: "+-*/", All: true}}
}

// Quality is 100: an answer is right or it is not.
func (Game) Quality(int, int) int { return 100 }

func (Game) Idea(answer, goal string) []engine.Hint { return engine.Idea(answer, goal) }

// faces are the cards with a letter.
var faces = map[string]int{"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}

// cardForm matches a number, and any other character that does not stand between cards.
var cardForm = regexp.MustCompile(`\p{Nd}+|[^\t\n ,;、　，；]`)

// numberForm matches a number or a card with a letter.
var numberForm = regexp.MustCompile(`\p{Nd}+|[AaTtJjQqKk]`)

// Parse reads a hand of MinCards to MaxCards cards from 0 on, in any order, separated by
// spaces or commas; A J Q K (and T for 10) are cards, too. A goal other than 24 follows
// an equals sign: "3,3,8,8", "3 3 8 8 = 100", "a j q k".
func (Game) Parse(text string) (engine.Puzzle, error) {
	fault := func(code string, from, to int, args engine.Args) (engine.Puzzle, error) {
		return nil, &engine.Fault{Code: code, Args: args, At: &engine.Span{Pos: from, End: to}}
	}
	h, end := hand{goal: Classic}, len(text)
	equals := strings.IndexFunc(text, func(r rune) bool { return expr.Plain(r) == '=' })
	if equals >= 0 {
		end = equals
	}
	typed := cardForm.FindAllStringIndex(text[:end], -1)
	maxCard, maxGoal := limits(len(numberForm.FindAllStringIndex(text[:end], -1)))
	for _, at := range typed {
		plain := strings.ToUpper(strings.Map(expr.Plain, text[at[0]:at[1]]))
		card, known := faces[plain]
		var err error
		if !known {
			card, err = strconv.Atoi(plain)
		}
		if err != nil || card > maxCard {
			return fault("hand.card", at[0], at[1], engine.Args{"text": text[at[0]:at[1]], "min": 0, "max": maxCard})
		}
		h.cards = append(h.cards, card)
	}
	if equals >= 0 {
		_, width := utf8.DecodeRuneInString(text[equals:])
		var err error
		h.goal, err = strconv.ParseInt(strings.ReplaceAll(strings.Map(expr.Plain, text[equals+width:]), " ", ""), 10, 64)
		if err != nil || h.goal < -maxGoal || h.goal > maxGoal {
			return fault("hand.goal", equals+width, len(text), engine.Args{"text": strings.TrimSpace(text[equals+width:]), "limit": int(maxGoal)})
		}
	}
	if len(h.cards) < MinCards || len(h.cards) > MaxCards {
		return nil, &engine.Fault{Code: "hand.count", Args: engine.Args{"count": len(h.cards), "min": MinCards, "max": MaxCards}}
	}
	slices.Sort(h.cards)
	return &Puzzle{hand: h}, nil
}

// New deals four cards 1..13 that make 24; every such hand of the level is equally
// likely. The text of the wish is a choice, which leaves out the level, or a hand, which
// need not have a solution.
func (g Game) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	fits, isChoice := choices[w.Text]
	if isChoice {
		w.Level = engine.AnyLevel
	} else if w.Text != "" {
		return g.Parse(w.Text)
	}
	deck := classicDeck()
	p := w.Choose(func(yield func(engine.Puzzle) bool) {
		for _, i := range r.Perm(len(deck)) {
			p := &Puzzle{hand: deck[i].hand}
			rating := p.Rating()
			if rating.Solvability != engine.Solvable || w.Level != engine.AnyLevel && rating.Level != w.Level || isChoice && !fits(p) {
				continue
			}
			if !yield(p) {
				return
			}
		}
	})
	if p == nil { // for a level that does not exist
		return &Puzzle{hand: deck[len(deck)-1].hand}, nil
	}
	return p, nil
}

// The choices beside levels: texts of a wish.
const (
	Whole   = "whole"   // a hand that needs no fraction
	Sums    = "sums"    // one that + and − alone solve
	Hardest = "hardest" // one of those that people pass on as riddles
)

// choices reports of each whether a hand with a solution is of it.
var choices = map[string]func(*Puzzle) bool{
	Whole:   func(p *Puzzle) bool { return p.study().avoids(step.hasFraction) },
	Sums:    func(p *Puzzle) bool { return p.study().avoids(step.isProduct) },
	Hardest: (*Puzzle).isFamous,
}

// famousSeconds is from when a hand of the highest level is famous for its time alone.
const famousSeconds = 100

// isFamous reports whether p is one of the hardest hands: of the highest level, every
// solution goes through a fraction or a number above 48, or it takes people longest. So are
// 32 of the 62 hands of that level.
func (p *Puzzle) isFamous() bool {
	r := p.Rating()
	return r.Level == engine.MaxLevel &&
		(r.Seconds >= famousSeconds || slices.Contains(r.Reasons, "fraction") || slices.Contains(r.Reasons, "large"))
}
