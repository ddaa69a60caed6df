package tchisla

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"reckon/engine/expr"
	"reckon/engine/tchisla/search"
)

// A Book is a book in the making: the best answers so far, and the searches they
// come from.
type Book struct {
	answers [bookLines]search.Answer // by place
	scopes  []search.Scope
}

// ReadBook reads the files of a book. It does not check the answers: a test does
// that for the built-in book.
func ReadBook(book, scopes []byte) (*Book, error) {
	lines, err := decodeBook(book)
	if err != nil {
		return nil, err
	}
	b := new(Book)
	for i := range b.answers {
		if a, ok := readLine(lines, 1+i%BookTargets, 1+i/BookTargets); ok {
			b.answers[i] = a
		}
	}
	return b, json.Unmarshal(scopes, &b.scopes)
}

// BuiltIn returns the built-in book.
func BuiltIn() (*Book, error) { return ReadBook(bookFile, scopesFile) }

// Read reads an answer to a puzzle by its ID. It does not check it.
func Read(id, answer string) (a search.Answer, ok bool) {
	p, err := Game{}.Parse(strings.TrimPrefix(id, "tchisla:"))
	if err != nil || p.ID() != id {
		return a, false
	}
	n, err := expr.Parse(answer)
	if err != nil {
		return a, false
	}
	puzzle := p.(*Puzzle)
	return search.Answer{Target: puzzle.target, Digit: puzzle.digit, Digits: expr.CountDigits(n), Expr: n.Upright()}, puzzle.target <= BookTargets
}

// Add checks an answer and keeps it if it has fewer digits than the one held: then it is
// better. One of as many digits is kept if it is plainer. The first answer of a target is
// kept and not better.
func (b *Book) Add(a search.Answer) (better bool, err error) {
	if a.Digit < 1 || a.Digit > 9 || a.Target < 1 || a.Target > BookTargets {
		return false, fmt.Errorf("tchisla: the book has no place for %d#%d", a.Target, a.Digit)
	}
	if err := a.Check(); err != nil {
		return false, fmt.Errorf("tchisla: %w", err)
	}
	at := &b.answers[place(a.Target, a.Digit)]
	better = at.Expr != nil && a.Digits < at.Digits
	if better || at.Expr == nil || a.Digits == at.Digits && isPlainer(a.Expr, at.Expr) {
		*at = a
	}
	return better, nil
}

// AddScope records a search whose answers were added. Of two scopes of a digit
// within the same limits the one with more levels is kept.
func (b *Book) AddScope(s search.Scope) {
	same := func(o search.Scope) bool { return o.Digit == s.Digit && o.Wide == s.Wide }
	if slices.ContainsFunc(b.scopes, func(o search.Scope) bool { return same(o) && o.Levels > s.Levels }) {
		return
	}
	b.scopes = append(slices.DeleteFunc(b.scopes, same), s)
	slices.SortFunc(b.scopes, func(a, b search.Scope) int {
		return cmp.Or(cmp.Compare(a.Digit, b.Digit), cmp.Compare(a.Levels, b.Levels))
	})
}

// Sum returns the number of answers in a digit and the sum of their digits.
func (b *Book) Sum(digit int) (answers, digits int) {
	for _, a := range b.answers[place(1, digit) : place(BookTargets, digit)+1] {
		if a.Expr != nil {
			answers++
			digits += a.Digits
		}
	}
	return answers, digits
}

// Table returns the book as a text: the columns target, digit, count and answer, in nothing but
// ASCII.
func (b *Book) Table() []byte {
	return table(func(target, digit int) (search.Answer, bool) {
		a := b.answers[place(target, digit)]
		return a, a.Expr != nil
	})
}

// Files returns the book and its scopes as files. Every answer is printed anew,
// with the fewest brackets.
func (b *Book) Files() (book, scopes []byte, err error) {
	var lines [bookLines]string
	for i, a := range b.answers {
		if a.Expr != nil {
			lines[i] = a.Expr.String()
		}
	}
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		return nil, nil, fmt.Errorf("tchisla: encode the book: %w", err)
	}
	defer e.Close()
	book = e.EncodeAll([]byte(strings.Join(lines[:], "\n")), nil)
	scopes, err = json.MarshalIndent(b.scopes, "", "\t")
	return book, append(scopes, '\n'), err
}
