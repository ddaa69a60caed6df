package engine

import (
	"strings"

	"reckon/engine/expr"
)

// JudgeStrictly judges a text that has to be one calculation and nothing else. Judge finds a right answer among words
// and other attempts, because people talk while they play. But a program that is paid for right answers would write
// down every attempt that it can think of.
//
// The calculation may be in steps, each with its value, and the last one is the answer. Signs of typesetting, such as
// \frac, are read. A ! is a factorial, and a // is an error because it rounds down in other languages. A text that is
// no calculation is Invalid. In games of words JudgeStrictly is the same as Judge.
func JudgeStrictly(p Puzzle, text string) Verdict {
	v := p.Judge(text)
	isWord := p.Face().Goal == ""
	if v.Outcome != Right || isWord {
		return v
	}
	n, _, err := readAnswer(text, func(r expr.Reading) bool {
		return !r.Chatter && !strings.Contains(text, "//")
	})
	if err != nil {
		return Verdict{Outcome: Invalid, Fault: AsFault(err)}
	}
	// In brackets nothing can be taken for decoration, such as a ! at the end.
	v = p.Judge("(" + n.String() + ")")
	if v.Fault != nil {
		// The place of the fault is in the text with these brackets, not in the one that was typed.
		fault := *v.Fault
		fault.At = nil
		v.Fault = &fault
	}
	return v
}
