package expr

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A spelling is a text that people type for a sign, in capital or small letters. Of the
// spellings that begin at a place the longest is read. Those in Latin letters are read only as
// whole words.
type spelling struct {
	text string
	// sign is a sign of the grammar, nothing, or one of those that spellings.txt explains.
	sign string
	// isWord means that a Latin letter must not be directly behind the text nor, if the text begins
	// with a letter itself, directly before it.
	isWord bool
}

const (
	// nothing is the sign of a text that means nothing, wherever it is.
	nothing = "nothing"
	// smile is the sign of a face made of signs.
	smile = "smile"
)

//go:embed spellings.txt
var spellingList string

// spellings returns the spellings by their first rune in lower case, the longest first.
var spellings = sync.OnceValue(func() map[rune][]spelling {
	all := map[rune][]spelling{}
	for line := range strings.Lines(spellingList) {
		sign, texts, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			// The line is a comment.
			continue
		}
		for text := range strings.SplitSeq(texts, "|") {
			first, n := utf8.DecodeRuneInString(text)
			// A command of LaTeX and a face also end where a word ends: \times, :d, =d.
			beginsWord := isLatin(text[0]) || strings.Contains(`\:=`, text[:n])
			isWord := beginsWord && isLatin(text[len(text)-1])
			all[first] = append(all[first], spelling{text, sign, isWord})
		}
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b spelling) int { return cmp.Compare(len(b.text), len(a.text)) })
	}
	return all
})

func isLatin(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// spellingAt returns the longest spelling that begins at a place in text.
func spellingAt(text string, pos int) (spelling, bool) {
	r, _ := utf8.DecodeRuneInString(text[pos:])
	for _, s := range spellings()[unicode.ToLower(r)] {
		end := pos + len(s.text)
		if end > len(text) || !strings.EqualFold(text[pos:end], s.text) {
			continue
		}
		if !s.isWord || s.isWholeWord(text, pos) {
			return s, true
		}
	}
	return spelling{}, false
}

// isWholeWord reports whether s, at a place in text, is not part of a longer word.
func (s spelling) isWholeWord(text string, pos int) bool {
	end := pos + len(s.text)
	if end < len(text) && isLatin(text[end]) {
		return false
	}
	return pos == 0 || !isLatin(s.text[0]) || !isLatin(text[pos-1])
}

// isOperation reports whether s is a word for an operation.
func (s spelling) isOperation() bool {
	if !isLatin(s.text[0]) {
		return false
	}
	switch s.sign {
	case "+", "-", "*", "/", "^", "^2", "^3", "fact":
		return true
	}
	return false
}

// Words returns a text from its first letter to its last.
func Words(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}
