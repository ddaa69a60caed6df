package tchisla

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"reckon/engine/expr"
)

// The book holds the best found of the targets 1..BookTargets in each digit,
// made by MakeTable. It is cut into pages of pageTargets so that a lookup
// reads little: lengths of the pages as uint32, then the pages, each a zstd
// frame of lines, one for each target; a line is the expression, with a
// question mark behind it where it is not proven to be least.
//
//go:embed book.bin
var bookFile []byte

// BookTargets is the largest target in the book.
const BookTargets = 10000

const (
	pageTargets  = 1000
	pagesByDigit = BookTargets / pageTargets
	bookPages    = 9 * pagesByDigit
	unproven     = "?"
)

// pages are the lines of each page, decoded when first asked for. They are
// constants that come compressed, not state.
var pages = func() (ps [bookPages]func() []string) {
	for i := range ps {
		ps[i] = sync.OnceValue(func() []string { return readPage(bookFile, i) })
	}
	return ps
}()

// readPage is nil where the book is not whole, which a test rules out.
func readPage(book []byte, i int) []string {
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

// Lookup gives what the book has of a target and digit. It takes microseconds,
// the first of a page some tenths of a millisecond.
func Lookup(target, digit int) (Row, bool) {
	if target < 1 || target > BookTargets || digit < 1 || digit > 9 {
		return Row{}, false
	}
	lines := pages[(digit-1)*pagesByDigit+(target-1)/pageTargets]()
	at := (target - 1) % pageTargets
	if at >= len(lines) {
		return Row{}, false
	}
	text, doubt := strings.CutSuffix(lines[at], unproven)
	n, err := expr.Parse(text)
	if err != nil {
		return Row{}, false
	}
	return Row{Target: target, Digit: digit, Digits: expr.CountDigits(n), Proven: !doubt, Expr: n}, true
}

// EncodeBook makes the file of a book from rows, which may be in any order and
// of which the one with the fewest digits counts.
func EncodeBook(rows []Row) ([]byte, error) {
	lines := make([]string, 9*BookTargets)
	for r := range best(rows) {
		line := r.Expr.String()
		if !r.Proven {
			line += unproven
		}
		lines[(r.Digit-1)*BookTargets+r.Target-1] = line
	}
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		return nil, fmt.Errorf("tchisla: encode the book: %w", err)
	}
	defer e.Close()
	head := make([]byte, 4*bookPages)
	var body []byte
	for i := range bookPages {
		page := e.EncodeAll([]byte(strings.Join(lines[i*pageTargets:(i+1)*pageTargets], "\n")), nil)
		binary.LittleEndian.PutUint32(head[4*i:], uint32(len(page)))
		body = append(body, page...)
	}
	return append(head, body...), nil
}
