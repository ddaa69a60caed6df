package tchisla

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"reckon/engine/tchisla/search"
)

// A Book is a book in the making: the best answers so far, and the searches they
// come from.
type Book struct {
	answers [9 * BookTargets]search.Answer // by digit and target
	scopes  []search.Scope
}

// ReadBook reads the files of a book. It does not check the answers: a test does
// that for the built-in book.
func ReadBook(book, scopes []byte) (*Book, error) {
	b := new(Book)
	for i := range bookPages {
		digit, first := 1+i/pagesByDigit, 1+i%pagesByDigit*pageTargets
		page := decodePage(book, i)
		if page == nil {
			return nil, fmt.Errorf("tchisla: page %d of the book cannot be read", i)
		}
		for line := range min(len(page), pageTargets) {
			if a, ok := readLine(page, line, first+line, digit); ok {
				*b.at(a.Target, a.Digit) = a
			}
		}
	}
	var err error
	b.scopes, err = decodeScopes(scopes)
	return b, err
}

// BuiltIn returns the built-in book.
func BuiltIn() (*Book, error) { return ReadBook(bookFile, scopesFile) }

func (b *Book) at(target, digit int) *search.Answer {
	return &b.answers[(digit-1)*BookTargets+target-1]
}

// Add checks an answer and keeps it if it has fewer digits than the one held: then
// it is better. The first answer of a target is kept and not better.
func (b *Book) Add(a search.Answer) (better bool, err error) {
	if a.Digit < 1 || a.Digit > 9 || a.Target < 1 || a.Target > BookTargets {
		return false, fmt.Errorf("tchisla: the book has no place for %d#%d", a.Target, a.Digit)
	}
	if err := a.Check(); err != nil {
		return false, fmt.Errorf("tchisla: %w", err)
	}
	at := b.at(a.Target, a.Digit)
	better = at.Expr != nil && a.Digits < at.Digits
	if better || at.Expr == nil {
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
	for target := 1; target <= BookTargets; target++ {
		if a := b.at(target, digit); a.Expr != nil {
			answers++
			digits += a.Digits
		}
	}
	return answers, digits
}

// Files returns the book and its scopes as files. Every answer is printed anew,
// with the fewest brackets.
func (b *Book) Files() (book, scopes []byte, err error) {
	var pages [bookPages][]string
	for digit := 1; digit <= 9; digit++ {
		for target := 1; target <= BookTargets; target++ {
			page, _ := place(target, digit)
			line := ""
			if a := b.at(target, digit); a.Expr != nil {
				line = a.Expr.String()
			}
			pages[page] = append(pages[page], line)
		}
	}
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		return nil, nil, fmt.Errorf("tchisla: encode the book: %w", err)
	}
	defer e.Close()
	book = make([]byte, 4*bookPages)
	for i, lines := range pages {
		page := e.EncodeAll([]byte(strings.Join(lines, "\n")), nil)
		binary.LittleEndian.PutUint32(book[4*i:], uint32(len(page)))
		book = append(book, page...)
	}
	for _, s := range b.scopes {
		limits := closeName
		if s.Wide {
			limits = wideName
		}
		scopes = fmt.Appendf(scopes, "%d\t%d\t%s\t%d\n", s.Digit, s.Levels, limits, s.Numbers)
	}
	return book, scopes, nil
}
