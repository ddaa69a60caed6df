package letters

import (
	"context"
	"math/bits"
	"strings"
	"sync"

	"reckon/engine"
	"reckon/engine/words"
)

// A Puzzle is nine letters.
type Puzzle struct {
	letters string // in lower case, sorted
	once    sync.Once
	found   []string
}

var _ engine.Puzzle = (*Puzzle)(nil)

func newPuzzle(letters string) *Puzzle { return &Puzzle{letters: sorted(letters)} }

// study lists what can be spelt, the best first.
func (p *Puzzle) study() []string {
	p.once.Do(func() { p.found = words.Within(p.letters) })
	return p.found
}

// ID is "letters:AAEEILNRT", with the letters by alphabet so that a draw has
// one ID.
func (p *Puzzle) ID() string { return "letters:" + strings.ToUpper(p.letters) }

// Class is that of the letters.
func (p *Puzzle) Class() string { return engine.LettersClass(p.letters) }

// Face shows the letters by alphabet.
func (p *Puzzle) Face() engine.Face {
	return engine.Face{Tiles: strings.Split(strings.ToUpper(p.letters), "")}
}

// Judge is Right for any word of the large list spelt with the letters, each
// used once at most.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	word, err := words.Read(answer)
	if err != nil {
		return engine.Verdict{Outcome: engine.Invalid, Fault: engine.AsFault(err), Measure: drawn}
	}
	v := engine.Verdict{Outcome: engine.Wrong, Text: word, Measure: drawn}
	d := words.Compare(word, p.letters)
	switch {
	case len(d.Extra) > 0:
		v.Fault = &engine.Fault{Code: "extra", Args: engine.Args{"letters": d.Extra}}
	case len(d.Repeated) > 0:
		v.Fault = &engine.Fault{Code: "repeated", Args: engine.Args{"letters": d.Repeated}}
	case !words.Has(word):
		v.OnTiles = len(word) > 1
		v.Fault = &engine.Fault{Code: "unknown", Args: engine.Args{"word": word}}
	default:
		v.Outcome, v.Form, v.OnTiles = engine.Right, word, len(word) > 1
		v.Measure, v.Points = drawn-len(word), pointsFor(word)
	}
	return v
}

// pointsFor is a point a letter, and twice that for all nine.
func pointsFor(word string) int {
	if len(word) == drawn {
		return 2 * drawn
	}
	return len(word)
}

// Solve lists every word, the longest first, but for those that may offend. It
// takes about a millisecond and so does not heed ctx.
func (p *Puzzle) Solve(context.Context) engine.Solution {
	found := p.study()
	s := engine.Solution{Solvable: len(found) > 0, All: found, Complete: true, Proven: true}
	if s.Solvable {
		s.Best = found[0]
		s.Measure = drawn - len(s.Best)
	}
	return s
}

// Hint tells of the best word.
func (p *Puzzle) Hint(n int, _ []string) engine.Hint {
	found := p.study()
	if len(found) == 0 {
		return engine.Hint{}
	}
	best := found[0]
	switch {
	case n <= 1:
		return engine.Hint{Code: "length", Args: engine.Args{"letters": len(best)}}
	case n == 2:
		return engine.Hint{Code: "starts", Args: engine.Args{"letter": best[:1]}}
	}
	return engine.Hint{Code: "pattern", Args: engine.Args{"text": words.Pattern(best)}}
}

// levelBounds are the difficulties at which the next level begins: the fifths
// of some thousand draws.
var levelBounds = [...]int{68, 76, 83, 92}

// Rating goes by the length of the longest words, how many of them there are,
// and whether most people know one. Seconds are not predicted.
func (p *Puzzle) Rating() engine.Rating {
	r := engine.Rating{Level: engine.MinLevel}
	found := p.study()
	if len(found) == 0 {
		r.Level = engine.MaxLevel
		return r
	}
	for _, bound := range levelBounds {
		if difficulty(found) >= bound {
			r.Level++
		}
	}
	longest, known := top(found)
	for _, t := range []struct {
		code string
		has  bool
	}{
		{"rare", known == 0},
		{"lone", longest == 1},
		{"long", len(found[0]) >= drawn-1},
	} {
		if t.has {
			r.Reasons = append(r.Reasons, t.code)
		}
	}
	return r
}

// top counts the longest words, and those of them most people know.
func top(found []string) (longest, known int) {
	for _, w := range found {
		if len(w) < len(found[0]) {
			break
		}
		longest++
		if words.Common(w) {
			known++
		}
	}
	return longest, known
}

// difficulty of finding one of the longest words: ten for each letter, less
// four for each doubling of the number of them, and half as much again as a
// letter where all are rare.
func difficulty(found []string) int {
	longest, known := top(found)
	d := 10 * len(found[0])
	if known == 0 {
		return d + 15 - 4*(bits.Len(uint(longest))-1)
	}
	return d - 4*(bits.Len(uint(known))-1)
}
