package expr

import (
	"slices"
	"strings"
)

// A Reading is a text, or a part of it, as a person may have meant it: in the signs of the grammar and
// without the decoration that people write around an answer, such as markdown, emoji and list marks.
type Reading struct {
	Text string
	// Chatter means that something was left out that people also write when they do not answer.
	Chatter bool
	// Guess means that something was added or left out that changes the meaning. The person meant
	// the reading only if it is right.
	Guess bool
	// Omits means that a number and a sign at the beginning were left out as a mark. The person meant the reading
	// only if the text with them is no calculation of the puzzle's numbers.
	Omits bool
	// Mark is the number that was left out directly before the reading; empty if there is none.
	Mark string
	// places has, for each byte of Text and for its end, the place in the text as typed.
	places []int
}

// Place returns the place in the text as typed of a place in the reading.
func (r Reading) Place(s Span) Span {
	return Span{r.places[s.Pos], max(r.places[s.Pos], r.places[s.End])}
}

// slice returns the part of the reading from one place to another.
func (r Reading) slice(from, to int) Reading {
	r.Text = r.Text[from:to]
	r.places = r.places[from : to+1]
	return r
}

// insert adds a text before a place of the reading.
func (r *Reading) insert(text string, i int) {
	r.Text = r.Text[:i] + text + r.Text[i:]
	r.places = slices.Concat(r.places[:i], slices.Repeat(r.places[i:i+1], len(text)), r.places[i:])
}

// blank replaces a part of the reading with a sign and blanks, so that all places stay.
func (r *Reading) blank(at Span, sign string) {
	r.Text = r.Text[:at.Pos] + sign + strings.Repeat(" ", at.End-at.Pos-len(sign)) + r.Text[at.End:]
}

const (
	// edge has the characters that may be around an answer and mean nothing there.
	edge = " \v\t\r\n\"'`|“”‘’＂«»,;；、"
	// ends has the characters that may be behind an answer and mean nothing there.
	ends = edge + ".。．｡…"
	// exclamations are behind an answer, or are factorials.
	exclamations = "!！‼"
)

const (
	// said takes the place of words that mean nothing, such as "my answer". It is a blank to Parse.
	said = "\v"
	// factorialSign is a factorial that was said in a word, so it is no exclamation. The blank without width
	// after the ! tells them apart.
	factorialSign = "!\u2060"
	// minusSign is a minus that was said in a word, so it is no dash.
	minusSign = "-\u2060"
)
