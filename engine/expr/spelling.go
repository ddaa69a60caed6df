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
	sign string // or one of the following
	word bool   // it begins and ends at the bound of a word
}

const (
	nothing = "nothing" // the text means nothing, wherever it stands
	talk    = "talk"    // people say it with an answer, and without one
)

//go:embed spellings.txt
var spellings string

// spelled returns the spellings by their first rune in lower case, the longest first.
var spelled = sync.OnceValue(func() map[rune][]spelling {
	all := map[rune][]spelling{}
	for line := range strings.Lines(spellings) {
		sign, texts, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			continue // a comment
		}
		for text := range strings.SplitSeq(texts, "|") {
			first, n := utf8.DecodeRuneInString(text)
			word := isLatin(text[len(text)-1]) && (isLatin(text[0]) || strings.Contains(`\:=`, text[:n]))
			all[first] = append(all[first], spelling{text, sign, word})
		}
	}
	for _, list := range all {
		slices.SortFunc(list, func(a, b spelling) int { return cmp.Compare(len(b.text), len(a.text)) })
	}
	return all
})

func isLatin(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// spelledAt returns the spelling that stands at a place in text.
func spelledAt(text string, pos int) (spelling, bool) {
	r, _ := utf8.DecodeRuneInString(text[pos:])
	for _, s := range spelled()[unicode.ToLower(r)] {
		end := pos + len(s.text)
		if end <= len(text) && strings.EqualFold(text[pos:end], s.text) &&
			(!s.word || (!isLatin(s.text[0]) || pos == 0 || !isLatin(text[pos-1])) && (end == len(text) || !isLatin(text[end]))) {
			return s, true
		}
	}
	return spelling{}, false
}

// numerals are the values of Chinese ones.
var numerals = map[rune]int{
	'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '兩': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9, '十': 10, '百': 100, '千': 1000,
}

// isNumber reports whether r may be a number, or a digit of one.
func isNumber(r rune) bool {
	_, isNumeral := numerals[r]
	return isNumeral || unicode.IsNumber(r) || r == '🔟'
}

// chinese reads a Chinese number, 二十四 or 二四, of n bytes. No puzzle has one of ten
// thousand or more.
func chinese(text string) (value, n int) {
	digits := 0 // since the last unit
	for i, r := range text {
		v, ok := numerals[r]
		switch {
		case !ok || value+digits > 9999:
			return value + digits, i
		case v < 10:
			digits = digits*10 + v
		default:
			value, digits = value+max(digits, 1)*v, 0
		}
	}
	return value + digits, len(text)
}

// Words returns the words of a text, of its first letter to its last.
func Words(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}

// WithoutTalk returns the Words of a text that are none of those that people say with an
// answer. clear reports that the first of them say that it is one.
func WithoutTalk(text string) (rest string, clear bool) {
	var out strings.Builder
	for i := 0; i < len(text); {
		s, ok := spelledAt(text, i)
		_, n := utf8.DecodeRuneInString(text[i:])
		if ok && (s.sign == talk || s.sign == nothing || s.sign == "=") {
			n = len(s.text)
			clear = clear || s.sign == nothing && Words(s.text) != "" && Words(out.String()) == ""
			out.WriteByte(' ')
		} else {
			out.WriteString(text[i : i+n])
		}
		i += n
	}
	return Words(out.String()), clear
}
