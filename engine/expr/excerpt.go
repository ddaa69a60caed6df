package expr

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// An Excerpt is a calculation in a text, or all its steps together.
type Excerpt struct {
	// Readings are what it may mean, the likeliest first.
	Readings []Reading
	// from and to are the indices of its first piece and the one behind its last.
	message  *Message
	from, to int
}

// IsDenied reports whether words around the excerpt deny it or take it back.
func (e Excerpt) IsDenied() bool {
	for i := e.from; i < e.to; i++ {
		if e.message.isDenied(i) {
			return true
		}
	}
	return false
}

// maxExcerpts is how many calculations of a text are looked at.
const maxExcerpts = 16

// Excerpts returns the calculations in a text that is no calculation as a whole: the longest runs of digits and
// signs, first each between two words, then each between two separators. The last excerpts are all steps of the
// text together, however they are spread. A person means an excerpt only if it is right.
func (m *Message) Excerpts() []Excerpt {
	if m.reading.Text == "" {
		return nil
	}
	s := splitter{m}
	s.split()
	return s.excerpts()
}

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
type splitter struct{ *Message }

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

// firstRune returns the first character of a text.
func firstRune(text string) rune {
	for _, r := range text {
		return r
	}
	return 0
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

// isDenied reports whether the words around a piece deny it, or take it back: what is between it and the
// calculations before and behind it, or a correction further behind.
func (m *Message) isDenied(i int) bool {
	start := 0
	for _, p := range m.pieces[:i] {
		if p.isCalculation {
			start = p.place.End
		}
	}
	place := m.pieces[i].place
	before := m.typed[start:max(start, place.Pos)]
	var behind []string
	end := place.End
	for _, p := range m.pieces[i+1:] {
		if p.isCalculation {
			behind = append(behind, m.typed[end:max(end, p.place.Pos)])
			end = p.place.End
		}
	}
	next := m.typed[end:]
	if len(behind) > 0 {
		next = behind[0]
	}
	return isDenied(before, next) || slices.ContainsFunc(behind, corrects)
}

// excerpts returns the excerpts that the pieces make.
func (s *splitter) excerpts() []Excerpt {
	var all []Excerpt
	add := func(r Reading, from, to int) {
		if readings := r.variants(s.factorials); len(readings) > 0 {
			all = append(all, Excerpt{readings, s.Message, from, to})
		}
	}
	for from := 0; from < len(s.pieces) && len(all) < maxExcerpts; {
		to := from + 1
		for to < len(s.pieces) && s.pieces[to].run == s.pieces[from].run {
			to++
		}
		isWhole := !s.pieces[from].isFragment && !s.pieces[to-1].isFragment
		if to > from+1 && isWhole && s.countNumbers(from, to) > 1 {
			add(s.reading.slice(s.pieces[from].at.Pos, s.pieces[to-1].at.End), from, to)
		}
		for i := from; i < to && len(all) < maxExcerpts; i++ {
			p := s.pieces[i]
			isVoid := p.isFragment || !p.isCalculation || s.isCutShort(i)
			if !isVoid {
				p.reading.Mark = s.numberBefore(i)
				add(p.reading, i, i+1)
			}
		}
		from = to
	}
	if len(s.pieces) > 1 {
		for _, steps := range s.chains() {
			last := steps[len(steps)-1].index
			add(join(steps), last, last+1)
		}
	}
	return all
}

// countNumbers returns how many of some pieces are calculations.
func (s *splitter) countNumbers(from, to int) int {
	n := 0
	for _, p := range s.pieces[from:to] {
		if p.isCalculation || p.hasClaim {
			n++
		}
	}
	return n
}

// isCutShort reports whether the result of a piece goes on in the next one: in 4*6=24,5 and 4*6=24,000 the comma
// separates no steps.
func (s *splitter) isCutShort(i int) bool {
	p := s.pieces[i]
	endsInDigit := isDigit(lastRune(p.reading.Text))
	if i+1 == len(s.pieces) || !p.hasClaim && !endsInDigit {
		return false
	}
	next := s.pieces[i+1]
	return next.isNumber && next.isGlued && next.run == s.pieces[i].run
}

// label is what is between a number and what it is the number of.
var label = regexp.MustCompile(`^\s*[:：.．)）、]`)

// numberBefore returns the number that is alone directly before a piece, with no words between; empty if there is
// none, or a list of numbers, or if it is plain that it is a label, as in "method 2:" and "1.".
func (s *splitter) numberBefore(i int) string {
	if i == 0 || !s.pieces[i-1].isNumber || i > 1 && s.pieces[i-2].isNumber {
		return ""
	}
	number := s.pieces[i-1]
	between := s.typed[number.place.End:max(number.place.End, s.pieces[i].place.Pos)]
	if strings.ContainsFunc(between, unicode.IsLetter) {
		return ""
	}
	isAfterWord := unicode.IsLetter(lastRune(strings.TrimRight(s.typed[:number.place.Pos], " ")))
	isFirstOfList := number.reading.Text == "1" && !strings.ContainsAny(between, ":：")
	if label.MatchString(between) && (isAfterWord || isFirstOfList) {
		return ""
	}
	return number.reading.Text
}

// chains returns all steps of the text as one answer: in their order, and each before those that use its
// result. There is none if the text has only one step.
func (s *splitter) chains() [][]piece {
	var steps []piece
	for _, p := range s.pieces {
		if (p.isCalculation || p.hasClaim) && len(steps) < MaxSteps {
			steps = append(steps, p)
		}
	}
	steps = continueSteps(steps)
	var all [][]piece
	for _, ordered := range [][]piece{steps, inOrder(steps)} {
		ordered = withResults(ordered)
		isChain := len(ordered) > 1 || len(ordered) == 1 && ordered[0].isContinued
		if isChain {
			all = append(all, ordered)
		}
	}
	return all
}

// result matches a claimed number at the end of a step or at its beginning.
var result = regexp.MustCompile(`^ *(\d+) *=|= *(\d+) *$`)

// continueSteps returns steps so that each has its operands: one that begins with an operator goes on with the step
// before it.
func continueSteps(steps []piece) []piece {
	var all []piece
	for _, p := range steps {
		if p.begins == 0 || len(all) == 0 {
			all = append(all, p)
			continue
		}
		before := all[len(all)-1]
		if m := result.FindStringSubmatch(before.reading.Text); m != nil {
			p.reading.insert(m[1]+m[2], 0)
		} else if !before.hasClaim {
			whole := before.reading
			whole.insert("(", 0)
			whole.Text += ")" + p.reading.Text
			whole.at = slices.Concat(whole.at, p.reading.at)
			p.reading = whole
			p.isContinued = true
			p.isFragment = before.isFragment
			all = all[:len(all)-1]
		}
		all = append(all, p)
	}
	return all
}

// withResults returns the steps that have a result, and the last one.
func withResults(steps []piece) []piece {
	var all []piece
	for i, p := range steps {
		if p.hasClaim || i == len(steps)-1 {
			all = append(all, p)
		}
	}
	return all
}

// join returns steps as one reading.
func join(steps []piece) Reading {
	joined := Reading{Guess: true}
	for i, p := range steps {
		if i > 0 {
			joined.Text += ";"
		}
		joined.Text += p.reading.Text
		// The end of each step has the place of the ; behind it.
		joined.at = append(joined.at, p.reading.at...)
	}
	return joined
}

// numberForm matches a number.
var numberForm = regexp.MustCompile(`\d+`)

// inOrder returns steps so that each comes before those that use its result, the first step that nobody uses
// last; nil if they are in such an order already.
func inOrder(steps []piece) []piece {
	// makers are the steps by their results.
	makers := map[string]int{}
	uses := make([][]int, len(steps))
	results := make([]string, len(steps))
	for i, p := range steps {
		m := result.FindStringSubmatch(p.reading.Text)
		if m == nil {
			continue
		}
		results[i] = m[1] + m[2]
		if _, ok := makers[results[i]]; !ok {
			makers[results[i]] = i
		}
	}
	isUsed := make([]bool, len(steps))
	isLate := false
	for i, p := range steps {
		for _, number := range numberForm.FindAllString(p.reading.Text, -1) {
			maker, ok := makers[number]
			if !ok || maker == i || number == results[i] {
				continue
			}
			uses[i] = append(uses[i], maker)
			isUsed[maker] = true
			isLate = isLate || maker > i
		}
	}
	last := slices.Index(isUsed, false)
	if !isLate || last < 0 {
		return nil
	}
	var ordered []piece
	isDone := make([]bool, len(steps))
	var visit func(i int)
	visit = func(i int) {
		if isDone[i] {
			return
		}
		isDone[i] = true
		for _, maker := range uses[i] {
			visit(maker)
		}
		ordered = append(ordered, steps[i])
	}
	visit(last)
	return ordered
}
