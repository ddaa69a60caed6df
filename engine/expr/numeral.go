package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// numerals are the values of Chinese numerals, also those on banknotes.
var numerals = map[rune]int{
	'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '兩': 2, '三': 3, '四': 4,
	'五': 5, '六': 6, '七': 7, '八': 8, '九': 9, '十': 10, '百': 100, '千': 1000,
	'壹': 1, '贰': 2, '貳': 2, '叁': 3, '參': 3, '叄': 3, '肆': 4,
	'伍': 5, '陆': 6, '陸': 6, '柒': 7, '捌': 8, '玖': 9,
	'拾': 10, '佰': 100, '仟': 1000, '廿': 20, '卅': 30, '卌': 40,
}

// readChinese reads the Chinese number that a text begins with, such as 二十四, 二四 or 廿四; n is its
// length in bytes. No puzzle has a number of ten thousand or more.
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
		case v == 20 || v == 30 || v == 40:
			value += v
		default:
			value += max(sinceUnit, 1) * v
			sinceUnit = 0
		}
	}
	return value + sinceUnit, len(text)
}

// readSaying returns how many bytes at the beginning of a text are a line of the multiplication table as people
// say it, 四六二十四, which is no number.
func readSaying(text string) int {
	first, size := utf8.DecodeRuneInString(text)
	second, secondSize := utf8.DecodeRuneInString(text[size:])
	size += secondSize
	product := numerals[first] * numerals[second]
	if product < 10 || numerals[first] > 9 || numerals[second] > 9 {
		return 0
	}
	value, n := readChinese(text[size:])
	hasUnit := strings.ContainsAny(text[size:size+n], "十拾廿卅")
	if value != product || !hasUnit {
		return 0
	}
	return size + n
}

// Chinese returns the value of a Chinese numeral, such as 三 or 十二. ok is false if a text is anything else.
func Chinese(text string) (value int, ok bool) {
	value, n := readChinese(text)
	return value, n > 0 && n == len(text)
}

// ranges are numbers that are one character each: the first, the last and the value of the first.
var ranges = []struct {
	first, last rune
	value       int
}{
	{'①', '⑳', 1}, {'⑴', '⒇', 1}, {'⒈', '⒛', 1}, {'⓪', '⓪', 0}, {'⓫', '⓴', 11},
	{'⓵', '⓾', 1}, {'⓿', '⓿', 0}, {'❶', '❿', 1}, {'➀', '➉', 1}, {'➊', '➓', 1},
	{'㉑', '㉟', 21}, {'㊱', '㊿', 36}, {'Ⅰ', 'Ⅻ', 1}, {'ⅰ', 'ⅻ', 1}, {'🔟', '🔟', 10},
}

// readSymbol returns the number that one character is: a digit in a circle, a Roman numeral.
func readSymbol(r rune) (value int, ok bool) {
	for _, x := range ranges {
		if x.first <= r && r <= x.last {
			return x.value + int(r-x.first), true
		}
	}
	return 0, false
}

const (
	superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	subscripts   = "₀₁₂₃₄₅₆₇₈₉"
)

// readScript reads the number in small digits that a text begins with; n is its length in bytes. small has the ten
// digits, superscripts or subscripts.
func readScript(text, small string) (digits string, n int) {
	for i, r := range text {
		index := strings.IndexRune(small, r)
		if index < 0 {
			return digits, i
		}
		value := utf8.RuneCountInString(small[:index])
		digits += string(rune('0' + value))
	}
	return digits, len(text)
}

// englishNumbers are the values of English words.
var englishNumbers = map[string]int{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
	"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
	"seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40,
	"fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "thousand": 1000,
}

// longestWord is more than the bytes of any English number word.
const longestWord = 12

// readEnglish reads the English number that a text begins with, such as "twenty-four" or "one hundred and two"; n is
// its length in bytes.
func readEnglish(text string) (value, n int) {
	// last is the value of the word before, 0 if there is none. thousands is the value of the words
	// up to "thousand".
	last := 0
	thousands := 0
	for pos := 0; ; {
		word := latinWord(text[pos:min(len(text), pos+longestWord)])
		v, ok := englishNumbers[strings.ToLower(word)]
		isNext := n == 0 || follows(v, last)
		if !ok || !isNext {
			return thousands + value, n
		}
		switch v {
		case 100:
			// The word before hundred was added already: in "two hundred" 200 replaces the 2.
			value += max(last, 1)*v - last
		case 1000:
			thousands = max(value, 1) * v
			value = 0
		default:
			value += v
		}
		last = v
		n = pos + len(word)
		pos = n
		if pos == len(text) || text[pos] != ' ' && text[pos] != '-' {
			return thousands + value, n
		}
		pos++
		if last >= 100 {
			pos += len(text[pos:]) - len(strings.TrimPrefix(text[pos:], "and "))
		}
	}
}

// follows reports whether a word for a value may go on with a number whose last word has the value last.
func follows(value, last int) bool {
	isDigit := 0 < value && value < 10
	switch {
	case value == 1000:
		return last < 1000
	case value == 100:
		return 0 < last && last < 10
	case last >= 100:
		return true
	}
	return last >= 20 && isDigit
}

// latinWord returns the Latin letters that a text begins with.
func latinWord(text string) string {
	n := 0
	for n < len(text) && isLatin(text[n]) {
		n++
	}
	return text[:n]
}

// faces are the cards with a letter.
var faces = map[string]int{"a": 1, "t": 10, "j": 11, "q": 12, "k": 13}

// readWord reads the number in English words that a text begins with, or the card with a letter; n is its length in
// bytes.
func readWord(text string) (value, n int) {
	value, n = readEnglish(text)
	if n > 0 {
		return value, n
	}
	word := latinWord(text[:min(len(text), 2)])
	value, ok := faces[strings.ToLower(word)]
	if !ok {
		return 0, 0
	}
	return value, len(word)
}

// isNumber reports whether r may be a number, or a digit of one.
func isNumber(r rune) bool {
	_, isNumeral := numerals[r]
	return isNumeral || unicode.IsNumber(r) || r == '🔟'
}

// mayHoldNumber reports whether a text may have a number in it, in digits or in words.
func mayHoldNumber(text string) bool {
	if strings.ContainsFunc(text, isNumber) {
		return true
	}
	for pos := 0; pos < len(text); {
		if !isLatin(text[pos]) {
			pos++
			continue
		}
		word := latinWord(text[pos:])
		if _, n := readWord(word); n > 0 && n == len(word) {
			return true
		}
		pos += len(word)
	}
	return false
}
