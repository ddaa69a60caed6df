package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"reckon/engine"
)

// maxText is the most bytes that Read accepts.
const maxText = 200

// Read returns the letters of a text in lower case. It skips spaces, commas,
// hyphens and full stops, and reads full-width letters as plain ones. There must
// be at least one letter and nothing else. The error is an *engine.Fault.
func Read(text string) (string, error) {
	if len(text) > maxText {
		return "", &engine.Fault{Code: "too-long", Args: engine.Args{"limit": maxText, "unit": "bytes"}}
	}
	var b strings.Builder
	for i, r := range text {
		c := r
		if r >= 'Ａ' && r <= 'ｚ' {
			c -= 'Ａ' - 'A'
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		switch {
		case c >= 'a' && c <= 'z':
			b.WriteRune(c)
		case !unicode.IsSpace(r) && !strings.ContainsRune(",-.，、。", r):
			_, width := utf8.DecodeRuneInString(text[i:])
			return "", &engine.Fault{Code: "word.letter", Args: engine.Args{"text": string(r)}, At: &engine.Span{Pos: i, End: i + width}}
		}
	}
	if b.Len() == 0 {
		return "", &engine.Fault{Code: "word.empty"}
	}
	return b.String(), nil
}

// A Difference lists how a word's letters differ from those it may use, each
// letter once.
type Difference struct {
	Extra    []string // not available at all
	Repeated []string // available, but not so often
	Missing  []string // left over
}

// Compare compares the letters of word with letters; both are in lower case.
func Compare(word, letters string) Difference {
	var d Difference
	left := []byte(letters)
	name := func(list []string, c byte) []string {
		if s := string(c); !slices.Contains(list, s) {
			list = append(list, s)
		}
		return list
	}
	for i := range len(word) {
		c := word[i]
		if j := slices.Index(left, c); j >= 0 {
			left = slices.Delete(left, j, j+1)
		} else if strings.IndexByte(letters, c) >= 0 {
			d.Repeated = name(d.Repeated, c)
		} else {
			d.Extra = name(d.Extra, c)
		}
	}
	for _, c := range left {
		d.Missing = name(d.Missing, c)
	}
	return d
}
