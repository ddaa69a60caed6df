package expr

import "strings"

// Bounds on what Parse and ParseAnswer read. They are far above what a person types, and keep
// small what every later step has to do.
const (
	// MaxBytes bounds the length of the text.
	MaxBytes = 4096
	// MaxDepth bounds how deep brackets and signs are nested.
	MaxDepth = 250
	// MaxDigits bounds the digits of one number.
	MaxDigits = 1000
	// MaxSteps bounds the steps of an answer.
	MaxSteps = 64
)

// Parse reads an expression as people type it:
//
//   - ＋ 加   - − – — 减   * × x · ⋅ ＊ \* 乘   / ÷ : ∶ ／ 除   ^ **   √ sqrt 根号   !
//
// with ( ) [ ] { } and their full-width forms, decimal digits of any script, 2.5, ½
// and its like, and spaces anywhere but inside a number. ! binds tighter than √,
// √ tighter than ^, ^ (which groups to the right) tighter than a sign before a
// number, then * and /, then + and -; so -2^2 is -(2^2), √2^4 is (√2)^4 and 3!!
// is (3!)!. A product with brackets may do without its sign, 2(3+1) and
// (1+3)(2+4), but not after a divisor, where some read 8/2(3+1) as 8/(2*(3+1)).
// The error is a *Fault whose place is in the text as given.
func Parse(text string) (*Node, error) {
	p := &parser{lex: lexer{text: text}}
	if err := p.start(text); err != nil {
		return nil, err
	}
	n := p.sum()
	if p.err == nil && p.tok.kind != kEnd {
		p.fail("syntax.equals", p.tok.at, nil)
	}
	if p.err != nil {
		return nil, p.err
	}
	return n, nil
}

// A parser reads an expression by recursive descent. The first error ends it.
type parser struct {
	lex lexer
	tok token
	// last is the kind of the token before tok.
	last rune
	// open are the brackets that are not yet closed.
	open  []token
	depth int
	// err is nil or a *Fault.
	err error
	// inClaim is set after an equals sign, where a new line is a new step.
	inClaim bool
}

// start reads the first token of text.
func (p *parser) start(text string) error {
	if len(text) > MaxBytes {
		return &Fault{"too-long", Args{"limit": MaxBytes, "unit": "bytes"}, &Span{MaxBytes, len(text)}}
	}
	p.advance()
	if p.err == nil && p.tok.kind == kEnd {
		f := &Fault{Code: "syntax.empty"}
		if text != "" {
			f.At = &Span{0, len(text)}
		}
		return f
	}
	return p.err
}

// fail ends the parsing with a Fault, unless there is one already. It returns nil, for callers that
// return a Node.
func (p *parser) fail(code string, at Span, args Args) *Node {
	if p.err == nil {
		p.err = &Fault{code, args, &at}
	}
	// The end of the text ends every loop.
	p.tok = token{kind: kEnd, at: at}
	return nil
}

// advance reads the next token.
func (p *parser) advance() {
	p.last = p.tok.kind
	p.tok = p.lex.next()
	switch {
	case p.tok.kind == kBad:
		p.unexpected()
	case p.tok.kind == kNumber && len(p.tok.text) > MaxDigits:
		p.fail("too-long", p.tok.at, Args{"limit": MaxDigits, "unit": "digits"})
	}
}

// unexpected fails at a token that means nothing where it is.
func (p *parser) unexpected() *Node {
	want := "number"
	switch p.last {
	case kNumber, kFraction, ')', '!':
		want = "operator"
	}
	return p.fail("syntax.unexpected", p.tok.at, Args{"text": p.tok.text, "want": want})
}

// nested passes over the token, a bracket or a sign, and reads what follows it, a level deeper.
func (p *parser) nested(read func() *Node) *Node {
	p.depth++
	if p.depth > MaxDepth {
		return p.fail("too-deep", p.tok.at, Args{"limit": MaxDepth})
	}
	defer func() { p.depth-- }()
	p.advance()
	return read()
}

// binary returns the Node x op y with its place.
func (p *parser) binary(op Op, x, y *Node) *Node {
	if p.err != nil {
		return nil
	}
	return &Node{Op: op, X: x, Y: y, At: Span{x.At.Pos, y.At.End}}
}

// sum reads a whole expression: terms with + or - between them.
func (p *parser) sum() *Node {
	x := p.product()
	for p.err == nil {
		op := Add
		switch p.tok.kind {
		case '-':
			op = Sub
		case '+':
		default:
			return x
		}
		p.advance()
		x = p.binary(op, x, p.product())
	}
	return nil
}

