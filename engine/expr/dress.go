package expr

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDressed is the longest text with another reading than itself, in bytes.
const maxDressed = 1000

// Readings returns what a text may mean besides itself, the likeliest first. With
// factorials a ! at the end is a sign first, and joy only behind a blank or a claim.
func Readings(text string, factorials bool) []Reading {
	if len(text) > maxDressed || !strings.ContainsFunc(text, isNumber) {
		return nil
	}
	size := len(text) + len(text)/4
	d := dresser{text: text, out: make([]byte, 0, size), at: make([]int, 0, size), insert: map[int]string{}}
	d.read()
	var all []Reading
	for r, more := (Reading{Text: string(d.out), Talk: d.talk, at: d.at}).bare(), true; more; {
		if factorials || strings.TrimRight(r.Text, joy) == r.Text {
			told := r.told()
			for _, r := range []Reading{told.running(), told, told.closed()} {
				if r.Text != "" && r.Text != text {
					all = append(all, r)
				}
			}
		}
		r, more = r.calmed(factorials)
	}
	return all
}

var (
	// listMark is what stands before a line: of a list, a quotation, a heading.
	listMark = regexp.MustCompile(`^(?:>+|[-*+•·–—] +|#+ +|\d{1,2}(?:[)、）] *|[.．] +|- +))`)
	// countNote is a remark on the length of an answer.
	countNote = regexp.MustCompile(`^[(（] *[\d一二三四五六七八九]+ *(?:digits?|numbers?|[个個位]\S*) *[)）]`)
	// properPart is the fraction of a mixed number.
	properPart    = regexp.MustCompile(`^(\d{1,6})[/⁄](\d{1,6}) *([-+*/^=×÷xX!]?)`)
	latexFraction = regexp.MustCompile(`^\\[dt]?frac`)
)

// A dresser takes the dress off a text.
type dresser struct {
	text    string
	out     []byte         // what it means
	at      []int          // the place in text of each byte of out
	insert  map[int]string // what LaTeX needs before a place of the text
	talk    bool           // words were left out that people say in other talk, too
	claimed bool           // an equals sign stands in this step
	bold    int            // the stars of markdown that are open
}

// emit adds what a place of the text means.
func (d *dresser) emit(s string, pos int) {
	d.out = append(d.out, s...)
	for range len(s) {
		d.at = append(d.at, pos)
	}
}

// copy adds n bytes of the text as they are.
func (d *dresser) copy(i, n int) {
	for k := i; k < i+n; k++ {
		d.emit(d.text[k:k+1], k)
	}
}

// read reads the whole text.
func (d *dresser) read() {
	text, joyful := d.text, false // joyful: what people say with an answer was the last
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		d.emit(d.insert[i], i)
		kept := len(bytes.TrimRight(d.out, " "))
		if len(bytes.TrimSpace(d.out[bytes.LastIndexByte(d.out, '\n')+1:])) == 0 {
			if mark := listMark.FindString(text[i:]); mark != "" {
				i += len(mark)
				continue
			}
		}
		value, numeral := chinese(text[i:])
		switch s, isSpelled := spelledAt(text, i); {
		case joyful && strings.ContainsRune(joy, r):
		case unicode.Is(unicode.Cf, r) || r == '\ufe0f' || r == '\ufe0e' || r == '\u20e3':
		case r == '\\' && latexFraction.MatchString(text[i:]):
			n = len(latexFraction.FindString(text[i:]))
			above := group(text, i+n)
			below := group(text, above)
			d.insert[above] += "/"
			d.insert[below] += ")"
			d.emit("(", i)
		case isSpelled:
			n = len(s.text)
			d.sign(s.sign, i)
			d.talk = d.talk || s.sign == talk
		case n == 1 && isLatin(text[i]): // the rest of a word begins no spelling
			n = len(text[i:]) - len(strings.TrimLeftFunc(text[i:], func(r rune) bool { return r < utf8.RuneSelf && isLatin(byte(r)) }))
			d.copy(i, n)
		case (r == '(' || r == '（') && countNote.MatchString(text[i:]):
			n = len(countNote.FindString(text[i:]))
		case numeral > 0:
			n = numeral
			d.emit(strconv.Itoa(value), i)
		case '0' <= r && r <= '9', r == '(', r == '√', fractions[r] != "":
			n = d.number(i, n)
		case r == '*' && d.starred(i) > 0:
			n = d.starred(i)
			d.bold = n - d.bold
			d.emit(" ", i)
		case r == '\n' || strings.ContainsRune(separators, r):
			d.claimed = false
			d.emit(text[i:i+n], i)
		case r == '|' || r == '`':
			d.emit(" ", i)
		case signs[r] == 0 && (unicode.Is(unicode.So, r) || r > utf8.RuneSelf && unicode.Is(unicode.Sk, r) || strings.ContainsRune("?？⁉⁈", r)):
			d.talk = true
			d.emit(" ", i)
		default:
			d.claimed = d.claimed || r == '=' || signs[r] == '='
			d.copy(i, n)
		}
		joyful = (joyful || len(d.out) > kept && !isBlank(r)) && len(bytes.TrimRight(d.out, " ")) == kept
		i += n
	}
	d.emit(d.insert[len(text)], len(text))
	d.at = append(d.at, len(text))
}

