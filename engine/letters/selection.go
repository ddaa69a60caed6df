package letters

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"reckon/engine"
	"reckon/engine/words"
)

// count is the number of letters of a puzzle.
const count = words.MaxLength

// A selection is the letters of a puzzle, and all that both games do alike.
type selection struct {
	letters string // in lower case, in the order in which they are shown
	whole   bool   // a word must use all of them
	once    sync.Once
	found   []words.Word
}

// readLetters reads nine letters, with or without spaces or commas.
func readLetters(desc string) (string, error) {
	letters, err := words.Read(desc)
	if err == nil && len(letters) != count {
		err = &engine.Fault{Code: "letters.count", Args: engine.Args{"count": len(letters), "want": count}}
	}
	return letters, err
}

func shuffle(r *rand.Rand, b []byte) { r.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] }) }

// words returns the words that can be spelt and may be shown, the best first.
func (s *selection) words() []words.Word {
	s.once.Do(func() {
		s.found = words.Within(s.letters)
		if s.whole {
			s.found = slices.DeleteFunc(s.found, func(w words.Word) bool { return len(w.Text) < count })
		}
	})
	return s.found
}

// Face shows the letters.
func (s *selection) Face() engine.Face {
	return engine.Face{Tiles: strings.Split(strings.ToUpper(s.letters), "")}
}

// judge returns what both games say of an answer: it is Right if it is a word of
// the list that the letters spell, whether many people know it or not.
func (s *selection) judge(answer string) engine.Verdict {
	word, err := words.Read(answer)
	if err != nil {
		return engine.Verdict{Outcome: engine.Invalid, Fault: engine.AsFault(err)}
	}
	v := engine.Verdict{Outcome: engine.Wrong}
	v.Text, v.Masked = words.Shown(word)
	d := words.Compare(word, s.letters)
	switch {
	case len(d.Extra) > 0:
		v.Fault = &engine.Fault{Code: "extra", Args: engine.Args{"letters": d.Extra}}
	case len(d.Repeated) > 0:
		v.Fault = &engine.Fault{Code: "repeated", Args: engine.Args{"letters": d.Repeated}}
	case s.whole && len(d.Missing) > 0:
		v.Fault = &engine.Fault{Code: "missing", Args: engine.Args{"letters": d.Missing}}
	case !words.Has(word):
		v.OnTiles = len(word) > 1
		v.Fault = &engine.Fault{Code: "unknown", Args: engine.Args{"word": v.Text}}
	default:
		v.Outcome, v.Form, v.OnTiles = engine.Right, word, true
	}
	return v
}

// Solve lists every word except those that may offend: first the known ones, the
// longest first, then the others by how well they are known. Best is the word that
// a person could find. Proven means that no known word is longer; a rarer one may
// be. Solve takes about a millisecond and ignores ctx.
func (s *selection) Solve(context.Context) engine.Solution {
	out := engine.Solution{Complete: true, Proven: true}
	for _, w := range s.words() {
		out.All = append(out.All, w.Text)
	}
	if out.Solvable = len(out.All) > 0; out.Solvable {
		out.Best = out.All[0]
		out.Measure = count - len(out.Best)
	}
	return out
}

// Hint gives facts about the best word: in the letters game its length, its first
// letter and its pattern, in a conundrum its first letter, its last three and its
// pattern.
func (s *selection) Hint(n int, _ []string) engine.Hint {
	found := s.words()
	if len(found) == 0 {
		return engine.Hint{}
	}
	best := found[0].Text
	pattern := []byte(best)
	for i := 1; i < len(pattern); i += 2 {
		pattern[i] = '?'
	}
	facts := [...]engine.Hint{
		{Code: "length", Args: engine.Args{"letters": len(best)}},
		{Code: "starts", Args: engine.Args{"letter": best[:1]}},
		{Code: "pattern", Args: engine.Args{"text": string(pattern)}},
	}
	if s.whole {
		facts[0], facts[1] = facts[1], engine.Hint{Code: "ends", Args: engine.Args{"text": best[count-3:]}}
	}
	return facts[min(max(n, 1), len(facts))-1]
}

// unsolvable rates letters that spell no word.
var unsolvable = engine.Rating{Solvability: engine.Unsolvable, Level: engine.MaxLevel}
