package expr

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// maxTyped is the longest text with another reading than itself, in bytes.
const maxTyped = 1000

// A Message is what a person typed for a puzzle, read in the signs of the grammar.
type Message struct {
	typed string
	// reading is the whole text.
	reading Reading
	// factorials means that a ! may be a factorial.
	factorials bool
	// hasWords means that there are words that mean nothing, so the whole text is no calculation.
	hasWords bool
	// pieces are the parts of the reading between its separators. Excerpts sets them.
	pieces []piece
}

// ReadMessage reads a text. With factorials a ! at the end is read as a factorial first, and as an exclamation only
// after a blank or a claim.
func ReadMessage(typed string, factorials bool) *Message {
	m := &Message{typed: typed, factorials: factorials, hasWords: true}
	// Such a text counts as one with words: it has no readings.
	if len(typed) > maxTyped || !mayHoldNumber(typed) {
		return m
	}
	m.reading = clean(typed)
	m.hasWords = m.reading.dissolveBrackets()
	return m
}

// Readings returns what the whole text may mean besides itself, the likeliest first. There are none if there are
// words in it that mean nothing; for these see Excerpts.
func (m *Message) Readings() []Reading {
	if m.hasWords {
		return nil
	}
	all := m.reading.variants(m.factorials)
	return slices.DeleteFunc(all, func(r Reading) bool { return r.Text == m.typed })
}

// An Excerpt is a calculation in a text, or several steps in it together.
type Excerpt struct {
	// Readings are what the excerpt may mean, the likeliest first.
	Readings []Reading
	message  *Message
	// from is the index of the excerpt's first piece, and to is the index behind that of the last piece.
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

// maxExcerpts is how many calculations of a text are tried.
const maxExcerpts = 16

// Excerpts returns the calculations in a text that is no calculation as a whole. For each run of pieces these are the
// whole run, if it has several steps, and then each piece. The last excerpts are all steps of the text together,
// wherever they are. A person means an excerpt only if it is right.
func (m *Message) Excerpts() []Excerpt {
	if m.reading.Text == "" {
		return nil
	}
	s := splitter{reading: m.reading, typed: m.typed, factorials: m.factorials}
	s.split()
	m.pieces = s.pieces
	var all []Excerpt
	for from := 0; from < len(m.pieces) && len(all) < maxExcerpts; {
		to := from + 1
		for to < len(m.pieces) && m.pieces[to].run == m.pieces[from].run {
			to++
		}
		if m.isStepByStep(from, to) {
			run := m.reading.slice(m.pieces[from].at.Pos, m.pieces[to-1].at.End)
			all = m.appendExcerpt(all, run, from, to)
		}
		for i := from; i < to && len(all) < maxExcerpts; i++ {
			p := m.pieces[i]
			if p.isCalculation && !p.isFragment && !m.isCutShort(i) {
				p.reading.Mark = m.numberBefore(i)
				all = m.appendExcerpt(all, p.reading, i, i+1)
				for _, half := range m.alternatives(p) {
					all = m.appendExcerpt(all, m.reading.slice(half.Pos, half.End), i, i+1)
				}
			}
		}
		from = to
	}
	if len(m.pieces) > 1 {
		for _, steps := range chains(m.pieces) {
			last := steps[len(steps)-1].index
			all = m.appendExcerpt(all, join(steps), last, last+1)
		}
	}
	return all
}

// appendExcerpt appends the excerpt of the pieces from one index up to another, whose reading is r. An excerpt that
// means nothing is left out.
func (m *Message) appendExcerpt(all []Excerpt, r Reading, from, to int) []Excerpt {
	readings := r.variants(m.factorials)
	if len(readings) == 0 {
		return all
	}
	return append(all, Excerpt{readings, m, from, to})
}

// isStepByStep reports whether the pieces from one index up to another have several steps, and no operand is missing
// at their beginning or end.
func (m *Message) isStepByStep(from, to int) bool {
	if m.pieces[from].isFragment || m.pieces[to-1].isFragment {
		return false
	}
	steps := 0
	for _, p := range m.pieces[from:to] {
		if p.isCalculation || p.hasClaim {
			steps++
		}
	}
	return steps > 1
}

// isCutShort reports whether the result of a piece goes on in the next one: in 4*6=24,5 and 4*6=24,000 the comma
// separates no steps.
func (m *Message) isCutShort(i int) bool {
	p := m.pieces[i]
	mayGoOn := p.hasClaim || isDigit(lastRune(p.reading.Text))
	if i+1 == len(m.pieces) || !mayGoOn {
		return false
	}
	next := m.pieces[i+1]
	return next.isNumber && next.isGlued && next.run == p.run
}

// labelEnd matches what is between a label, such as the number of a method, and the text behind it.
var labelEnd = regexp.MustCompile(`^\s*[:：.．)）、]`)

// numberBefore returns the number directly before a piece, with no words between them. It is empty if there is none, if
// there is a list of numbers, or if the number can only be a label, as in "method 2:" and "1.".
func (m *Message) numberBefore(i int) string {
	if i == 0 || !m.pieces[i-1].isNumber {
		return ""
	}
	isList := i > 1 && m.pieces[i-2].isNumber
	if isList {
		return ""
	}
	number := m.pieces[i-1]
	between := m.typed[number.place.End:max(number.place.End, m.pieces[i].place.Pos)]
	if strings.ContainsFunc(between, unicode.IsLetter) {
		return ""
	}
	isAfterWord := unicode.IsLetter(lastRune(strings.TrimRight(m.typed[:number.place.Pos], " ")))
	isFirstOfList := number.reading.Text == "1" && !strings.ContainsAny(between, ":：")
	if labelEnd.MatchString(between) && (isAfterWord || isFirstOfList) {
		return ""
	}
	return number.reading.Text
}

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

// slash may be between two answers.
const slash = " / "

// alternatives returns the places of the two answers in a piece that has a slash between blanks and the same numbers
// before and behind it: 4/(1-5/6) / 6/(5/4-1). There are none in other pieces.
func (m *Message) alternatives(p piece) []Span {
	text := m.reading.Text[p.at.Pos:p.at.End]
	before, behind, ok := strings.Cut(text, slash)
	if !ok {
		return nil
	}
	numbers := numbersOf(before)
	if len(numbers) < 2 || !slices.Equal(numbers, numbersOf(behind)) {
		return nil
	}
	middle := p.at.Pos + len(before)
	return []Span{{p.at.Pos, middle}, {middle + len(slash), p.at.End}}
}

// numbersOf returns the runs of digits in a text, sorted.
func numbersOf(text string) []string {
	return slices.Sorted(strings.FieldsFuncSeq(text, func(r rune) bool { return !isDigit(r) }))
}
