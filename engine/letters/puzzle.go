package letters

import (
	"context"
	"strings"
	"sync"

	"reckon/engine"
	"reckon/engine/words"
)

// A Puzzle is nine letters.
type Puzzle struct {
	letters string // in lower case, sorted
	once    sync.Once
	found   []words.Word
}

var _ engine.Puzzle = (*Puzzle)(nil)

func newPuzzle(letters string) *Puzzle { return &Puzzle{letters: sorted(letters)} }

// study lists what can be spelt, the best known word first.
func (p *Puzzle) study() []words.Word {
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

// Judge is Right for any word of the list spelt with the letters, each used
// once at most, whether it is known to many people or not.
func (p *Puzzle) Judge(answer string) engine.Verdict {
	word, err := words.Read(answer)
	if err != nil {
		return engine.Verdict{Outcome: engine.Invalid, Fault: engine.AsFault(err), Measure: drawn}
	}
	v := engine.Verdict{Outcome: engine.Wrong, Measure: drawn}
	v.Text, v.Masked = words.Shown(word)
	d := words.Compare(word, p.letters)
	switch {
	case len(d.Extra) > 0:
		v.Fault = &engine.Fault{Code: "extra", Args: engine.Args{"letters": d.Extra}}
	case len(d.Repeated) > 0:
		v.Fault = &engine.Fault{Code: "repeated", Args: engine.Args{"letters": d.Repeated}}
	case !words.Has(word):
		v.OnTiles = len(word) > 1
		v.Fault = &engine.Fault{Code: "unknown", Args: engine.Args{"word": v.Text}}
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

// Solve lists every word, but for those that may offend: first the known ones,
// the longest first, then the others likewise. Best is what a person could find:
// the longest of the known words, if there is one. Proven says that no known
// word is longer; a rarer one may be. It takes about a millisecond and so does
// not heed ctx.
func (p *Puzzle) Solve(context.Context) engine.Solution {
	found := p.study()
	s := engine.Solution{Solvable: len(found) > 0, Complete: true, Proven: true}
	for _, w := range found {
		s.All = append(s.All, w.Text)
	}
	if s.Solvable {
		s.Best = s.All[0]
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
	best := found[0].Text
	switch {
	case n <= 1:
		return engine.Hint{Code: "length", Args: engine.Args{"letters": len(best)}}
	case n == 2:
		return engine.Hint{Code: "starts", Args: engine.Args{"letter": best[:1]}}
	}
	return engine.Hint{Code: "pattern", Args: engine.Args{"text": words.Pattern(best)}}
}