// product reads factors with * or / or no sign between them.
func (p *parser) product() *Node {
	x := p.sign(p.power)
	divided := false
	for p.err == nil {
		op := Mul
		switch {
		case p.tok.kind == '/':
			op = Div
		case p.tok.kind == '*':
		case !p.startsFactor():
			return x
		case divided:
			return p.fail("syntax.operator", p.tok.at, nil)
		default:
			x = p.binary(Mul, x, p.power())
			continue
		}
		divided = op == Div
		p.advance()
		x = p.binary(op, x, p.sign(p.power))
	}
	return nil
}

// startsFactor reports whether the token after an operand begins a factor that
// needs no sign: it is a bracket, a root, or a number after a bracket.
func (p *parser) startsFactor() bool {
	switch p.tok.kind {
	case '(', '√':
		return !p.startsStep()
	case kNumber, kFraction:
		return p.last == ')' && !p.startsStep()
	}
	return false
}

// startsStep reports whether the token begins another step: on a line of its own
// after a result.
func (p *parser) startsStep() bool { return p.inClaim && p.tok.newLine && len(p.open) == 0 }

// sign reads an operand with signs before it.
func (p *parser) sign(operand func() *Node) *Node {
	sign := p.tok
	if sign.kind != '-' && sign.kind != '+' {
		return operand()
	}
	x := p.nested(func() *Node { return p.sign(operand) })
	if p.err != nil || sign.kind == '+' {
		return x
	}
	return &Node{Op: Neg, X: x, At: Span{sign.at.Pos, x.At.End}}
}

// power reads an operand, perhaps with an exponent.
func (p *parser) power() *Node {
	x := p.root()
	if p.err != nil || p.tok.kind != '^' {
		return x
	}
	return p.binary(Pow, x, p.nested(func() *Node { return p.sign(p.power) }))
}

// root reads an operand with roots before it.
func (p *parser) root() *Node {
	if p.tok.kind != '√' {
		return p.factorial()
	}
	start := p.tok.at.Pos
	x := p.nested(func() *Node { return p.sign(p.root) })
	if p.err != nil {
		return nil
	}
	return &Node{Op: Sqrt, X: x, At: Span{start, x.At.End}}
}

// factorial reads an operand with factorials after it.
func (p *parser) factorial() *Node {
	x := p.atom()
	for p.err == nil && p.tok.kind == '!' {
		x = &Node{Op: Fact, X: x, At: Span{x.At.Pos, p.tok.at.End}}
		if p.tok.ch == '‼' {
			x = &Node{Op: Fact, X: x, At: x.At}
		}
		p.advance()
	}
	p.checkFollower()
	if p.err != nil {
		return nil
	}
	return x
}

// checkFollower fails at a token that cannot follow an operand.
func (p *parser) checkFollower() {
	if p.err != nil {
		return
	}
	switch p.tok.kind {
	case kNumber, kFraction, '(', '√':
		if !p.startsFactor() && !p.startsStep() {
			p.fail("syntax.operator", p.tok.at, nil)
		}
	case ')':
		if len(p.open) == 0 {
			p.fail("syntax.unopened", p.tok.at, nil)
		} else if want := closing[p.open[len(p.open)-1].ch]; want != p.tok.ch {
			p.fail("syntax.mismatch", p.tok.at, Args{"want": string(want)})
		}
	case kEnd, '=', kStep:
		if len(p.open) > 0 {
			p.fail("syntax.unclosed", p.open[len(p.open)-1].at, nil)
		}
	}
}

// atom reads a number, a fraction or an expression in brackets.
func (p *parser) atom() *Node {
	t := p.tok
	switch {
	case p.err != nil:
		return nil
	case t.kind == kNumber:
		p.advance()
		return &Node{Digits: t.text, At: t.at}
	case t.kind == kFraction:
		p.advance()
		above, below, _ := strings.Cut(t.text, "/")
		return &Node{Op: Div, X: &Node{Digits: above, At: t.at}, Y: &Node{Digits: below, At: t.at}, At: t.at}
	case t.kind == ')' && len(p.open) == 0:
		return p.fail("syntax.unopened", t.at, nil)
	case t.kind != '(':
		return p.fail("syntax.operand", t.at, nil)
	}
	p.open = append(p.open, t)
	x := p.nested(p.sum)
	if p.err != nil {
		return nil
	}
	x.At = Span{t.at.Pos, p.tok.at.End}
	p.open = p.open[:len(p.open)-1]
	p.advance()
	return x
}
