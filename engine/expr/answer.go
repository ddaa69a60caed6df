package expr

import (
	"strings"
	"unicode"
)

// An Answer is an expression as a player typed it, perhaps in steps.
type Answer struct {
	// Node is the expression that all steps make together.
	Node *Node
	// Again is the same expression for games that let numbers be used more than
	// once: a result means its step as often as it is written. If the Claims hold,
	// it has the same value as Node.
	Again *Node
	// Claims are the values that the player gives for parts of the answer; one for
	// the whole is last. They may be false: the caller compares them.
	Claims []Claim
}

// A Claim is the value that a player gives for an expression.
type Claim struct {
	Of    *Node
	Makes *Node
	// Final means that the claim is about the whole answer.
	Final bool
}

// ParseAnswer reads an expression as Parse does. Claims about its value may follow, as in
// 8*3=24 or 8*3=12*2=24; in 24=8*3 the plain number is the claim. For a text with words,
// emoji or markdown around the answer see Readings.
//
// The answer may also come in steps, on separate lines or between commas, each
// with its result: 4*3=12, 12*2=24. A result in a later step means the step that
// made it, once: in 2+2=4, 4*4=16 one 4 means 2+2, and the other is a number (but
// see Again). The last step, with the steps it uses, is the answer.
func ParseAnswer(text string) (Answer, error) {
	p := &parser{lex: lexer{text: text, steps: true}}
	if err := p.start(text); err != nil {
		return Answer{}, err
	}
	wholeText := &Span{0, len(text)}
	var answer Answer
	// once has the steps whose results Node may still use, and again those whose results Again may use.
	var once, again []step
	for isLast := false; !isLast; {
		var n *Node
		var results []*Node
		n, results, isLast = p.step()
		if p.err != nil {
			return Answer{}, p.err
		}
		if len(answer.Claims)+max(len(results), 1) > MaxSteps {
			return Answer{}, &Fault{"too-long", Args{"limit": MaxSteps, "unit": "steps"}, n.Place()}
		}
		answer.Node = replaceResults(n, &once, true)
		answer.Again = replaceResults(n, &again, false)
		if hasTooManyNumbers(answer.Again) {
			return Answer{}, &Fault{"too-long", Args{"limit": MaxBytes, "unit": "bytes"}, wholeText}
		}
		isFirst := len(answer.Claims) == 0
		if len(results) == 0 && !isFirst && answer.Node.Op == Num {
			// 9!=362,880 is not two steps.
			return Answer{}, &Fault{Code: "syntax.operator", At: answer.Node.Place()}
		}
		if len(results) == 0 {
			continue
		}
		for _, result := range results {
			claim := Claim{Of: answer.Node, Makes: result, Final: isLast}
			answer.Claims = append(answer.Claims, claim)
		}
		result := results[len(results)-1]
		once = append(once, step{result, answer.Node})
		again = append(again, step{result, answer.Again})
	}
	if len(answer.Claims) < 2 {
		return answer, nil
	}
	// Steps together may be nested deeper than an expression may be.
	for _, n := range []*Node{answer.Node, answer.Again} {
		_, err := Parse(n.String())
		if fault, ok := err.(*Fault); ok {
			return answer, &Fault{fault.Code, fault.Args, wholeText}
		}
	}
	return answer, nil
}

// hasTooManyNumbers reports whether n has more numbers than any text that Parse reads. That can be,
// because a step may use the result of another one many times.
func hasTooManyNumbers(n *Node) bool {
	numbers := 0
	excess := n.Find(func(m *Node) bool {
		if m.Op == Num {
			numbers++
		}
		return numbers > MaxBytes
	})
	return excess != nil
}

// IsCalculation reports whether a text was meant as an answer, right or wrong: it has two
// numbers or more, and no word that means nothing here.
func IsCalculation(text string) bool {
	numbers := 0
	l := lexer{text: text[:min(len(text), MaxBytes)], steps: true}
	for {
		t := l.next()
		switch {
		case t.kind == kEnd:
			return numbers > 1
		case t.kind == kBad && strings.ContainsFunc(t.text, unicode.IsLetter):
			return false
		case t.kind == kNumber || t.kind == kFraction:
			numbers++
		}
	}
}

// A step is a part of an answer with the result written for it.
type step struct {
	result *Node
	node   *Node
}

// step reads an expression and the results claimed after it; isLast reports whether the text
// ends there.
func (p *parser) step() (n *Node, results []*Node, isLast bool) {
	n = p.sum()
	for p.err == nil && p.tok.kind == '=' {
		p.inClaim = true
		p.advance()
		if p.err == nil && p.tok.kind != kEnd {
			results = append(results, p.sum())
		}
		p.inClaim = false
	}
	if p.err != nil {
		return nil, nil, false
	}
	switch {
	case p.tok.kind == kEnd:
		isLast = true
	case p.tok.kind == kStep && results == nil:
		p.unexpected()
	case p.tok.kind == kStep:
		p.advance()
	case !p.tok.newLine:
		p.fail("syntax.equals", p.tok.at, nil)
	}
	for i, result := range results {
		// 24=8*3 claims the plain number.
		if n.Op == Num && result.Op != Num {
			n, results[i] = result, n
		}
	}
	return n, results, isLast
}

// replaceResults returns n with each result in it replaced by the step that made it. With once, a
// step is removed from steps when its result is used.
func replaceResults(n *Node, steps *[]step, once bool) *Node {
	for i, s := range *steps {
		if n.Equal(s.result) {
			if once {
				*steps = append((*steps)[:i:i], (*steps)[i+1:]...)
			}
			return s.node
		}
	}
	if n.Op == Num || len(*steps) == 0 {
		return n
	}
	m := &Node{Op: n.Op, X: replaceResults(n.X, steps, once), At: n.At}
	if n.Y != nil {
		m.Y = replaceResults(n.Y, steps, once)
	}
	return m
}
