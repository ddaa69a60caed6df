package expr

import (
	"errors"
	"strings"
	"unicode"
)

// An Answer is an expression as a player typed it, perhaps in steps.
type Answer struct {
	Node *Node // the expression that all steps make together
	// Again is the same expression for games that let numbers be used again: a
	// result stands for its step as often as it is written. It is as good as Node
	// if the Claims hold.
	Again *Node
	// Claims are the values that the player gives for parts of the answer; one for
	// the whole is last. The caller compares them: 8*3=25 is read.
	Claims []Claim
}

// A Claim is the value that a player gives for an expression.
type Claim struct {
	Of    *Node
	Makes *Node
	Final bool // of the whole answer
}

// ParseAnswer reads an expression as Parse does. Claims about its value may follow, as in
// 8*3=24 or 8*3=12*2=24; in 24=8*3 the plain number is the claim. Readings takes off the
// dress in which people write answers.
//
// It may also come in steps, on lines of their own or between commas, each with
// its result: 4*3=12, 12*2=24. A result in a later step stands for its own step,
// once: in 2+2=4, 4*4=16 one 4 is the step, the other a number of its own (but
// see Again). The last step, with the steps it uses, is the answer.
func ParseAnswer(text string) (Answer, error) {
	p := &parser{lex: lexer{text: text, steps: true}}
	if err := p.start(text); err != nil {
		return Answer{}, err
	}
	var a Answer
	var once, again []step
	for last := false; !last; {
		n, makes, end := p.step()
		if p.err != nil {
			return Answer{}, p.err
		}
		last = end
		if len(a.Claims)+max(len(makes), 1) > MaxSteps {
			return Answer{}, &Fault{"too-long", Args{"limit": MaxSteps, "unit": "steps"}, n.Place()}
		}
		a.Node, a.Again = insert(n, &once, true), insert(n, &again, false)
		numbers := 0
		tooMany := func(n *Node) bool {
			if n.Op == Num {
				numbers++
			}
			return numbers > MaxBytes
		}
		switch {
		case a.Again.Find(tooMany) != nil: // results doubled again and again
			return Answer{}, &Fault{"too-long", Args{"limit": MaxBytes, "unit": "bytes"}, &Span{0, len(text)}}
		case len(makes) > 0:
			for _, m := range makes {
				a.Claims = append(a.Claims, Claim{Of: a.Node, Makes: m, Final: last})
			}
			result := makes[len(makes)-1]
			once, again = append(once, step{result, a.Node}), append(again, step{result, a.Again})
		case len(a.Claims) > 0 && a.Node.Op == Num: // 9!=362,880 is no two steps
			return Answer{}, &Fault{Code: "syntax.operator", At: a.Node.Place()}
		}
	}
	if len(a.Claims) > 1 { // steps together may be nested deeper than an expression may be
		for _, n := range []*Node{a.Node, a.Again} {
			_, err := Parse(n.String())
			if e, ok := errors.AsType[*Fault](err); ok {
				return a, &Fault{e.Code, e.Args, &Span{0, len(text)}}
			}
		}
	}
	return a, nil
}

// IsCalculation reports whether a text was meant as an answer, right or wrong: it has two
// numbers or more, and no word that means nothing here.
func IsCalculation(text string) bool {
	numbers := 0
	for l := (lexer{text: text[:min(len(text), MaxBytes)], steps: true}); ; {
		switch t := l.next(); {
		case t.kind == kEnd:
			return numbers > 1
		case t.kind == kBad && strings.ContainsFunc(t.text, unicode.IsLetter):
			return false
		case t.kind == kNumber || t.kind == kFraction:
			numbers++
		}
	}
}

// A step is a part of an answer with the value written for it.
type step struct{ makes, of *Node }

// step reads an expression and the claims behind it; last reports whether the text ends
// there.
func (p *parser) step() (n *Node, makes []*Node, last bool) {
	n = p.sum()
	for p.err == nil && p.tok.kind == '=' {
		p.inClaim = true
		if p.advance(); p.err == nil && p.tok.kind != kEnd {
			makes = append(makes, p.sum())
		}
		p.inClaim = false
	}
	switch {
	case p.err != nil:
		return nil, nil, false
	case p.tok.kind == kEnd:
		last = true
	case makes == nil && p.tok.kind == kStep:
		p.unexpected()
	case p.tok.kind == kStep:
		p.advance()
	case !p.tok.newLine:
		p.fail("syntax.equals", p.tok.at, nil)
	}
	for i, m := range makes {
		if n.Op == Num && m.Op != Num {
			n, makes[i] = m, n
		}
	}
	return n, makes, last
}

// insert returns n with steps in place of their results; with once, a result is
// removed when it is used.
func insert(n *Node, results *[]step, once bool) *Node {
	for i, r := range *results {
		if n.Equal(r.makes) {
			if once {
				*results = append((*results)[:i:i], (*results)[i+1:]...)
			}
			return r.of
		}
	}
	if n.Op == Num || len(*results) == 0 {
		return n
	}
	m := &Node{Op: n.Op, X: insert(n.X, results, once), At: n.At}
	if n.Y != nil {
		m.Y = insert(n.Y, results, once)
	}
	return m
}
