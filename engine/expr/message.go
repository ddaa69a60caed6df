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
	// pieces are the parts of the reading between its separators.
	pieces []piece
}

// ReadMessage reads a text. With factorials a ! at its end is read as a factorial first, and as an exclamation only
// after a blank or a claim.
func ReadMessage(typed string, factorials bool) *Message {
	m := &Message{typed: typed, factorials: factorials, hasWords: true}
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

// An Excerpt is a calculation in a text, or all its steps together.
type Excerpt struct {
	// Readings are what it may mean, the likeliest first.
	Readings []Reading
	message  *Message
	// from and to are the indices of its first piece and the one behind its last.
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
	s := splitter{reading: m.reading, typed: m.typed, factorials: m.factorials}
	s.split()
	m.pieces = s.pieces
	var all []Excerpt
	add := func(r Reading, from, to int) {
		if readings := r.variants(m.factorials); len(readings) > 0 {
			all = append(all, Excerpt{readings, m, from, to})
		}
	}
	for from := 0; from < len(m.pieces) && len(all) < maxExcerpts; {
		to := from + 1
		for to < len(m.pieces) && m.pieces[to].run == m.pieces[from].run {
			to++
		}
		isWhole := !m.pieces[from].isFragment && !m.pieces[to-1].isFragment
		if to > from+1 && isWhole && m.countSteps(from, to) > 1 {
			add(m.reading.slice(m.pieces[from].at.Pos, m.pieces[to-1].at.End), from, to)
		}
		for i := from; i < to && len(all) < maxExcerpts; i++ {
			p := m.pieces[i]
			isVoid := p.isFragment || !p.isCalculation || m.isCutShort(i)
			if !isVoid {
				p.reading.Mark = m.numberBefore(i)
				add(p.reading, i, i+1)
			}
		}
		from = to
	}
	if len(m.pieces) > 1 {
		for _, steps := range chains(m.pieces) {
			last := steps[len(steps)-1].index
			add(join(steps), last, last+1)
		}
	}
	return all
}

// countSteps returns how many of some pieces are calculations or claims.
func (m *Message) countSteps(from, to int) int {
	n := 0
	for _, p := range m.pieces[from:to] {
		if p.isCalculation || p.hasClaim {
			n++
		}
	}
	return n
}

// isCutShort reports whether the result of a piece goes on in the next one: in 4*6=24,5 and 4*6=24,000 the comma
// separates no steps.
func (m *Message) isCutShort(i int) bool {
	p := m.pieces[i]
	endsInDigit := isDigit(lastRune(p.reading.Text))
	if i+1 == len(m.pieces) || !p.hasClaim && !endsInDigit {
		return false
	}
	next := m.pieces[i+1]
	return next.isNumber && next.isGlued && next.run == m.pieces[i].run
}

// label is what is between a number and what it is the number of.
var label = regexp.MustCompile(`^\s*[:：.．)）、]`)

// numberBefore returns the number that is alone directly before a piece, with no words between; empty if there is
// none, or a list of numbers, or if it is plain that it is a label, as in "method 2:" and "1.".
func (m *Message) numberBefore(i int) string {
	if i == 0 || !m.pieces[i-1].isNumber || i > 1 && m.pieces[i-2].isNumber {
		return ""
	}
	number := m.pieces[i-1]
	between := m.typed[number.place.End:max(number.place.End, m.pieces[i].place.Pos)]
	if strings.ContainsFunc(between, unicode.IsLetter) {
		return ""
	}
	isAfterWord := unicode.IsLetter(lastRune(strings.TrimRight(m.typed[:number.place.Pos], " ")))
	isFirstOfList := number.reading.Text == "1" && !strings.ContainsAny(between, ":：")
	if label.MatchString(between) && (isAfterWord || isFirstOfList) {
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
