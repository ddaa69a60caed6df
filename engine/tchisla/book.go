package tchisla

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"reckon/engine/expr"
	"reckon/engine/tchisla/search"
)

// The book holds the best known answers of the targets 1..BookTargets in each
// digit. "reckon tchisla book" makes it, and records beside it what was searched.
//
//go:generate go run ../../cmd/reckon tchisla book --dir .
//go:embed book.bin
var bookFile []byte

// scopesFile lists the searches that made the book.
//
//go:embed scopes.tsv
var scopesFile []byte

// pages are the lines of each page, decoded when first asked for. They are
// constants that come compressed, not state.
var pages = func() (ps [bookPages]func() []string) {
	for i := range ps {
		ps[i] = sync.OnceValue(func() []string { return decodePage(bookFile, i) })
	}
	return ps
}()

// Lookup returns the answer of the book for a target and digit. It takes
// microseconds, the first of a page some tenths of a millisecond.
func Lookup(target, digit int) (search.Answer, bool) {
	if target < 1 || target > BookTargets || digit < 1 || digit > 9 {
		return search.Answer{}, false
	}
	page, line := place(target, digit)
	return readLine(pages[page](), line, target, digit)
}

// readLine returns the answer on a line of a page, and false if there is none; a
// test rules that out for the built-in book.
func readLine(page []string, line, target, digit int) (search.Answer, bool) {
	if line >= len(page) {
		return search.Answer{}, false
	}
	n, err := expr.Parse(page[line])
	if err != nil {
		return search.Answer{}, false
	}
	return search.Answer{Target: target, Digit: digit, Digits: expr.CountDigits(n), Expr: n}, true
}

// reaches returns by digit how many digits a search of the book went through
// completely within its limits: see search.Scope, which is all the book claims.
var reaches = sync.OnceValue(func() (reach [10]int) {
	scopes, err := decodeScopes(scopesFile)
	if err != nil {
		return reach // nothing is claimed; a test rules it out
	}
	for _, s := range scopes {
		reach[s.Digit] = max(reach[s.Digit], s.Reach())
	}
	return reach
})

// BookTargets is the largest target in the book.
const BookTargets = 10000

// The file of a book is cut into pages of pageTargets so that a lookup reads
// little: lengths of the pages as uint32, then the pages, each a zstd frame of
// lines, one for each target; a line is the expression.
const (
	pageTargets  = 1000
	pagesByDigit = BookTargets / pageTargets
	bookPages    = 9 * pagesByDigit
)

// place returns the page and the line of a target and digit.
func place(target, digit int) (page, line int) {
	return (digit-1)*pagesByDigit + (target-1)/pageTargets, (target - 1) % pageTargets
}

// decodePage returns the lines of page i, or nil if the file is torn.
func decodePage(book []byte, i int) []string {
	if len(book) < 4*bookPages {
		return nil
	}
	start := 4 * bookPages
	for j := range i {
		start += int(binary.LittleEndian.Uint32(book[4*j:]))
	}
	end := start + int(binary.LittleEndian.Uint32(book[4*i:]))
	if end > len(book) {
		return nil
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil
	}
	defer d.Close()
	text, err := d.DecodeAll(book[start:end], nil)
	if err != nil {
		return nil
	}
	return strings.Split(string(text), "\n")
}

// The file of scopes has a line for each: digit, levels, "wide" or "close", and
// how many numbers were held, between tabs.

func decodeScopes(text []byte) ([]search.Scope, error) {
	var scopes []search.Scope
	for line := range strings.Lines(string(text)) {
		var s search.Scope
		var limits string
		if _, err := fmt.Sscan(line, &s.Digit, &s.Levels, &limits, &s.Numbers); err != nil {
			return nil, fmt.Errorf("tchisla: %q is no scope: %w", line, err)
		}
		if s.Digit < 1 || s.Digit > 9 || limits != wideName && limits != closeName {
			return nil, fmt.Errorf("tchisla: %q is no scope", line)
		}
		s.Wide = limits == wideName
		scopes = append(scopes, s)
	}
	return scopes, nil
}

const (
	wideName  = "wide"
	closeName = "close"
)