// sign adds what a spelling stands for. An arrow leads to a result, or from one to the
// next step.
func (d *dresser) sign(s string, pos int) {
	if s == "→" {
		s = "="
		if d.claimed {
			s = ";"
		}
	}
	last, _ := utf8.DecodeLastRune(bytes.TrimRight(d.out, " "))
	switch {
	case s == talk || s == nothing:
		s = " "
	case s == "!":
		s = "! " // it is no joy
	case s == "=" && last == '=', s == ";" && strings.ContainsRune(separators, last):
		return
	case s == "=" || s == ";":
		d.claimed = s == "="
	}
	d.emit(s, pos)
}

// number adds what begins with a digit, a bracket or a root, of n bytes, and returns the
// bytes it has taken. Behind a number and a blank it is the fraction of a mixed number or,
// behind a claim, the next step.
func (d *dresser) number(i, n int) int {
	text := d.text
	out := bytes.TrimRight(d.out, " ")
	start, blank := len(bytes.TrimRight(out, "0123456789")), len(out) < len(d.out)
	r, _ := utf8.DecodeRuneInString(text[i:])
	mixed := fractions[r] != ""
	if blank {
		if m := properPart.FindStringSubmatch(text[i:]); m != nil && !(d.claimed && m[3] != "") {
			above, _ := strconv.Atoi(m[1])
			below, _ := strconv.Atoi(m[2])
			if mixed = above < below; mixed {
				n = len(m[0]) - len(m[3])
			}
		}
	}
	sign, end := "", ""
	switch {
	case start < len(out) && mixed:
		d.out, d.at = slices.Insert(d.out, start, '('), slices.Insert(d.at, start, d.at[start])
		sign, end = "+", ")"
	case blank && d.claimed && (start < len(out) || bytes.HasSuffix(out, []byte(")"))):
		d.sign(";", i)
	}
	d.emit(sign, i)
	d.copy(i, n)
	d.emit(end, i)
	return n
}

// starred returns how many stars of markdown begin at i, with no operand before them, or
// end there, the last of the text. One that begins a later step is a sign, unless a star
// with no operand behind it ends the text.
func (d *dresser) starred(i int) int {
	rest := strings.TrimLeft(d.text[i:], "*")
	n, end := len(d.text[i:])-len(rest), rest[strings.LastIndex(rest, "*")+1:]
	before := string(bytes.TrimRight(d.out, " "))
	begins := before == "" || strings.ContainsAny(before[len(before)-1:], "=:") ||
		strings.ContainsAny(before[len(before)-1:], ";,\n") && strings.IndexAny(strings.TrimLeft(end, " "), "0123456789(√") != 0
	if d.bold == 0 && begins || d.bold == n && end == rest {
		return n
	}
	return 0
}

// group returns the end of what a command of LaTeX is about: braces, or one character.
func group(text string, pos int) int {
	depths, depth := map[rune]int{'{': 1, '}': -1}, 0
	for i, r := range text[pos:] {
		depth += depths[r]
		if depth <= 0 && !isBlank(r) {
			return pos + i + utf8.RuneLen(r)
		}
	}
	return len(text)
}
