package tchisla

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"reckon/engine"
	"reckon/engine/expr"
	"reckon/engine/tchisla/search"
)

// A Puzzle is a target and the digit to write it with.
type Puzzle struct {
	target, digit int

	once sync.Once
	// known is the par, set once. It has no Expr if there is none.
	known search.Answer
}

// ID is "tchisla:2016#7".
func (p *Puzzle) ID() string { return fmt.Sprintf("tchisla:%d#%d", p.target, p.digit) }

// Face shows the digit as the only tile and the target as the goal.
func (p *Puzzle) Face() engine.Face {
	return engine.Face{Tiles: []string{strconv.Itoa(p.digit)}, Goal: strconv.Itoa(p.target)}
}

// parEntries bounds the search for the par of a target outside the book, from
// which its hints and its rating are made. The search takes some tenths of a
// second. The bound is on numbers, not on time, so that the par is always the same.
const parEntries = 100_000

// par returns the best answer of the book, or of a bounded search. If neither has an answer, it has
// no Expr.
func (p *Puzzle) par() search.Answer {
	p.once.Do(func() {
		var ok bool
		p.known, ok = Lookup(p.target, p.digit)
		if ok {
			return
		}
		p.known, _ = search.Find(context.Background(), p.target, p.digit, search.Options{Entries: parEntries})
	})
	return p.known
}

// Solve returns the best answer of the book, or of a live search that ends with ctx
// or when its memory is used up. The solution is one of many, so it is never
// Complete, and never Proven. Only a solution of the book is Settled, and states
// how far people searched for better ones: a live search is too narrow for that.
func (p *Puzzle) Solve(ctx context.Context) engine.Solution {
	if _, ok := Lookup(p.target, p.digit); !ok {
		return p.searchLive(ctx, search.Options{})
	}
	best := p.par()
	s := solution(best)
	s.Settled = true
	s.Searched = min(reaches()[p.digit], best.Digits-1)
	return s
}

// searchLive returns the best answer of a live search, or the par if that is better.
func (p *Puzzle) searchLive(ctx context.Context, o search.Options) engine.Solution {
	best := p.par()
	if a, ok := search.Find(ctx, p.target, p.digit, o); ok && (best.Expr == nil || a.Digits <= best.Digits) {
		best = a
	}
	return solution(best)
}

func solution(best search.Answer) engine.Solution {
	if best.Expr == nil {
		return engine.Solution{}
	}
	text := best.Expr.String()
	return engine.Solution{
		Solvable: true,
		Best:     text,
		All:      []string{text},
		Measure:  best.Digits,
	}
}

// A right answer has three stars if it has at most the digits of the par, two if it
// has one digit more, and otherwise one. Each star is worth some points.
const (
	pointsByStar = 10
	mostStars    = 3
)

// Judge reads an answer, whatever operations it uses, and judges whether it makes
// the target with the one digit.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	return engine.JudgeText(p, answer, true, p.judge)
}

// judge judges an answer that JudgeText has read as a calculation.
func (p *Puzzle) judge(answer string) engine.Verdict {
	a := engine.JudgeAnswer(answer, int64(p.target))
	if a.Node == nil {
		return engine.Verdict{
			Outcome: engine.Invalid,
			Fault:   a.Fault,
			Meant:   expr.IsCalculation(answer),
		}
	}
	n := a.Node
	other := otherDigits(n, p.digit)
	if len(other) > 0 && len(otherDigits(a.Again, p.digit)) == 0 {
		// The other digits were results of steps, used more than once.
		n = a.Again
		other = nil
	}
	v := engine.Verdict{Outcome: a.Outcome, Fault: a.Fault}
	if a.Outcome != engine.Invalid {
		v.Text = n.String()
		v.Measure = expr.CountDigits(n)
		if a.Valued {
			v.Value = a.Value.String()
		}
	}
	isSingleDigit := n.Op == expr.Num && len(n.Digits) == 1
	v.OnTiles = len(other) == 0 && !isSingleDigit
	v.Meant = v.OnTiles || expr.IsCalculation(answer)
	if len(other) > 0 {
		v.Fault = p.digitFault(n, other)
		if v.Outcome == engine.Right {
			v.Outcome = engine.Wrong
		}
	}
	if v.Outcome == engine.Right {
		v.Form = v.Text
		v.Points = pointsByStar * p.stars(v.Measure)
	}
	return v
}

