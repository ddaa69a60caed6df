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
	return engine.Rules{
		Argument: "numbers",
		Experts:  true,
		Collect:  true,
		Choices:  []string{Whole, Sums, Hardest, Plate, PlateInOrder, Krypto},
		Sign:     "24",
		Board: engine.Board{
			Kind:      engine.TileBoard,
			Operators: "+-*/",
			All:       true,
		},
	}
}

// Quality is 100: an answer is right or it is not.
func (Game) Quality(int, int) int { return 100 }

func (Game) Idea(answer, goal string) []engine.Hint { return engine.Idea(answer, goal) }

// faces are the cards with a letter.
var faces = map[string]int{"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13}

// cardForm matches a number, a Chinese numeral, and any other character that does not separate cards.
var cardForm = regexp.MustCompile(`\p{Nd}+|\p{Han}+|[^\t\n ,;、　，；]`)

// joinedForm matches four cards that are typed as one number.
var joinedForm = regexp.MustCompile(`^\s*(?:[1-9]{4}|[一二三四五六七八九]{4})\s*$`)

// numberForm matches a number, a Chinese numeral or a card with a letter.
var numberForm = regexp.MustCompile(`\p{Nd}+|\p{Han}+|[AaTtJjQqKk]`)

// Parse reads a hand of MinCards to MaxCards cards from 0 on, in any order, separated by
// spaces or commas; A J Q K (and T for 10) are cards, too. A goal other than 24 follows
// an equals sign: "3,3,8,8", "3 3 8 8 = 100", "a j q k". Four digits together are four
// cards: "3388". Numbers may be Chinese numerals: "三 三 八 八". Four digits with points
// between them have to be used in their order: "7.2.9.1".
func (Game) Parse(text string) (engine.Puzzle, error) {
	h := hand{goal: Classic}
	equals := strings.IndexFunc(text, func(r rune) bool { return expr.Plain(r) == '=' })
	end := equals
	if equals < 0 {
		end = len(text)
	}
	h.inOrder = orderedForm.MatchString(text[:end])
	if h.inOrder {
		text = strings.ReplaceAll(text[:end], ".", " ") + text[end:]
	}
	if joinedForm.MatchString(text[:end]) {
		digits := strings.TrimSpace(text[:end])
		cards := strings.Join(strings.Split(digits, ""), " ")
		spaced := cards + " " + text[end:]
		p, err := Game{}.Parse(spaced)
		// Such cards have no fault, so the place of a fault is behind them.
		return p, engine.MoveFault(err, len(text)-len(spaced))
	}
	maxCard, maxGoal := limits(len(numberForm.FindAllStringIndex(text[:end], -1)))
	for _, place := range cardForm.FindAllStringIndex(text[:end], -1) {
		word := text[place[0]:place[1]]
		card, ok := readCard(word)
		if !ok || card > maxCard {
			return nil, &engine.Fault{
				Code: "hand.card",
				Args: engine.Args{"text": word, "min": 0, "max": maxCard},
				At:   &engine.Span{Pos: place[0], End: place[1]},
			}
		}
		h.cards = append(h.cards, card)
	}
	if equals >= 0 {
		_, width := utf8.DecodeRuneInString(text[equals:])
		goal, ok := readGoal(text[equals+width:])
		if !ok || goal < -maxGoal || goal > maxGoal {
			return nil, &engine.Fault{
				Code: "hand.goal",
				Args: engine.Args{"text": strings.TrimSpace(text[equals+width:]), "limit": int(maxGoal)},
				At:   &engine.Span{Pos: equals + width, End: len(text)},
			}
		}
		h.goal = goal
	}
	if len(h.cards) < MinCards || len(h.cards) > MaxCards {
		return nil, &engine.Fault{
			Code: "hand.count",
			Args: engine.Args{"count": len(h.cards), "min": MinCards, "max": MaxCards},
		}
	}
	if !h.inOrder {
		slices.Sort(h.cards)
	}
	return &Puzzle{hand: h}, nil
}

// readCard reads a number, a Chinese numeral or a card with a letter.
func readCard(word string) (int, bool) {
	plain := strings.ToUpper(strings.Map(expr.Plain, word))
	card, ok := faces[plain]
	if ok {
		return card, true
	}
	if card, ok := expr.Chinese(word); ok {
		return card, true
	}
	card, err := strconv.Atoi(plain)
	return card, err == nil
}

// readGoal reads a whole number, which may have spaces in it, or a Chinese numeral.
func readGoal(text string) (int64, bool) {
	plain := strings.ReplaceAll(strings.Map(expr.Plain, text), " ", "")
	if goal, ok := expr.Chinese(plain); ok {
		return int64(goal), true
	}
	goal, err := strconv.ParseInt(plain, 10, 64)
	return goal, err == nil
}

// New deals four cards 1..13 that make 24. Every such hand of the level is equally likely. The text of the wish may
// be one of the choices; then the level counts only for Plate, PlateInOrder and Krypto. The text may also be a goal,
// "= 100", which the hand makes, or a hand, which need not have a solution.
func (g Game) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	switch w.Text {
	case Plate:
		return newPlate(r, w), nil
	case PlateInOrder:
		return newPlateInOrder(r, w), nil
	case Krypto:
		return newKrypto(r, w), nil
	}
	if goal, isGoal := goalAlone(w.Text); isGoal {
		return newFor(r, goal)
	}
	fits, isChoice := choices[w.Text]
	if w.Text != "" && !isChoice {
		return g.Parse(w.Text)
	}
	if isChoice {
		w.Level = engine.AnyLevel
	}
	deck := classicDeck()
	p := w.Choose(func(yield func(engine.Puzzle) bool) {
		for _, i := range r.Perm(len(deck)) {
			p := &Puzzle{hand: deck[i].hand}
			rating := p.Rating()
			if rating.Solvability != engine.Solvable {
				continue
			}
			if w.Level != engine.AnyLevel && rating.Level != w.Level {
				continue
			}
			if isChoice && !fits(p) {
				continue
			}
			if !yield(p) {
				return
			}
		}
	})
	if p == nil {
		// There is no such level.
		return &Puzzle{hand: deck[len(deck)-1].hand}, nil
	}
	return p, nil
}

