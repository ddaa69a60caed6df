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

var _ engine.Puzzle = (*Puzzle)(nil)

func newPuzzle(target, digit int) *Puzzle { return &Puzzle{target: target, digit: digit} }

// ID is "tchisla:2016#7".
func (p *Puzzle) ID() string { return fmt.Sprintf("tchisla:%d#%d", p.target, p.digit) }

// Class is that of the target and the digit, which no other game has.
func (p *Puzzle) Class() string { return p.ID() }

// Face shows the digit as the only tile and the target as the goal.
func (p *Puzzle) Face() engine.Face {
	return engine.Face{Tiles: []string{strconv.Itoa(p.digit)}, Goal: strconv.Itoa(p.target)}
}

// parEntries bounds the search that the par, the hints and the rating of a
// target outside the book are made from: some tenths of a second. It is counted
// in numbers, not in time, so that they are always the same.
const parEntries = 100_000

// par is the best of the book, or of a bounded search.
func (p *Puzzle) par() search.Answer {
	p.once.Do(func() {
		var ok bool
		if p.known, ok = Lookup(p.target, p.digit); !ok {
			p.known, _ = search.Find(context.Background(), p.target, p.digit, search.Options{Entries: parEntries})
		}
	})
	return p.known
}

// Solve gives the best of the book, or of a live search that ends with ctx or
// when its memory is used up. The solution is one of many, so it is never
// Complete, and none is Proven. Only the book says that it is the best known and
// how far was searched for better ones: a live search is too narrow for that.
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

// searchLive is the solution without the book.
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

// Stars of a right answer with the given number of digits.
func (p *Puzzle) Stars(digits int) int {
	best := p.par()
	if best.Expr == nil {
		return mostStars
	}
	return min(mostStars, max(1, mostStars-(digits-best.Digits)))
}

// Judge reads an answer, whatever operations it uses, and says whether it makes
// the target with the one digit.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	a := engine.JudgeAnswer(answer, int64(p.target))
	if a.Node == nil {
		return engine.Verdict{Outcome: engine.Invalid, Fault: a.Fault}
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
	if len(other) > 0 {
		v.Fault = p.digitFault(n, other)
		if v.Outcome == engine.Right {
			v.Outcome = engine.Wrong
		}
	}
	if v.Outcome == engine.Right {
		v.Form = v.Text
		v.Points = pointsByStar * p.Stars(v.Measure)
	}
	return v
}

func (p *Puzzle) digitFault(n *expr.Node, other []string) *engine.Fault {
	f := &engine.Fault{Code: "digit", Args: engine.Args{"digits": other, "digit": strconv.Itoa(p.digit)}}
	for _, num := range n.Numbers() {
		if strings.ContainsAny(num.Digits, strings.Join(other, "")) {
			f.At = &engine.Span{Pos: num.At.Pos, End: num.At.End}
			break
		}
	}
	return f
}

// otherDigits are those of n that are not the digit, ascending.
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