// digitFault is the fault of an answer that uses other digits. Its place is the first number with
// another digit.
func (p *Puzzle) digitFault(n *expr.Node, other []string) *engine.Fault {
	fault := &engine.Fault{
		Code: "digit",
		Args: engine.Args{
			"digits": other,
			"digit":  strconv.Itoa(p.digit),
		},
	}
	for _, num := range n.Numbers() {
		if strings.ContainsAny(num.Digits, strings.Join(other, "")) {
			fault.At = num.Place()
			break
		}
	}
	return fault
}

// stars returns the stars of a right answer with that many digits.
func (p *Puzzle) stars(digits int) int {
	best := p.par()
	if best.Expr == nil {
		return mostStars
	}
	missed := digits - best.Digits
	return min(mostStars, max(1, mostStars-missed))
}

// otherDigits returns the digits of n that are not the digit, ascending.
func otherDigits(n *expr.Node, digit int) []string {
	var other []string
	for _, num := range n.Numbers() {
		for _, d := range strings.Split(num.Digits, "") {
			if d != strconv.Itoa(digit) && !slices.Contains(other, d) {
				other = append(other, d)
			}
		}
	}
	slices.Sort(other)
	return other
}

// longestValue is the length in bytes of the longest value that a hint names.
const longestValue = 10

// Hint returns a fact about the best known expression, as a person comes to it (engine.Approach): 1 its
// number of digits ("digits"); 2 the operation done last ("last." and its name); 3 that of joinHint. If the person knows
// how many digits it has, the first fact is that of numberHint, unless the expression is a number.
func (p *Puzzle) Hint(n int, found []string) engine.Hint {
	best := p.par().Expr
	if best == nil {
		return engine.Hint{}
	}
	best = engine.Approach(best)
	isNumber := best.Op == expr.Num
	knowsDigits := len(found) > 0
	// Of an answer that is nothing but a number, numberHint would give all away.
	tellsNumber := knowsDigits && !isNumber
	switch {
	case n <= 1 && tellsNumber:
		return p.numberHint(best)
	case n <= 1:
		return engine.Hint{Code: "digits", Args: engine.Args{"digits": p.par().Digits}}
	case n == 2:
		return engine.Hint{Code: "last." + best.Op.Name()}
	}
	hint := joinHint(best)
	if tellsNumber && hint.Code == "number" {
		// The first fact was the same.
		return solutionHint(best)
	}
	return hint
}

// numberHint returns the longest number of best ("number", Args text), or that it has only single digits ("single",
// Args digit).
func (p *Puzzle) numberHint(best *expr.Node) engine.Hint {
	longest := ""
	for _, n := range best.Numbers() {
		if len(n.Digits) > len(longest) {
			longest = n.Digits
		}
	}
	if len(longest) > 1 {
		return engine.Hint{Code: "number", Args: engine.Args{"text": longest}}
	}
	return engine.Hint{Code: "single", Args: engine.Args{"digit": p.digit}}
}

// joinHint returns a fact about the last operation of best that joins two parts: the part with more
// digits ("part", Args text and value). But if the other part is a number, that fact would leave
// only this number to find. So the fact is then the two values that the operation joins ("step",
// Args text). If both parts are numbers, the fact is the longer number ("number", Args text). If
// they are single digits, or if there is no such operation, the fact is the "solution".
func joinHint(best *expr.Node) engine.Hint {
	join := best
	for join.X != nil && join.Y == nil {
		join = join.X
	}
	if join.Op == expr.Num {
		return solutionHint(best)
	}
	longer := join.X
	shorter := join.Y
	if expr.CountDigits(shorter) > expr.CountDigits(longer) {
		longer, shorter = shorter, longer
	}
	if longer.Op == expr.Num && shorter.Op == expr.Num {
		if len(longer.Digits) == 1 {
			return solutionHint(best)
		}
		return engine.Hint{Code: "number", Args: engine.Args{"text": longer.Digits}}
	}
	if len(shorter.Numbers()) == 1 {
		steps, err := expr.Steps(join)
		if err != nil {
			// Without steps the part is the only fact.
			return partHint(longer)
		}
		last := steps[len(steps)-1]
		return engine.Hint{
			Code: "step",
			Args: engine.Args{"text": last.Operation(expr.ASCII, longestValue)},
		}
	}
	return partHint(longer)
}

func solutionHint(n *expr.Node) engine.Hint {
	return engine.Hint{Code: "solution", Args: engine.Args{"text": n.String()}}
}

func partHint(n *expr.Node) engine.Hint {
	return engine.Hint{
		Code: "part",
		Args: engine.Args{
			"text":  n.String(),
			"value": n.Mixed(),
		},
	}
}