// goalAlone reads a text that is a goal without cards, "= 100".
func goalAlone(text string) (goal int64, ok bool) {
	plain, isGoal := strings.CutPrefix(strings.TrimSpace(strings.Map(expr.Plain, text)), "=")
	if !isGoal {
		return 0, false
	}
	return readGoal(plain)
}

// newFor deals four cards 1..13 that make a goal. If there are no such cards, the error is an
// *engine.Fault.
func newFor(r *rand.Rand, goal int64) (engine.Puzzle, error) {
	deck := classicDeck()
	for _, i := range r.Perm(len(deck)) {
		p := &Puzzle{hand: hand{cards: deck[i].cards, goal: goal}}
		if len(p.study().solutions) > 0 {
			return p, nil
		}
	}
	return nil, &engine.Fault{Code: "hand.goal.none", Args: engine.Args{"goal": int(goal)}}
}

// The choices besides levels, as texts of a wish.
const (
	// Whole is a hand that needs no fraction.
	Whole = "whole"
	// Sums is a hand that + and − alone solve.
	Sums = "sums"
	// Hardest is one of the hands that people pass on as riddles.
	Hardest = "hardest"
	// Plate is the four digits of a number plate, which make 10 in any order.
	Plate = "plate"
	// PlateInOrder is the same with the digits in the order of the plate.
	PlateInOrder = "plate-in-order"
	// Krypto is five cards, 1 to 25, that make a sixth.
	Krypto = "krypto"
)

// choices report whether a classic hand with a solution meets a choice.
var choices = map[string]func(*Puzzle) bool{
	Whole:   func(p *Puzzle) bool { return p.study().canAvoid(step.hasFraction) },
	Sums:    func(p *Puzzle) bool { return p.study().canAvoid(step.isProduct) },
	Hardest: (*Puzzle).isFamous,
}

// famousSeconds are the least seconds that make a hand of the highest level famous.
const famousSeconds = 100

// isFamous reports whether p is one of the hardest hands: it has the highest level, and every
// solution goes through a fraction or a number above 48, or it takes people famousSeconds or
// more. 32 of the 62 hands of that level are famous.
func (p *Puzzle) isFamous() bool {
	r := p.Rating()
	if r.Level != engine.MaxLevel {
		return false
	}
	isHard := slices.Contains(r.Reasons, "fraction") || slices.Contains(r.Reasons, "large")
	return isHard || r.Seconds >= famousSeconds
}
