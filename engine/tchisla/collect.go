package tchisla

import (
	"fmt"
	"strings"

	"reckon/engine/expr"
	"reckon/engine/tchisla/search"
)

// A Book is a copy of the book to which better answers can be added.
type Book struct {
	// answers are in the order of the book's lines. An answer without an Expr is missing.
	answers [bookLines]search.Answer
}

// BuiltIn returns a copy of the built-in book.
func BuiltIn() (*Book, error) { return ReadBook(bookFile) }

// ReadBook reads a file such as book.bin. It does not check the answers: a test does that
// for the built-in book.
func ReadBook(file []byte) (*Book, error) {
	lines, err := decodeBook(file)
	if err != nil {
		return nil, err
	}
	b := new(Book)
	for i := range b.answers {
		answer, ok := readLine(lines, 1+i%BookTargets, 1+i/BookTargets)
		if ok {
			b.answers[i] = answer
		}
	}
	return b, nil
}

// Read reads an answer to the puzzle with an ID. It returns false if the ID is not the ID of a
// puzzle in the book, or if the answer cannot be read. It does not check the answer.
func Read(id, answer string) (search.Answer, bool) {
	parsed, err := Game{}.Parse(strings.TrimPrefix(id, "tchisla:"))
	if err != nil || parsed.ID() != id {
		return search.Answer{}, false
	}
	n, err := expr.Parse(answer)
	if err != nil {
		return search.Answer{}, false
	}
	p := parsed.(*Puzzle)
	return newAnswer(p.target, p.digit, n), p.target <= BookTargets
}

// Add checks an answer. It keeps the answer if the book has none for the puzzle, or if the
// answer has fewer digits than the one in the book, or as many and is plainer. It reports
// whether the answer has fewer digits.
func (b *Book) Add(a search.Answer) (better bool, err error) {
	if !isInBook(a.Target, a.Digit) {
		return false, fmt.Errorf("tchisla: the book has no place for %d#%d", a.Target, a.Digit)
	}
	if err := a.Check(); err != nil {
		return false, fmt.Errorf("tchisla: %w", err)
	}
	held := &b.answers[lineIndex(a.Target, a.Digit)]
	switch {
	case held.Expr == nil:
		*held = a
	case a.Digits < held.Digits:
		*held = a
		return true, nil
	case a.Digits == held.Digits && isPlainer(a.Expr, held.Expr):
		*held = a
	}
	return false, nil
}

// Answer returns the answer for a target from 1 to BookTargets and a digit from 1 to 9, and
// false if the book has none.
func (b *Book) Answer(target, digit int) (search.Answer, bool) {
	a := b.answers[lineIndex(target, digit)]
	return a, a.Expr != nil
}

// Table returns the book as a text, as Game.Table does for the built-in book.
func (b *Book) Table() []byte { return table(b.Answer) }

// Text returns the text that a file such as book.bin compresses: a line for each target and
// digit, in which the expression has the fewest brackets.
func (b *Book) Text() string {
	var lines [bookLines]string
	for i, a := range b.answers {
		if a.Expr != nil {
			lines[i] = a.Expr.String()
		}
	}
	return strings.Join(lines[:], "\n")
}
