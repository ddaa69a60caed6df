package tchisla

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"reckon/engine"
	"reckon/engine/exact"
	"reckon/engine/expr"
)

// A Puzzle is a target and the digit to write it with.
type Puzzle struct {
	target, digit int
	once          sync.Once
	known         Result
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
func (p *Puzzle) par() Result {
	p.once.Do(func() {
		if r, ok := Lookup(p.target, p.digit); ok {
			p.known = Result{Expr: r.Expr, Digits: r.Digits, Proven: r.Proven}
		} else {
			p.known = Search(context.Background(), p.target, p.digit, Options{Entries: parEntries})
		}
	})
	return p.known
}

// Solve gives the best of the book, or of a live search that ends with ctx or
// when its memory is used up. The solution is one of many, so it is never
// Complete.
func (p *Puzzle) Solve(ctx context.Context) engine.Solution {
	best := p.par()
	_, booked := Lookup(p.target, p.digit)
	if !best.Proven && !booked {
		if r := Search(ctx, p.target, p.digit, Options{}); r.Expr != nil && (best.Expr == nil || r.Digits <= best.Digits) {
			best = r
		}
	}
	if best.Expr == nil {
		return engine.Solution{}
	}
	text := best.Expr.String()
	return engine.Solution{
		Solvable: true, Best: text, All: []string{text},
		Measure: best.Digits, Proven: best.Proven, Settled: booked || best.Proven,
	}
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
	n, value, err := engine.ReadAnswer(answer)
	if n == nil {
		return engine.Verdict{Outcome: engine.Invalid, Fault: engine.AsFault(err)}
	}
	v := engine.Verdict{Outcome: engine.Wrong, Text: n.String(), Measure: expr.CountDigits(n)}
	f := engine.AsFault(err)
	if f != nil && f.Code != "claim" {
		v = engine.Verdict{Outcome: engine.Invalid}
	} else {
		v.Value = value.String()
	}
	other := otherDigits(n, p.digit)
	v.OnTiles = len(other) == 0 && (n.Op != expr.Num || len(n.Digits) > 1)
	switch {
	case len(other) > 0:
		v.Fault = p.digitFault(n, other)
	case v.Outcome == engine.Invalid:
		v.Fault = f
	case !value.Is(int64(p.target)):
		v.Fault = p.valueFault(value)
	case f != nil:
		v.Fault = f
	default:
		v.Outcome = engine.Right
		v.Form = v.Text
		v.Points = pointsByStar * p.Stars(v.Measure)
	}
	return v
}

func (p *Puzzle) valueFault(v exact.Value) *engine.Fault {
	return &engine.Fault{Code: "value", Args: engine.Args{
		"value": v.String(), "mixed": v.Mixed(), "goal": strconv.Itoa(p.target),
	}}
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
