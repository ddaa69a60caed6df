package tchisla

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"reckon/engine"
	"reckon/engine/expr"
)

// MaxTarget is the largest target that can be posed.
const MaxTarget = 999_999_999

// shownRunes bounds the length of a text that a Fault repeats.
const shownRunes = 40

// Game is Tchisla.
type Game struct{}

func (Game) Name() string { return "tchisla" }

// Rules returns the rules: fewer digits win, answers are hidden until the close, and
// an answer below the best known is a record.
func (Game) Rules() engine.Rules {
	return engine.Rules{
		Argument: "target",
		Measure:  "digits",
		Records:  true,
		Sealed:   true,
		Slack:    1,
		Sign:     "7!",
		Board: engine.Board{
			Kind:      engine.KeyBoard,
			Operators: "+-*/^√!()",
		},
	}
}

// Quality is 100 for the best known number of digits or fewer, 60 for one more,
// 30 for any other right answer.
func (Game) Quality(digits, best int) int {
	switch {
	case digits <= best:
		return 100
	case digits == best+1:
		return 60
	}
	return 30
}

func (Game) Idea(answer, goal string) []engine.Hint { return engine.Idea(answer, goal) }

var descForm = regexp.MustCompile(`^\s*(\p{Nd}+)(?:\s*[#＃]\s*|\s*[,，、;；/x]\s*|\s+)(\p{Nd}+)\s*$`)

// Parse reads a target and a digit, "2016#7" or "2016 7".
func (Game) Parse(desc string) (engine.Puzzle, error) {
	m := descForm.FindStringSubmatchIndex(desc)
	if m == nil {
		text := []rune(strings.ToValidUTF8(desc, "?"))
		text = text[:min(len(text), shownRunes)]
		return nil, &engine.Fault{
			Code: "target.form",
			Args: engine.Args{"text": string(text)},
		}
	}
	target, err := strconv.Atoi(strings.Map(expr.Plain, desc[m[2]:m[3]]))
	if err != nil || target < 1 || target > MaxTarget {
		return nil, &engine.Fault{
			Code: "target.range",
			Args: engine.Args{"max": MaxTarget},
			At:   &engine.Span{Pos: m[2], End: m[3]},
		}
	}
	digit, err := strconv.Atoi(strings.Map(expr.Plain, desc[m[4]:m[5]]))
	if err != nil || digit < 1 || digit > 9 {
		return nil, &engine.Fault{
			Code: "target.digit",
			At:   &engine.Span{Pos: m[4], End: m[5]},
		}
	}
	return &Puzzle{target: target, digit: digit}, nil
}

// yearWord asks for the year as the target.
const yearWord = "year"

// New poses a target from the book of the wished level. A text in the wish is
// a puzzle as Parse reads it, a target alone (the digit is then drawn), a
// digit alone behind a #, or "year", with or without a digit behind it.
func (g Game) New(r *rand.Rand, w engine.Wish) (engine.Puzzle, error) {
	text := strings.TrimSpace(w.Text)
	if rest, ok := strings.CutPrefix(text, yearWord); ok {
		if w.Year < 1 {
			return nil, &engine.Fault{Code: "target.year"}
		}
		text = fmt.Sprint(w.Year, rest)
	}
	if d, ok := strings.CutPrefix(strings.Map(expr.Plain, text), "#"); ok {
		digit, err := strconv.Atoi(strings.TrimSpace(d))
		if err != nil || digit < 1 || digit > 9 {
			return nil, &engine.Fault{Code: "target.digit"}
		}
		return draw(r, w, digit), nil
	}
	if text == "" {
		return draw(r, w, 0), nil
	}
	if _, err := strconv.Atoi(strings.Map(expr.Plain, text)); err != nil {
		return g.Parse(text)
	}
	return g.drawDigit(r, text, w.Level)
}

// drawDigit poses a target in a random digit with which the puzzle has the level, or in any digit
// if there is none.
func (g Game) drawDigit(r *rand.Rand, target string, level engine.Level) (engine.Puzzle, error) {
	var p engine.Puzzle
	for _, d := range r.Perm(9) {
		var err error
		p, err = g.Parse(fmt.Sprintf("%s#%d", target, d+1))
		if err != nil {
			return nil, err
		}
		if level == engine.AnyLevel || p.Rating().Level == level {
			break
		}
	}
	return p, nil
}

// drawTargets is the largest target drawn: larger ones are no better puzzles.
const drawTargets = 999

// draw poses a puzzle of the wished level, in any digit if digit is 0. It poses a very easy one
// only if the wish asks for that level, and never one that takes no idea.
func draw(r *rand.Rand, w engine.Wish, digit int) engine.Puzzle {
	return w.Choose(func(yield func(engine.Puzzle) bool) {
		for _, n := range r.Perm(drawTargets) {
			d := digit
			if d == 0 {
				d = 1 + r.IntN(9)
			}
			p := &Puzzle{target: n + 1, digit: d}
			isTooEasy := w.Level == engine.AnyLevel && p.Rating().Level == engine.MinLevel
			if isTooEasy || takesNoIdea(p.par().Expr) {
				continue
			}
			if !yield(p) {
				return
			}
		}
	})
}

// takesNoIdea reports whether an answer is one number, or two numbers joined by one sign, such as
// 333-3!. A number may be under roots and factorials, but one of two must not be. If there is no
// answer, takesNoIdea returns false.
func takesNoIdea(answer *expr.Node) bool {
	if answer == nil {
		return false
	}
	if answer.Y == nil {
		return hasNoSign(answer)
	}
	hasDigitsAlone := answer.X.Op == expr.Num || answer.Y.Op == expr.Num
	return hasDigitsAlone && hasNoSign(answer.X) && hasNoSign(answer.Y)
}

// hasNoSign reports whether an expression is a number, perhaps under roots and factorials.
func hasNoSign(n *expr.Node) bool {
	for n.Op == expr.Sqrt || n.Op == expr.Fact {
		n = n.X
	}
	return n.Op == expr.Num
}
