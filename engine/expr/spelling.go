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

// A spelling is a text that people type for a sign. The longest is read first, in any
// case; one of Latin letters only as a whole word.
type spelling struct {
	text string
	// sign is a sign of the grammar, nothing or chatter.
	sign string
	// isWord means that it begins and ends at the bound of a word.
	isWord bool
}

const (
	// nothing is the sign of a text that means nothing, wherever it is.
	nothing = "nothing"
	// chatter is the sign of a text that people say with an answer, and without one.
	chatter = "chatter"
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

// numerals are the values of Chinese numerals.
var numerals = map[rune]int{
	'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '兩': 2, '三': 3, '四': 4,
	'五': 5, '六': 6, '七': 7, '八': 8, '九': 9, '十': 10, '百': 100, '千': 1000,
}

// isNumber reports whether r may be a number, or a digit of one.
func isNumber(r rune) bool {
	_, isNumeral := numerals[r]
	return isNumeral || unicode.IsNumber(r) || r == '🔟'
}

// readChinese reads a Chinese number, 二十四 or 二四, of n bytes. No puzzle has one of ten
// thousand or more.
func readChinese(text string) (value, n int) {
	// sinceUnit is the number that the digits since the last unit make.
	sinceUnit := 0
	for i, r := range text {
		v, ok := numerals[r]
		switch {
		case !ok || value+sinceUnit > 9999:
			return value + sinceUnit, i
		case v < 10:
			sinceUnit = sinceUnit*10 + v
		default:
			value += max(sinceUnit, 1) * v
			sinceUnit = 0
		}
	}
	return value + sinceUnit, len(text)
}

// isTalk reports whether people say s with an answer.
func (s spelling) isTalk() bool {
	return s.sign == chatter || s.sign == nothing || s.sign == "="
}

// Words returns a text from its first letter to its last.
func Words(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}

// WithoutTalk returns the Words of a text without what people say with an answer. clear
// reports that the text begins by saying that it is one ("my answer is").
func WithoutTalk(text string) (rest string, clear bool) {
	var out strings.Builder
	for i := 0; i < len(text); {
		s, ok := spellingAt(text, i)
		if !ok || !s.isTalk() {
			_, size := utf8.DecodeRuneInString(text[i:])
			out.WriteString(text[i : i+size])
			i += size
			continue
		}
		announces := s.sign == nothing && Words(s.text) != ""
		if announces && Words(out.String()) == "" {
			clear = true
		}
		out.WriteByte(' ')
		i += len(s.text)
	}
	return Words(out.String()), clear
}
