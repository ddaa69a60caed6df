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

// maxTyped is the longest text with another reading than itself, in bytes.
const maxTyped = 1000

// Readings returns what a text may mean besides itself, the likeliest first. With factorials
// a final ! is read as a factorial first, and as an exclamation only after a blank or a
// claim.
func Readings(text string, factorials bool) []Reading {
	if len(text) > maxTyped || !strings.ContainsFunc(text, isNumber) {
		return nil
	}
	size := len(text) + len(text)/4
	c := cleaner{
		text:   text,
		out:    make([]byte, 0, size),
		at:     make([]int, 0, size),
		insert: map[int]string{},
	}
	c.clean()
	reading := Reading{Text: string(c.out), Chatter: c.chatter, at: c.at}.trim()
	var all []Reading
	for more := true; more; {
		exclaims := strings.TrimRight(reading.Text, exclamations) != reading.Text
		if factorials || !exclaims {
			claimed := reading.claimGoal()
			for _, r := range []Reading{claimed.splitSteps(), claimed, claimed.closeBrackets()} {
				if r.Text != "" && r.Text != text {
					all = append(all, r)
				}
			}
		}
		reading, more = reading.dropExclamation(factorials)
	}
	return all
}

var (
	// listMark is what comes before a line: the mark of a list, a quotation or a heading.
	listMark = regexp.MustCompile(`^(?:>+|[-*+•·–—] +|#+ +|\d{1,2}(?:[)、）] *|[.．] +|- +))`)
	// countNote is a remark on the length of an answer.
	countNote = regexp.MustCompile(`^[(（] *[\d一二三四五六七八九]+ *(?:digits?|numbers?|[个個位]\S*) *[)）]`)
	// properPart is the fraction of a mixed number, and the sign after it.
	properPart    = regexp.MustCompile(`^(\d{1,6})[/⁄](\d{1,6}) *([-+*/^=×÷xX!]?)`)
	latexFraction = regexp.MustCompile(`^\\[dt]?frac`)
)

// A cleaner reduces a text to the signs of the grammar.
type cleaner struct {
	text string
	// out is what the text means, and at has the place in the text of each byte of out.
	out []byte
	at  []int
	// insert is what LaTeX needs before a place of the text.
	insert map[int]string
	// chatter means that words were left out that people also say when they do not answer.
	chatter bool
	// claimed means that this step has an equals sign.
	claimed bool
	// openStars is how many stars of markdown await their match.
	openStars int
}

// emit adds what a place of the text means.
func (c *cleaner) emit(s string, pos int) {
	c.out = append(c.out, s...)
	for range len(s) {
		c.at = append(c.at, pos)
	}
}

// copy adds n bytes of the text, from i on, as they are.
func (c *cleaner) copy(i, n int) {
	for k := i; k < i+n; k++ {
		c.emit(c.text[k:k+1], k)
	}
}

// clean reads the whole text.
func (c *cleaner) clean() {
	// afterChatter means that the last that was read is what people say with an answer. An
	// exclamation mark after it goes with it.
	afterChatter := false
	for i := 0; i < len(c.text); {
		c.emit(c.insert[i], i)
		if c.atLineStart() {
			if mark := listMark.FindString(c.text[i:]); mark != "" {
				i += len(mark)
				continue
			}
		}
		length := len(bytes.TrimRight(c.out, " "))
		r, size := utf8.DecodeRuneInString(c.text[i:])
		if afterChatter && strings.ContainsRune(exclamations, r) {
			i += size
		} else {
			i += c.read(i)
		}
		// Chatter adds nothing but a blank. A typed blank does so, too, but after chatter it changes
		// nothing, and after anything else it is no chatter.
		addsNothing := len(bytes.TrimRight(c.out, " ")) == length
		leavesBlank := len(c.out) > length && !isBlank(r)
		afterChatter = addsNothing && (afterChatter || leavesBlank)
	}
	c.emit(c.insert[len(c.text)], len(c.text))
	c.at = append(c.at, len(c.text))
}

// atLineStart reports whether the line has nothing but blanks yet.
func (c *cleaner) atLineStart() bool {
	line := c.out[bytes.LastIndexByte(c.out, '\n')+1:]
	return len(bytes.TrimSpace(line)) == 0
}

// read reads what begins at i and returns how many bytes that are.
func (c *cleaner) read(i int) int {
	rest := c.text[i:]
	r, size := utf8.DecodeRuneInString(rest)
	if isInvisible(r) {
		return size
	}
	if r == '\\' {
		if command := latexFraction.FindString(rest); command != "" {
			c.openFraction(i, len(command))
			return len(command)
		}
	}
	if s, ok := spellingAt(c.text, i); ok {
		c.sign(s.sign, i)
		c.chatter = c.chatter || s.sign == chatter
		return len(s.text)
	}
	if isLatin(rest[0]) {
		// The rest of a word begins no spelling.
		word := 1
		for word < len(rest) && isLatin(rest[word]) {
			word++
		}
		c.copy(i, word)
		return word
	}
	if r == '(' || r == '（' {
		if note := countNote.FindString(rest); note != "" {
			return len(note)
		}
	}
	if value, numeral := readChinese(rest); numeral > 0 {
		c.emit(strconv.Itoa(value), i)
		return numeral
	}
	if beginsOperand(r) {
		return c.operand(i, size)
	}
	if r == '*' {
		if stars := c.markdownStars(i); stars > 0 {
			if c.openStars == 0 {
				c.openStars = stars
			} else {
				c.openStars = 0
			}
			c.emit(" ", i)
			return stars
		}
	}
	switch {
	case r == '\n' || strings.ContainsRune(separators, r):
		c.claimed = false
		c.emit(rest[:size], i)
	case r == '|' || r == '`':
		c.emit(" ", i)
	case isDecoration(r):
		c.chatter = true
		c.emit(" ", i)
	default:
		c.claimed = c.claimed || r == '=' || signs[r] == '='
		c.copy(i, size)
	}
	return size
}

