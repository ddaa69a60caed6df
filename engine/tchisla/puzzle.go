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
	once          sync.Once
	known         search.Answer // without an Expr if there is none
}

// ID is "tchisla:2016#7".
func (p *Puzzle) ID() string { return fmt.Sprintf("tchisla:%d#%d", p.target, p.digit) }

// Face shows the digit as the only tile and the target as the goal.
func (p *Puzzle) Face() engine.Face {
	return engine.Face{Tiles: []string{strconv.Itoa(p.digit)}, Goal: strconv.Itoa(p.target)}
}

// parEntries bounds the search that the par, the hints and the rating of a
// target outside the book are made from: some tenths of a second. It counts
// numbers, not time, so that the result is always the same.
const parEntries = 100_000

// par returns the best answer of the book, or of a bounded search.
func (p *Puzzle) par() search.Answer {
	p.once.Do(func() {
		var ok bool
		if p.known, ok = Lookup(p.target, p.digit); !ok {
			p.known, _ = search.Find(context.Background(), p.target, p.digit, search.Options{Entries: parEntries})
		}
	})
	return p.known
}

// Solve returns the best answer of the book, or of a live search that ends with
// ctx or when its memory is used up. The solution is one of many, so it is never
// Complete, and never Proven. Only a solution of the book is Settled and states how
// far better ones were searched for: a live search is too narrow for that.
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
	return engine.Solution{Solvable: true, Best: text, All: []string{text}, Measure: best.Digits}
}

// Points of a right answer: three stars for the par or below it, two for one
// digit more, else one.
const (
	pointsByStar = 10
	mostStars    = 3
)

// Judge reads an answer, whatever operations it uses, and judges whether it makes
// the target with the one digit.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	return engine.JudgeText(p, answer, true, p.judge)
}

// judge judges an answer as it stands.
func (p *Puzzle) judge(answer string) engine.Verdict {
	a := engine.JudgeAnswer(answer, int64(p.target))
	if a.Node == nil {
		return engine.Verdict{Outcome: engine.Invalid, Fault: a.Fault, Meant: expr.IsCalculation(answer)}
	}
	n, other := a.Node, otherDigits(a.Node, p.digit)
	if len(other) > 0 && len(otherDigits(a.Again, p.digit)) == 0 {
		n, other = a.Again, nil
	}
	v := engine.Verdict{Outcome: a.Outcome, Fault: a.Fault}
	if a.Outcome != engine.Invalid {
		v.Text, v.Measure = n.String(), expr.CountDigits(n)
		if a.Valued {
			v.Value = a.Value.String()
		}
	}
	v.OnTiles = len(other) == 0 && (n.Op != expr.Num || len(n.Digits) > 1)
	v.Meant = v.OnTiles || expr.IsCalculation(answer)
	if len(other) > 0 {
		v.Fault = &engine.Fault{Code: "digit", Args: engine.Args{"digits": other, "digit": strconv.Itoa(p.digit)}}
		for _, num := range n.Numbers() {
			if strings.ContainsAny(num.Digits, strings.Join(other, "")) {
				v.Fault.At = num.Place()
				break
			}
		}
		if v.Outcome == engine.Right {
			v.Outcome = engine.Wrong
		}
	}
	if v.Outcome == engine.Right {
		v.Form = v.Text
		stars := mostStars
		if best := p.par(); best.Expr != nil {
			stars = min(mostStars, max(1, mostStars-(v.Measure-best.Digits)))
		}
		v.Points = pointsByStar * stars
	}
	return v
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

// longestValue is how many bytes of a value a hint names.
const longestValue = 10

// Hint speaks of the best known expression: 1 its number of digits; 2 the operation done
// last; 3 of the last operation that joins two parts the part with more digits ("part", Args text and value) or, if that leaves but one number to be found, the
// two values it joins ("step", Args text). Where these are numbers as they stand it is the
// longer ("number"), and the "solution" if that is a single digit or there is no such
// operation.
func (p *Puzzle) Hint(n int, _ []string) engine.Hint {
	best := p.par()
	switch {
	case best.Expr == nil:
		return engine.Hint{}
	case n <= 1:
		return engine.Hint{Code: "digits", Args: engine.Args{"digits": best.Digits}}
	case n == 2:
		return engine.Hint{Code: "last." + best.Expr.Op.Name()}
	}
	inner := best.Expr
	for inner.X != nil && inner.Y == nil {
		inner = inner.X
	}
	if inner.Op == expr.Num {
		return engine.Hint{Code: "solution", Args: engine.Args{"text": best.Expr.String()}}
	}
	part, rest := inner.X, inner.Y
	if expr.CountDigits(rest) > expr.CountDigits(part) {
		part, rest = rest, part
	}
	steps, err := expr.Steps(inner)
	switch {
	case part.Op == expr.Num && rest.Op == expr.Num && len(part.Digits) == 1:
		return engine.Hint{Code: "solution", Args: engine.Args{"text": best.Expr.String()}}
	case part.Op == expr.Num && rest.Op == expr.Num:
		return engine.Hint{Code: "number", Args: engine.Args{"text": part.Digits}}
	case err == nil && len(rest.Numbers()) == 1:
		return engine.Hint{Code: "step", Args: engine.Args{"text": steps[len(steps)-1].Operation(expr.ASCII, longestValue)}}
	}
	return engine.Hint{Code: "part", Args: engine.Args{"text": part.String(), "value": part.Mixed()}}
}
