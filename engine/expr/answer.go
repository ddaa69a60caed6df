package expr

import (
	"strings"
	"unicode/utf8"
)

// An Answer is what a player typed as an answer.
type Answer struct {
	Node *Node // the expression that all steps make together
	// Again is the same where a result stands for its step as often as it is
	// written, for games that let numbers be used again; it is as good as Node if
	// the Claims hold.
	Again *Node
	// Claims is what the player says that parts of it make, the whole of it
	// last if it is among them. It is the caller's part to compare them: 8*3=25
	// is read.
	Claims []Claim
}

// A Claim is what a player says an expression makes.
type Claim struct {
	Of    *Node
	Makes *Node
	Final bool // of the whole answer
}

// ParseAnswer reads an expression as Parse does, in the dress in which people
// write answers: in quotes, backticks or ||spoiler bars||, behind an equals sign
// and before a full stop. It may be followed by what its author says it makes,
// as in 8*3=24; of 24=8*3 the plain number is taken for that.
//
// It may also come in steps, on lines of their own or between commas, each with
// its result: 4*3=12, 12*2=24. A result in a later step stands for the step it
// is of, once: of 2+2=4, 4*4=16 one 4 is the step, the other a number of its own
// (but see Again). The last step, with those that it uses, is the answer.
func ParseAnswer(text string) (Answer, error) { return parseAnswer(text, false) }

// ParseRootFirst is ParseAnswer for those who let √ bind tighter than !, and
// write √9! for (√9)!.
func ParseRootFirst(text string) (Answer, error) { return parseAnswer(text, true) }

func parseAnswer(text string, rootFirst bool) (Answer, error) {
	p, err := newParser(text)
	if err != nil {
		return Answer{}, err
	}
	from, to := undressed(text)
	p.lex = lexer{text: text[:to], pos: from, steps: true}
	p.rootFirst = rootFirst
	if err := p.start(); err != nil {
		return Answer{}, err
	}
	var a Answer
	var once, again []result
	for last := false; !last; {
		n, makes, end := p.step()
		if p.err != nil {
			return Answer{}, p.err
		}
		last = end
		if len(a.Claims) == MaxSteps {
			return Answer{}, &Error{"too-long", map[string]any{"limit": MaxSteps, "unit": "steps"}, n.At}
		}
		a.Node, a.Again = insert(n, &once, true), insert(n, &again, false)
		switch {
		case room(a.Again, MaxBytes) < 0: // results doubled again and again
			return Answer{}, &Error{"too-long", map[string]any{"limit": MaxBytes, "unit": "bytes"}, p.all}
		case makes != nil:
			a.Claims = append(a.Claims, Claim{Of: a.Node, Makes: makes, Final: last})
			once, again = append(once, result{makes, a.Node}), append(again, result{makes, a.Again})
		case len(a.Claims) > 0 && a.Node.Op == Num: // 9!=362,880 is no two steps
			return Answer{}, &Error{Code: "syntax.operator", At: a.Node.At}
		}
	}
	return a, p.checkWhole(a)
}

// checkWhole fails where steps together are nested deeper than an expression may
// be.
func (p *parser) checkWhole(a Answer) error {
	if len(a.Claims) < 2 {
		return nil
	}
	for _, n := range []*Node{a.Node, a.Again} {
		_, err := Parse(n.String())
		if e, ok := err.(*Error); ok {
			return &Error{e.Code, e.Args, p.all}
		}
	}
	return nil
}

// A result is what a step makes, and how.
type result struct{ makes, of *Node }

// step reads an expression and what it is said to make, which is nil if that is
// not said; last tells whether it is the last one.
func (p *parser) step() (n, makes *Node, last bool) {
	n = p.sum()
	if p.err == nil && p.tok.kind == kEquals {
		p.inClaim = true
		if p.advance(); p.err == nil && p.tok.kind != kEnd {
			makes = p.sum()
		}
		p.inClaim = false
	}
	switch {
	case p.err != nil:
	case p.tok.kind == kEnd:
		last = true
	case makes == nil && p.tok.kind == kStep:
		p.unexpected()
	case p.tok.kind == kStep:
		p.advance()
	case !p.tok.newLine:
		p.fail("syntax.equals", p.tok.at, nil)
	}
	if p.err == nil && makes != nil && n.Op == Num && makes.Op != Num {
		return makes, n, last
	}
	return n, makes, last
}

// insert is n with the steps that made them in place of results; with once, each
// is taken away when it is used.
func insert(n *Node, results *[]result, once bool) *Node {
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

// room is how many numbers more n could have up to limit; it counts only until
// there are too many.
func room(n *Node, limit int) int {
	if n.Op == Num {
		return limit - 1
	}
	limit = room(n.X, limit)
	if n.Y != nil && limit >= 0 {
		limit = room(n.Y, limit)
	}
	return limit
}

// dress is what may stand around an answer.
var dress = [][2]string{
	{"||", "||"}, {"`", "`"}, {`"`, `"`}, {"'", "'"}, {"＂", "＂"}, {"“", "”"}, {"‘", "’"}, {"「", "」"}, {"『", "』"}, {"«", "»"},
}

// stops end a sentence.
const stops = ".。．｡"

// undressed is the place of what counts in text.
func undressed(text string) (from, to int) {
	to = len(text)
	led := false // an equals sign was passed
	for {
		f, t := trimmed(text, from, to)
		if r, n := utf8.DecodeRuneInString(text[f:t]); !led && (r == '=' || signs[r] == '=') {
			led = true
			f += n
		}
		if stop, _ := utf8.DecodeLastRuneInString(text[f:t]); strings.ContainsRune(stops, stop) {
			if inner := strings.TrimSuffix(text[f:t], string(stop)); !strings.HasSuffix(inner, string(stop)) { // not of an ellipsis
				t = f + len(inner)
			}
		}
		for _, d := range dress {
			inner := text[f:t]
			if strings.HasPrefix(inner, d[0]) && strings.HasSuffix(inner[len(d[0]):], d[1]) {
				f, t = f+len(d[0]), t-len(d[1])
			}
		}
		if f == from && t == to {
			return from, to
		}
		from, to = f, t
	}
}

// trimmed is text[from:to] without the blanks at its ends.
func trimmed(text string, from, to int) (int, int) {
	for from < to {
		r, n := utf8.DecodeRuneInString(text[from:to])
		if !isBlank(r) {
			break
		}
		from += n
	}
	for from < to {
		r, n := utf8.DecodeLastRuneInString(text[from:to])
		if !isBlank(r) {
			break
		}
		to -= n
	}
	return from, to
}
