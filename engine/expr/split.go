package expr

import (
	"slices"
	"strings"
	"unicode"
)

// A piece is a part of a text between two separators.
type piece struct {
	reading Reading
	// at is the place in the reading of the whole text, and place is the place in the text as typed.
	at    Span
	place Span
	// index is its index among the pieces.
	index int
	// run is the number of the piece's run. There are no words between the pieces of a run.
	run int
	// isGlued means that only a comma, without a blank, is between this piece and the one before.
	isGlued bool
	// isNumber means that the piece is a number and nothing else.
	isNumber bool
	// isCalculation means that the piece has an operation.
	isCalculation bool
	// isFragment means that an operand is missing at the beginning or the end.
	isFragment bool
	// isContinued means that the piece was joined with the one before.
	isContinued bool
	// begins is the operator at the beginning, 0 for none.
	begins rune
	// hasClaim means that the piece has an equals sign.
	hasClaim bool
}

// A splitter splits a reading into pieces.
type splitter struct {
	reading Reading
	// typed is the text as typed.
	typed      string
	factorials bool
	pieces     []piece
	// tokens are those of the piece that is being read, and run and isGlued are what the piece will have.
	tokens  []token
	run     int
	isGlued bool
	// depth is how many brackets of that piece are open.
	depth int
}

// split finds the pieces.
func (s *splitter) split() {
	text := s.reading.Text
	l := lexer{text: text, steps: true}
	end := 0
	for t := l.next(); t.kind != kEnd; t = l.next() {
		gap := text[end:t.at.Pos]
		end = t.at.End
		if strings.Contains(gap, said) {
			s.endRun()
		}
		switch {
		case t.kind == kBad:
			s.endRun()
			continue
		case t.kind == kStep:
			s.endPiece()
			s.isGlued = t.text == ","
			continue
		case s.isApart(t, gap):
			s.endPiece()
		case gap != "":
			// A number with blanks in it or before it does not go on with the one before.
			s.isGlued = false
		}
		if s.isNoPart(t) {
			s.endPiece()
			continue
		}
		switch t.kind {
		case '(':
			s.depth++
		case ')':
			s.depth--
		}
		s.tokens = append(s.tokens, t)
	}
	s.endPiece()
}

// endPiece adds the piece that is being read, if there is one.
func (s *splitter) endPiece() {
	if tokens := s.trim(s.tokens); len(tokens) > 0 {
		s.add(tokens)
	}
	s.tokens = nil
	s.isGlued = false
	s.depth = 0
}

// endRun ends the piece that is being read, and its run.
func (s *splitter) endRun() {
	s.endPiece()
	s.run++
}

// isNoPart reports whether a token looks like a sign but ends the piece and is no part of it.
func (s *splitter) isNoPart(t token) bool {
	switch t.kind {
	case '!':
		return s.isExclamation(t)
	case ')':
		return s.depth == 0
	}
	return s.endsLabel(t) || s.endsList(t)
}

// endsLabel reports whether a token behind others is a colon that is no division: directly behind a single digit, as in
// "step 1:", or behind a result.
func (s *splitter) endsLabel(t token) bool {
	if len(s.tokens) == 0 || s.reading.Text[t.at.Pos] != ':' {
		return false
	}
	last := s.tokens[len(s.tokens)-1]
	if last.at.End != t.at.Pos {
		return false
	}
	isBeforeBlank := strings.HasPrefix(s.reading.Text[t.at.End:], " ")
	hasResult := slices.ContainsFunc(s.tokens, func(t token) bool { return t.kind == '=' })
	if hasResult {
		return isBeforeBlank
	}
	isSingleDigit := len(s.tokens) == 1 && last.kind == kNumber && len(last.text) == 1
	return isSingleDigit && (isBeforeBlank || s.isFirstOfRun())
}

// endsList reports whether a token is the equals sign behind a list of numbers, as in 3 3 8 8 = 8/(3-8/3).
func (s *splitter) endsList(t token) bool {
	isBehindNumber := t.kind == '=' && len(s.tokens) == 1 && s.tokens[0].kind == kNumber
	if !isBehindNumber || s.isFirstOfRun() {
		return false
	}
	return s.pieces[len(s.pieces)-1].isNumber
}

// isFirstOfRun reports whether the piece that is being read is the first one of its run.
func (s *splitter) isFirstOfRun() bool {
	return len(s.pieces) == 0 || s.pieces[len(s.pieces)-1].run != s.run
}

// isApart reports whether a token begins another piece, because it is an operand behind an operand. gap is what is
// between the two.
func (s *splitter) isApart(t token, gap string) bool {
	if !s.isAfterOperand() {
		return false
	}
	last := s.tokens[len(s.tokens)-1]
	switch t.kind {
	case kNumber, kFraction:
		return last.kind != ')' || gap != ""
	case '(', '√':
		return t.newLine
	}
	return false
}

// isAfterOperand reports whether the tokens so far end with an operand.
func (s *splitter) isAfterOperand() bool {
	if len(s.tokens) == 0 {
		return false
	}
	switch s.tokens[len(s.tokens)-1].kind {
	case kNumber, kFraction, ')':
		return true
	case '!':
		// A ! alone has no operand.
		return len(s.tokens) > 1
	}
	return false
}

// isExclamation reports whether a ! is no factorial: it is behind a word or, in a game without factorials, before a
// blank, a word or the end.
func (s *splitter) isExclamation(t token) bool {
	place := s.reading.places[t.at.Pos]
	before := strings.TrimRight(s.typed[:place], exclamations)
	if unicode.IsLetter(lastRune(before)) {
		return true
	}
	if s.factorials {
		return false
	}
	rest := s.reading.Text[t.at.End:]
	if strings.HasPrefix(rest, factorialSign[1:]) {
		// A word said the factorial.
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

// trim returns tokens without the signs at the beginning and end that are no operations there.
func (s *splitter) trim(tokens []token) []token {
	isColon := func(t token) bool { return s.reading.Text[t.at.Pos] == ':' }
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
	return tokens
}

// add adds the piece of some tokens.
func (s *splitter) add(tokens []token) {
	first := tokens[0]
	last := tokens[len(tokens)-1]
	end := last.at.End
	if strings.HasPrefix(s.reading.Text[end:], factorialSign[1:]) {
		// The word that says a factorial is a part of the piece.
		end += len(factorialSign[1:])
	}
	p := piece{
		reading:  s.reading.slice(first.at.Pos, end),
		at:       Span{first.at.Pos, end},
		index:    len(s.pieces),
		run:      s.run,
		isGlued:  s.isGlued,
		isNumber: len(tokens) == 1 && first.kind == kNumber,
	}
	p.place = s.reading.Place(p.at)
	for _, t := range tokens {
		p.hasClaim = p.hasClaim || t.kind == '='
		p.isCalculation = p.isCalculation || strings.ContainsRune("+-*/^√!", t.kind)
	}
	switch first.kind {
	case '*', '/', '^', '+', '-', '!':
		p.begins = first.kind
		// A minus may be the sign of the first operand.
		p.isFragment = first.kind != '-'
	}
	if strings.ContainsRune("+-*/^√", last.kind) {
		p.isFragment = true
	}
	s.pieces = append(s.pieces, p)
}

// isBeforeDash reports whether a token makes the minus behind it a dash: a blank is between them, or it is a dash, too.
func isBeforeDash(t, minus token) bool { return t.at.End < minus.at.Pos || t.kind == '-' }
