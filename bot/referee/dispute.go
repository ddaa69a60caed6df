package referee

import (
	"strings"

	"reckon/bot/say"
	"reckon/engine"
)

// An answer is an answer to a puzzle, and what another verifier paid for it.
type answer struct {
	puzzle string
	text   string
	// paid is what that verifier paid, from 0 to 1.
	paid string
}

// disputed are answers that the verifier of reasoning-gym has paid for (reasoning_gym/games/puzzle24.py at commit
// 29ec9700). Only the first one is right. That verifier turns the value of an answer into a whole number, and does not
// check whether the answer uses the given numbers.
var disputed = []answer{
	{"24:3,3,8,8", "8/(3-8/3)", "1.00"},
	{"24:3,3,8,8", "6*4*1*1", "1.00"},
	{"24:3,3,8,8", "10+10+3+1", "1.00"},
	{"24:3,3,8,8", "5*5-1/2", "1.00"},
	{"24:3,3,8,8", "5*5-2/4", "1.00"},
	{"24:1,2,5,5", "5*5-1/2", "1.00"},
	{"24:3,3,8,8", "4*6", "0.01"},
}

// A verdict is what the game's own judge says of an answer, for a row of the page.
type verdict struct {
	// Numbers are those of the puzzle.
	Numbers string
	Answer  string
	Paid    string
	// Outcome is "right", or "wrong" or "invalid" with the code of the fault.
	Outcome string
	// Why is a sentence about the fault; empty: there is none.
	Why string
}

// judge judges an answer by the game of its puzzle.
func judge(games []engine.Game, english say.Voice, a answer) verdict {
	v := verdict{Answer: a.text, Paid: a.paid}
	g, p, err := engine.ReadPuzzle(games, a.puzzle)
	if err != nil {
		// This does not happen: a test reads all these puzzles.
		return v
	}
	v.Numbers = strings.Join(p.Face().Tiles, " ")
	judged := p.Judge(a.text)
	v.Outcome = string(judged.Outcome)
	if judged.Fault != nil {
		v.Outcome += " " + judged.Fault.Code
		lines := strings.Split(say.Sentence(english.Printer, g.Name(), a.text, judged.Fault), "\n")
		// The last line says what is wrong. It may begin with a mark that belongs under the answer.
		v.Why = strings.TrimLeft(lines[len(lines)-1], " ^")
	}
	return v
}
