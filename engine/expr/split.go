package expr

import (
	"slices"
	"strings"
	"unicode"
)

// A piece is a part of a text between two separators.
type piece struct {
	reading Reading
	// at is its place in the reading of the whole text.
	at Span
	// isNumber means that it is a number and nothing else.
	isNumber bool
	// isCalculation means that it has an operation.
	isCalculation bool
	// isFragment means that an operand is missing at its beginning or end.
	isFragment bool
	// begins is the operator at its beginning, 0 for none.
	begins rune
	// hasClaim means that it has an equals sign.
	hasClaim bool
	// run counts the words before the piece: pieces of the same run have no words between them.
	run int
	// isGlued means that only a comma, without a blank, is between the piece before and this one.
	isGlued bool
	// place is the piece's place in the text as typed.
	place Span
	// index is its place among the pieces.
	index int
	// isContinued means that it goes on with the piece before it.
	isContinued bool
}

// A splitter splits a reading into pieces.
type splitter struct {
	reading Reading
	// typed is the text as typed.
	typed      string
	factorials bool
	pieces     []piece
}

// split finds the pieces.
func (s *splitter) split() {
	text := s.reading.Text
	l := lexer{text: text, steps: true}
	var tokens []token
	run := 0
	depth := 0
	gluedBy := ""
	flush := func(by string) {
		if len(tokens) > 0 {
			s.add(tokens, run, gluedBy)
			tokens = nil
		}
		gluedBy = by
		depth = 0
	}
	end := 0
	for t := l.next(); t.kind != kEnd; t = l.next() {
		gap := text[end:t.at.Pos]
		end = t.at.End
		if strings.Contains(gap, said) {
			flush("")
			run++
		}
		switch {
		case t.kind == kBad:
			flush("")
			run++
			continue
		case t.kind == kStep:
			flush(t.text)
			continue
		case len(tokens) > 0 && s.isApart(tokens, t, gap):
			flush("")
		case gap != "":
			gluedBy = strings.TrimSuffix(gluedBy, ",")
		}
		if t.kind == '!' && s.isExclamation(t) {
			flush("")
			continue
		}
		isLost := t.kind == ')' && depth == 0
		if isLost || s.endsLabel(tokens, t, run) || s.endsList(tokens, t, run) {
			flush("")
			continue
		}
		switch t.kind {
		case '(':
			depth++
		case ')':
			depth--
		}
		tokens = append(tokens, t)
	}
	flush("")
}

// endsLabel reports whether a token behind others is a colon that is no division: directly behind a single digit, as in
// "step 1:", or behind a result.
func (s *splitter) endsLabel(tokens []token, t token, run int) bool {
	if len(tokens) == 0 || s.reading.Text[t.at.Pos] != ':' {
		return false
	}
	last := tokens[len(tokens)-1]
	isDirect := last.at.End == t.at.Pos
	isBeforeBlank := strings.HasPrefix(s.reading.Text[t.at.End:], " ")
	if slices.ContainsFunc(tokens, func(t token) bool { return t.kind == '=' }) {
		return isDirect && isBeforeBlank
	}
	isSingleDigit := len(tokens) == 1 && last.kind == kNumber && len(last.text) == 1
	return isDirect && isSingleDigit && (isBeforeBlank || s.isFirstOfRun(run))
}

// endsList reports whether a token is the equals sign behind a list of numbers, as in 3 3 8 8 = 8/(3-8/3).
func (s *splitter) endsList(tokens []token, t token, run int) bool {
	isBehindNumber := t.kind == '=' && len(tokens) == 1 && tokens[0].kind == kNumber
	if !isBehindNumber || len(s.pieces) == 0 {
		return false
	}
	last := s.pieces[len(s.pieces)-1]
	return last.isNumber && last.run == run
}

// isFirstOfRun reports whether no piece of a run was found yet.
func (s *splitter) isFirstOfRun(run int) bool {
	return len(s.pieces) == 0 || s.pieces[len(s.pieces)-1].run != run
}

// isApart reports whether a token begins another piece than the tokens before it, with a gap between them:
// an operand follows an operand.
func (s *splitter) isApart(tokens []token, t token, gap string) bool {
	last := tokens[len(tokens)-1]
	isFactorial := last.kind == '!' && len(tokens) > 1
	switch last.kind {
	case kNumber, kFraction, ')':
	default:
		if !isFactorial {
			return false
		}
	}
	switch t.kind {
	case kNumber, kFraction:
		return last.kind != ')' || gap != ""
	case '(', '√':
		return t.newLine
	}
	return false
}

// isExclamation reports whether a ! is no sign: it ends a word, or in a game without factorials a blank, the end or a
// word follows it.
func (s *splitter) isExclamation(t token) bool {
	place := s.reading.at[t.at.Pos]
	before := strings.TrimRight(s.typed[:place], exclamations)
	if unicode.IsLetter(lastRune(before)) {
		return true
	}
	if s.factorials {
		return false
	}
	rest := s.reading.Text[t.at.End:]
	if strings.HasPrefix(rest, factorialSign[1:]) {
		return false
	}
	next := strings.TrimLeft(rest, " \v\n!")
	if next == "" {
		return true
	}
	if isBeforeOperand(next) {
		return len(next) < len(rest)
	}
	return unicode.IsLetter(firstRune(next)) || strings.ContainsRune(ends, firstRune(next))
}

// add adds the piece of some tokens, without signs at its beginning and end that are no operations there.
func (s *splitter) add(tokens []token, run int, gluedBy string) {
	text := s.reading.Text
	isColon := func(t token) bool { return text[t.at.Pos] == ':' }
	for len(tokens) > 0 {
		first := tokens[0]
		isSign := strings.ContainsRune(")=", first.kind) || isColon(first)
		if !isSign {
			break
		}
		tokens = tokens[1:]
	}
	for len(tokens) > 0 {
		last := tokens[len(tokens)-1]
		isDash := last.kind == '-' && len(tokens) > 1 && isBeforeDash(tokens[len(tokens)-2], last)
		isSign := strings.ContainsRune("(=", last.kind) || isColon(last)
		if !isSign && !isDash {
			break
		}
		tokens = tokens[:len(tokens)-1]
	}
	if len(tokens) == 0 {
		return
	}
	first := tokens[0]
	last := tokens[len(tokens)-1]
	end := last.at.End
	if rest := text[end:]; strings.HasPrefix(rest, factorialSign[1:]) {
		// The word that says a factorial is a part of the piece.
		end += len(factorialSign[1:])
	}
	p := piece{
		reading:  s.reading.slice(first.at.Pos, end),
		at:       Span{first.at.Pos, end},
		isNumber: len(tokens) == 1 && first.kind == kNumber,
		run:      run,
		isGlued:  gluedBy == ",",
		index:    len(s.pieces),
	}
	p.place = s.reading.Place(p.at)
	for _, t := range tokens {
		p.hasClaim = p.hasClaim || t.kind == '='
		p.isCalculation = p.isCalculation || strings.ContainsRune("+-*/^√!", t.kind)
	}
	switch first.kind {
	case '*', '/', '^', '+', '-', '!':
		p.begins = first.kind
		p.isFragment = first.kind != '-'
	}
	if strings.ContainsRune("+-*/^√", last.kind) {
		p.isFragment = true
	}
	s.pieces = append(s.pieces, p)
}

// isBeforeDash reports whether a token makes the minus behind it a dash: a blank is between them, or it is a dash, too.
func isBeforeDash(t, minus token) bool { return t.at.End < minus.at.Pos || t.kind == '-' }
