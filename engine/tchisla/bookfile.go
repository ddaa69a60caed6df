package tchisla

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"

	"reckon/engine/tchisla/search"
)

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

// place is the page and the line of a target and digit.
func place(target, digit int) (page, line int) {
	return (digit-1)*pagesByDigit + (target-1)/pageTargets, (target - 1) % pageTargets
}

// decodePage is nil where the file is not whole.
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

// encodePages makes the file of a book.
func encodePages(pages [bookPages][]string) ([]byte, error) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		return nil, fmt.Errorf("tchisla: encode the book: %w", err)
	}
	defer e.Close()
	head := make([]byte, 4*bookPages)
	var body []byte
	for i, lines := range pages {
		page := e.EncodeAll([]byte(strings.Join(lines, "\n")), nil)
		binary.LittleEndian.PutUint32(head[4*i:], uint32(len(page)))
		body = append(body, page...)
	}
	return append(head, body...), nil
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

func encodeScopes(scopes []search.Scope) []byte {
	var b strings.Builder
	for _, s := range scopes {
		limits := closeName
		if s.Wide {
			limits = wideName
		}
		fmt.Fprintf(&b, "%d\t%d\t%s\t%d\n", s.Digit, s.Levels, limits, s.Numbers)
	}
	return []byte(b.String())
}
