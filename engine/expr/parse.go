package expr

// Bounds on what Parse reads. They are far above what a person types and keep
// the work of every later step small.
const (
	MaxBytes  = 4096 // length of the text
	MaxDepth  = 250  // brackets and signs inside one another
	MaxDigits = 1000 // digits of one number
)

// Parse reads an expression as people type it:
//
//   - ＋   - − – —   * × x · ⋅ ＊ \*   / ÷ : ∶ ／   ^ **   √ sqrt 根号   !
//
// with ( ) [ ] { } and their full-width forms, full-width digits, and spaces
// anywhere but inside a number. ! binds tighter than √, √ tighter than ^, ^
// (which groups to the right) tighter than a sign before a number, then * and
// /, then + and -; so -2^2 is -(2^2), √2^4 is (√2)^4 and 3!! is (3!)!. A
// product needs its sign: 2(3+1) is an error. The error is an *Error whose
// place is in the text as given.
func Parse(text string) (*Node, error) {
	p, err := newParser(text)
	if err != nil {
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

// ParseAnswer reads an expression that may be followed by what its author says
// it makes, as in 8*3=24; the claim is nil if there is none. A plain number on
// the left, as in 24=8*3, is taken for the claim. It is the caller's part to
// compare the claim with the value: 8*3=25 parses.
func ParseAnswer(text string) (n, claim *Node, err error) {
	p, err := newParser(text)
	if err != nil {
		return nil, nil, err
	}
	n = p.sum()
	if p.err == nil && p.tok.kind == kEquals {
		p.advance()
		if p.tok.kind != kEnd {
			claim = p.sum()
		}
	}
	if p.err == nil && p.tok.kind != kEnd {
		p.fail("syntax.equals", p.tok.at, nil)
	}
	if p.err != nil {
		return nil, nil, p.err
	}
	if claim != nil && n.Op == Num && claim.Op != Num {
		n, claim = claim, n
	}
	return n, claim, nil
}

// parser is a recursive descent; the first error stops it.
type parser struct {
	lex   lexer
	tok   token
	open  []token // brackets not yet closed
	depth int
	err   error // an *Error
}

func newParser(text string) (*parser, error) {
	if len(text) > MaxBytes {
		return nil, &Error{"too-long", map[string]any{"limit": MaxBytes, "unit": "bytes"}, Span{MaxBytes, len(text)}}
	}
	p := &parser{lex: lexer{text: text}}
	p.advance()
	if p.err == nil && p.tok.kind == kEnd {
		return nil, &Error{Code: "syntax.empty", At: Span{0, len(text)}}
	}
	return p, nil
}

func (p *parser) fail(code string, at Span, args map[string]any) *Node {
	if p.err == nil {
		p.err = &Error{code, args, at}
	}
	p.tok = token{kind: kEnd, at: at} // ends every loop
	return nil
}

func (p *parser) advance() {
	p.tok = p.lex.next()
	switch {
	case p.tok.kind == kBad:
		p.fail("syntax.unexpected", p.tok.at, map[string]any{"text": p.tok.text})
	case p.tok.kind == kNumber && len(p.tok.text) > MaxDigits:
		p.fail("too-long", p.tok.at, map[string]any{"limit": MaxDigits, "unit": "digits"})
	}
}

// enter counts a level of nesting; the caller leaves it by p.depth--.
func (p *parser) enter() bool {
	if p.depth++; p.depth > MaxDepth {
		p.fail("too-deep", p.tok.at, map[string]any{"limit": MaxDepth})
		return false
	}
	return true
}

func (p *parser) binary(op Op, x, y *Node) *Node {
	if p.err != nil {
		return nil
	}
	return &Node{Op: op, X: x, Y: y, At: Span{x.At.Pos, y.At.End}}
}

func (p *parser) sum() *Node {
	x := p.product()
	for p.err == nil {
		op := Add
		switch p.tok.kind {
		case kMinus:
			op = Sub
		case kPlus:
		default:
			return x
		}
		p.advance()
		x = p.binary(op, x, p.product())
	}
	return nil
}

func (p *parser) product() *Node {
	x := p.signed()
	for p.err == nil {
		op := Mul
		switch p.tok.kind {
		case kDivide:
			op = Div
		case kTimes:
		default:
			return x
		}
		p.advance()
		x = p.binary(op, x, p.signed())
	}
	return nil
}

// signed reads a power with signs before it.
func (p *parser) signed() *Node {
	return p.sign(p.power)
}

func (p *parser) sign(operand func() *Node) *Node {
	start, k := p.tok.at.Pos, p.tok.kind
	if k != kMinus && k != kPlus {
		return operand()
	}
	if !p.enter() {
		return nil
	}
	defer func() { p.depth-- }()
	p.advance()
	x := p.sign(operand)
	if p.err != nil || k == kPlus {
		return x
	}
	return &Node{Op: Neg, X: x, At: Span{start, x.At.End}}
}

func (p *parser) power() *Node {
	x := p.root()
	if p.err != nil || p.tok.kind != kPower {
		return x
	}
	if !p.enter() {
		return nil
	}
	defer func() { p.depth-- }()
	p.advance()
	return p.binary(Pow, x, p.signed())
}

func (p *parser) root() *Node {
	if p.tok.kind != kRoot {
		return p.factorial()
	}
	if !p.enter() {
		return nil
	}
	defer func() { p.depth-- }()
	start := p.tok.at.Pos
	p.advance()
	x := p.sign(p.root)
	if p.err != nil {
		return nil
	}
	return &Node{Op: Sqrt, X: x, At: Span{start, x.At.End}}
}

func (p *parser) factorial() *Node {
	x := p.atom()
	for p.err == nil && p.tok.kind == kBang {
		x = &Node{Op: Fact, X: x, At: Span{x.At.Pos, p.tok.at.End}}
		if p.tok.ch == '‼' {
			x = &Node{Op: Fact, X: x, At: x.At}
		}
		p.advance()
	}
	p.follow()
	if p.err != nil {
		return nil
	}
	return x
}

// follow checks that what stands behind an operand may stand there.
func (p *parser) follow() {
	if p.err != nil {
		return
	}
	switch p.tok.kind {
	case kNumber, kOpen, kRoot:
		p.fail("syntax.operator", p.tok.at, nil)
	case kClose:
		if len(p.open) == 0 {
			p.fail("syntax.unopened", p.tok.at, nil)
		} else if want := closing[p.open[len(p.open)-1].ch]; want != p.tok.ch {
			p.fail("syntax.mismatch", p.tok.at, map[string]any{"want": string(want)})
		}
	case kEnd, kEquals:
		if len(p.open) > 0 {
			p.fail("syntax.unclosed", p.open[len(p.open)-1].at, nil)
		}
	}
}

func (p *parser) atom() *Node {
	t := p.tok
	switch {
	case p.err != nil:
		return nil
	case t.kind == kNumber:
		p.advance()
		return &Node{Digits: t.text, At: t.at}
	case t.kind == kClose && len(p.open) == 0:
		return p.fail("syntax.unopened", t.at, nil)
	case t.kind != kOpen:
		return p.fail("syntax.operand", t.at, nil)
	case !p.enter():
		return nil
	}
	p.open = append(p.open, t)
	p.advance()
	x := p.sum()
	if p.err != nil {
		return nil
	}
	x.At = Span{t.at.Pos, p.tok.at.End}
	p.open = p.open[:len(p.open)-1]
	p.depth--
	p.advance()
	return x
}