// beginsOperand reports whether r is a digit, an opening bracket, a root or a fraction.
func beginsOperand(r rune) bool {
	if '0' <= r && r <= '9' {
		return true
	}
	return r == '(' || r == '√' || fractions[r] != ""
}

// isInvisible reports whether r is a control of direction or width, a variation selector or
// the frame of a keycap.
func isInvisible(r rune) bool {
	switch r {
	case '\ufe0f', '\ufe0e', '\u20e3':
		return true
	}
	return unicode.Is(unicode.Cf, r)
}

// isDecoration reports whether r is an emoji or a question mark.
func isDecoration(r rune) bool {
	if signs[r] != 0 {
		return false
	}
	isModifier := r > utf8.RuneSelf && unicode.Is(unicode.Sk, r)
	return isModifier || unicode.Is(unicode.So, r) || strings.ContainsRune("?？⁉⁈", r)
}

// openFraction begins a fraction of LaTeX, whose command has n bytes at i.
func (c *cleaner) openFraction(i, n int) {
	numeratorEnd := groupEnd(c.text, i+n)
	denominatorEnd := groupEnd(c.text, numeratorEnd)
	c.insert[numeratorEnd] += "/"
	c.insert[denominatorEnd] += ")"
	c.emit("(", i)
}

// groupEnd returns the end of an argument of a LaTeX command: braces, or one character.
func groupEnd(text string, pos int) int {
	depth := 0
	for i, r := range text[pos:] {
		switch r {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth <= 0 && !isBlank(r) {
			return pos + i + utf8.RuneLen(r)
		}
	}
	return len(text)
}

// sign adds what a spelling means. An arrow leads to a result, or from a result to the next
// step.
func (c *cleaner) sign(s string, pos int) {
	if s == "→" {
		s = "="
		if c.claimed {
			s = ";"
		}
	}
	last, _ := utf8.DecodeLastRune(bytes.TrimRight(c.out, " "))
	switch s {
	case chatter, nothing:
		s = " "
	case "!":
		// The word is a factorial, and a ! after it an exclamation.
		s = "! "
	case "=":
		if last == '=' {
			return
		}
		c.claimed = true
	case ";":
		if strings.ContainsRune(separators, last) {
			return
		}
		c.claimed = false
	}
	c.emit(s, pos)
}

// operand adds what begins an operand at i, of size bytes, and returns how many bytes it has
// read. After a number that may be the fraction of a mixed number; after a claim and a blank
// it begins the next step.
func (c *cleaner) operand(i, size int) int {
	out := bytes.TrimRight(c.out, " ")
	start := len(bytes.TrimRight(out, "0123456789"))
	afterBlank := len(out) < len(c.out)
	afterNumber := start < len(out)
	r, _ := utf8.DecodeRuneInString(c.text[i:])
	isFraction := fractions[r] != ""
	if afterBlank {
		if n := c.properFraction(i); n > 0 {
			isFraction = true
			size = n
		}
	}
	if afterNumber && isFraction {
		c.out = slices.Insert(c.out, start, '(')
		c.at = slices.Insert(c.at, start, c.at[start])
		c.emit("+", i)
		c.copy(i, size)
		c.emit(")", i)
		return size
	}
	afterOperand := afterNumber || bytes.HasSuffix(out, []byte(")"))
	if afterBlank && afterOperand && c.claimed {
		c.sign(";", i)
	}
	c.copy(i, size)
	return size
}

// properFraction returns the length of the fraction below 1 that begins at i, or 0. After a
// claim a fraction with a sign after it is the beginning of a step.
func (c *cleaner) properFraction(i int) int {
	m := properPart.FindStringSubmatch(c.text[i:])
	if m == nil {
		return 0
	}
	sign := m[3]
	if c.claimed && sign != "" {
		return 0
	}
	numerator, _ := strconv.Atoi(m[1])
	denominator, _ := strconv.Atoi(m[2])
	if numerator >= denominator {
		return 0
	}
	return len(m[0]) - len(sign)
}

// markdownStars returns how many stars of markdown begin or end at i. Stars begin it where no
// operand is before them; the last stars of the text, as many as began it, end it.
func (c *cleaner) markdownStars(i int) int {
	rest := strings.TrimLeft(c.text[i:], "*")
	stars := len(c.text[i:]) - len(rest)
	afterLast := rest[strings.LastIndex(rest, "*")+1:]
	isLast := afterLast == rest
	if c.openStars == stars && isLast {
		return stars
	}
	if c.openStars == 0 && c.mayBeginMarkdown(afterLast) {
		return stars
	}
	return 0
}

// mayBeginMarkdown reports whether stars at this place may begin markdown, given what follows
// the last star of the text. At the beginning of a later step a star is a sign, unless the
// last one has no operand after it.
func (c *cleaner) mayBeginMarkdown(afterLast string) bool {
	before := string(bytes.TrimRight(c.out, " "))
	if before == "" {
		return true
	}
	switch before[len(before)-1] {
	case '=', ':':
		return true
	case ';', ',', '\n':
		firstOperand := strings.IndexAny(strings.TrimLeft(afterLast, " "), "0123456789(√")
		return firstOperand != 0
	}
	return false
}
