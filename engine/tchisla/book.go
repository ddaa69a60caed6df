package tchisla

import (
	_ "embed"
	"sync"

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

// Lookup gives what the book has of a target and digit. It takes microseconds,
// the first of a page some tenths of a millisecond.
func Lookup(target, digit int) (search.Answer, bool) {
	if target < 1 || target > BookTargets || digit < 1 || digit > 9 {
		return search.Answer{}, false
	}
	page, line := place(target, digit)
	return readLine(pages[page](), line, target, digit)
}

// readLine is false where the page has no such line, which a test rules out for
// the book that is built in.
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

// reaches tells by digit up to how many digits a search of the book went through
// all there is within its limits: see search.Scope, which is all the book claims.
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
