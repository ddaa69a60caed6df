package conundrum

import (
	"context"
	"strings"

	"reckon/engine"
	"reckon/engine/words"
)

// A Puzzle is nine letters in the order in which they are shown.
type Puzzle struct{ letters string } // in lower case

var _ engine.Puzzle = Puzzle{}

func newPuzzle(letters string) Puzzle { return Puzzle{letters} }

// ID is "conundrum:TNEETRNAI": the letters as they are shown, which do not show
// the word.
func (p Puzzle) ID() string { return "conundrum:" + strings.ToUpper(p.letters) }

// Class is that of the letters.
func (p Puzzle) Class() string { return engine.LettersClass(p.letters) }

// Face shows the letters.
func (p Puzzle) Face() engine.Face {
	return engine.Face{Tiles: strings.Split(strings.ToUpper(p.letters), "")}
}

// Judge is Right for any word of the list that uses all the letters. Only
// another arrangement of them all is Wrong: nothing else could be the answer.
func (p Puzzle) Judge(answer string) engine.Verdict {
	word, err := words.Read(answer)
	if err != nil {
		return engine.Verdict{Outcome: engine.Invalid, Fault: engine.AsFault(err)}
	}
	v := engine.Verdict{Outcome: engine.Wrong}
	v.Text, v.Masked = words.Shown(word)
	d := words.Compare(word, p.letters)
	for _, t := range []struct {
		code    string
		letters []string
	}{{"extra", d.Extra}, {"repeated", d.Repeated}, {"missing", d.Missing}} {
		if len(t.letters) > 0 {
			v.Outcome = engine.Invalid
			v.Fault = &engine.Fault{Code: t.code, Args: engine.Args{"letters": t.letters}}
			return v
		}
	}
	v.OnTiles = true
	if !words.Has(word) {
		v.Fault = &engine.Fault{Code: "unknown", Args: engine.Args{"word": v.Text}}
		return v
	}
	v.Outcome, v.Form, v.Points = engine.Right, word, points
	return v
}

// answers are the words of all the letters that the bot may say, the best known
// first.
func (p Puzzle) answers() []words.Word {
	var out []words.Word
	for _, w := range words.Within(p.letters) {
		if len(w.Text) == length {
			out = append(out, w)
		}
	}
	return out
}

// Solve lists the words of all the letters, but for those that may offend. It
// takes about a millisecond and so does not heed ctx.
func (p Puzzle) Solve(context.Context) engine.Solution {
	s := engine.Solution{Complete: true, Proven: true}
	for _, w := range p.answers() {
		s.All = append(s.All, w.Text)
	}
	if s.Solvable = len(s.All) > 0; s.Solvable {
		s.Best = s.All[0]
	}
	return s
}

// Hint tells of the best known word.
func (p Puzzle) Hint(n int, _ []string) engine.Hint {
	all := p.answers()
	if len(all) == 0 {
		return engine.Hint{}
	}
	word := all[0].Text
	switch {
	case n <= 1:
		return engine.Hint{Code: "starts", Args: engine.Args{"letter": word[:1]}}
	case n == 2:
		return engine.Hint{Code: "ends", Args: engine.Args{"text": word[length-3:]}}
	}
	return engine.Hint{Code: "pattern", Args: engine.Args{"text": words.Pattern(word)}}
}

// Rating goes by the best known word. Seconds are not predicted.
func (p Puzzle) Rating() engine.Rating {
	all := p.answers()
	if len(all) == 0 {
		return engine.Rating{Solvability: engine.Unsolvable, Level: engine.MaxLevel}
	}
	return rate(all[0])
}
