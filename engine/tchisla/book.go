package tchisla

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"reckon/engine/expr"
	"reckon/engine/tchisla/search"
)

// bookFile is the built-in book: the best known answers of the targets 1..BookTargets in each
// digit. The program makebook makes it, and lists in scopes.json what it searched.
//
//go:generate go run ./makebook --dir .
//go:embed book.bin
var bookFile []byte

// scopesFile lists the searches that made the book.
//
//go:embed scopes.json
var scopesFile []byte

// BookTargets is the largest target in the book.
const BookTargets = 10000

// bookLines is the number of lines of a book: an expression for each target in each digit, or
// nothing. The file is one zstd frame of them.
const bookLines = 9 * BookTargets

// isInBook reports whether the book has a line for a target and digit.
func isInBook(target, digit int) bool {
	return isBookTarget(target) && digit >= 1 && digit <= 9
}

func isBookTarget(target int) bool { return target >= 1 && target <= BookTargets }

// lineIndex returns the index of the line for a target and digit.
func lineIndex(target, digit int) int { return (digit-1)*BookTargets + target - 1 }

// lines returns the expressions of the built-in book. The first call takes some milliseconds to
// decode them.
var lines = sync.OnceValue(func() []string {
	lines, err := decodeBook(bookFile)
	if err != nil {
		// A test rules this out.
		return make([]string, bookLines)
	}
	return lines
})

func decodeBook(file []byte) ([]string, error) {
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("tchisla: read the book: %w", err)
	}
	defer decoder.Close()
	text, err := decoder.DecodeAll(file, nil)
	if err != nil {
		return nil, fmt.Errorf("tchisla: read the book: %w", err)
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) != bookLines {
		return nil, fmt.Errorf("tchisla: the book has %d lines, not %d", len(lines), bookLines)
	}
	return lines, nil
}

// Lookup returns the answer of the book for a target and digit, in microseconds.
func Lookup(target, digit int) (search.Answer, bool) {
	if !isInBook(target, digit) {
		return search.Answer{}, false
	}
	return readLine(lines(), target, digit)
}

// readLine returns the answer for a target and digit, and false if there is none. A test makes sure
// that the built-in book has all.
func readLine(lines []string, target, digit int) (search.Answer, bool) {
	n, err := expr.Parse(lines[lineIndex(target, digit)])
	if err != nil {
		return search.Answer{}, false
	}
	return newAnswer(target, digit, n), true
}

// newAnswer returns an expression as an answer. It does not check it.
func newAnswer(target, digit int, n *expr.Node) search.Answer {
	return search.Answer{
		Target: target,
		Digit:  digit,
		Digits: expr.CountDigits(n),
		Expr:   n.Upright(),
	}
}

// reaches returns, for each digit, the number of digits up to which the searches for the book tried
// everything within their limits. That is one more than the levels that they held: see search.Scope.
var reaches = sync.OnceValue(func() (reach [10]int) {
	var scopes []search.Scope
	if err := json.Unmarshal(scopesFile, &scopes); err != nil {
		// A test rules this out. A book without scopes claims nothing.
		return reach
	}
	for _, s := range scopes {
		reach[s.Digit] = max(reach[s.Digit], s.Levels+1)
	}
	return reach
})
