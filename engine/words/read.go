package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"reckon/engine"
)

// maxText bounds what people type, in bytes.
const maxText = 200

// Read takes the letters of a text in lower case. It passes over spaces,
// commas, hyphens and full stops, and takes full-width letters for plain ones.
// There must be at least one letter and nothing else. The error is an
// *engine.Fault.
func Read(text string) (string, error) {
	if len(text) > maxText {
		return "", &engine.Fault{Code: "too-long", Args: engine.Args{"limit": maxText, "unit": "bytes"}}
	}
	var b strings.Builder
	for i, r := range text {
		switch c := plain(r); {
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

// plain is the letter in lower case, half as wide.
func plain(r rune) rune {
	const wide = 'Ａ' - 'A'
	if r >= 'Ａ' && r <= 'ｚ' {
		r -= wide
	}
	if r > unicode.MaxASCII {
		return r
	}
	return unicode.ToLower(r)
}

// A Difference is how the letters of a word differ from those it may be made
// of, each letter named once.
type Difference struct {
	Extra    []string // letters that are not there at all
	Repeated []string // letters that are there, but not so often
	Missing  []string // letters that are left over
}

// Compare tells how word differs from letters; both are in lower case.
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
