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

var (
	// lineMark is what comes before a line: the mark of a list, a quotation or a heading.
	lineMark = regexp.MustCompile(`^(?:>+|[-*+•·–—] +|#+ +)`)
	// properPart is the fraction of a mixed number, and the sign after it.
	properPart    = regexp.MustCompile(`^(\d{1,6})[/⁄](\d{1,6}) *([-+*/^=×÷xX!]?)`)
	latexFraction = regexp.MustCompile(`^\\[dt]?frac`)
	fence         = regexp.MustCompile("^```[A-Za-z+#]*\n")
	tag           = regexp.MustCompile(`^</?[A-Za-z]{1,10} ?/?>`)
	// notRead is what means nothing, whatever is in it: the name of somebody, an address.
	notRead = regexp.MustCompile(`^(?:@[\pL\pN_]+|(?:https?://|www\.)\S*)`)
	struck  = regexp.MustCompile(`^~~[^~\n]+~~`)
	// itemNumber is the number of an item of a list.
	itemNumber = regexp.MustCompile(`^\d{1,2}\)$`)
	// variable is a letter that is set to a value, as in x = 8*3.
	variable = regexp.MustCompile(`^[xX] *=`)
)

// A cleaner reduces a text to the signs of the grammar.
type cleaner struct {
	// text is in plain characters, and from has the place of each byte in the text as typed.
	text string
	from []int
	// out is what the text means, and at has the place in the text as typed of each byte of out.
	out []byte
	at  []int
	// insert has the signs to be added when a place of the text is reached.
	insert map[int]string
	// chatter means that something was left out that people also write when they do not answer.
	chatter bool
	// guess means that brackets were added, or that letters were read as cards.
	guess bool
	// claimed means that this step has an equals sign.
	claimed bool
	// openStars is how many stars of markdown await their match.
	openStars int
}

// clean returns a text as it may be meant, in the signs of the grammar.
func clean(text string) Reading {
	plain, from := plainText(text)
	size := len(plain) + len(plain)/4
	c := cleaner{
		text:   plain,
		from:   from,
		out:    make([]byte, 0, size),
		at:     make([]int, 0, size),
		insert: map[int]string{},
	}
	for i := 0; i < len(c.text); {
		c.emit(c.insert[i], i)
		delete(c.insert, i)
		if c.atLineStart() {
			if mark := lineMark.FindString(c.text[i:]); mark != "" {
				i += len(mark)
				continue
			}
		}
		i += c.read(i)
	}
	c.emit(c.insert[len(c.text)], len(c.text))
	delete(c.insert, len(c.text))
	if len(c.insert) > 0 {
		// An operation is lost, so nothing can be read.
		c.emit("?", len(c.text))
	}
	c.at = append(c.at, len(text))
	return Reading{Text: string(c.out), Chatter: c.chatter, Guess: c.guess, at: c.at}
}

// emit adds what a place of the text means.
func (c *cleaner) emit(s string, pos int) {
	c.out = append(c.out, s...)
	for range len(s) {
		c.at = append(c.at, c.from[pos])
	}
}

// copy adds n bytes of the text, from i on, as they are.
func (c *cleaner) copy(i, n int) {
	for k := i; k < i+n; k++ {
		c.emit(c.text[k:k+1], k)
	}
}

// atLineStart reports whether the line has nothing but blanks yet.
func (c *cleaner) atLineStart() bool {
	before := bytes.TrimRight(c.out, " \v")
	return len(before) == 0 || before[len(before)-1] == '\n'
}

// before returns what was read so far, without blanks at its end.
func (c *cleaner) before() []byte { return bytes.TrimRight(c.out, " \v\u2060") }

// isAfterOperand reports whether an operand ends what was read so far.
func (c *cleaner) isAfterOperand() bool {
	last, _ := utf8.DecodeLastRune(c.before())
	if sign, ok := signs[last]; ok {
		last = sign
	}
	return isDigit(last) || strings.ContainsRune(")]}!", last) || fractions[last] != ""
}

// isBeforeOperand reports whether an operand begins a text, perhaps after blanks.
func isBeforeOperand(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(text, " "))
	return beginsOperand(r) || signs[r] == '('
}

// read reads what begins at i and returns how many bytes that are.
func (c *cleaner) read(i int) int {
	rest := c.text[i:]
	r, size := utf8.DecodeRuneInString(rest)
	if n := c.readMarkup(i); n > 0 {
		return n
	}
	if s, ok := spellingAt(c.text, i); ok {
		return c.sign(s, i)
	}
	if n := c.readNumber(i); n > 0 {
		return n
	}
	if isLatin(rest[0]) {
		// The rest of a word begins no spelling.
		if rest[0]|0x20 == 'x' && variable.MatchString(rest) {
			c.emit("?", i)
			return 1
		}
		word := latinWord(rest)
		if len(word) > 1 && word[0]|0x20 == 'x' {
			// It is no multiplication.
			c.emit("?", i)
		} else {
			c.copy(i, len(word))
		}
		return len(word)
	}
	switch {
	case r == '\n' || strings.ContainsRune(separators, r):
		c.claimed = false
		c.emit(rest[:size], i)
	case r == '|' || r == '`' || r == '"':
		c.emit(" ", i)
	case isCross(r) && c.isAfterOperand() && isBeforeOperand(rest[size:]):
		c.emit("*", i)
	case r == '.' && !c.isAfterOperand() && isDigit(firstRune(rest[size:])):
		// .25 is 0.25.
		c.emit("0.", i)
	case isDecoration(r):
		c.chatter = true
		c.emit(" ", i)
	default:
		sign := signs[r]
		c.claimed = c.claimed || r == '=' || sign == '='
		if sign != 0 && sign != '*' && r != ':' {
			// Two × do not make a power, as two * do.
			c.emit(string(sign), i)
		} else {
			c.copy(i, size)
		}
	}
	return size
}

// readMarkup reads markdown, HTML, LaTeX and what is not to be read at all.
func (c *cleaner) readMarkup(i int) int {
	rest := c.text[i:]
	switch rest[0] {
	case '\\':
		if command := latexFraction.FindString(rest); command != "" {
			c.openFraction(i, len(command))
			return len(command)
		}
	case '`':
		if mark := fence.FindString(rest); mark != "" {
			c.emit("\n", i)
			return len(mark)
		}
	case '<':
		if mark := tag.FindString(rest); mark != "" {
			c.emit(" ", i)
			return len(mark)
		}
	case '@', 'h', 'w':
		if rest[0] != '@' && !strings.HasPrefix(rest, "http") && !strings.HasPrefix(rest, "www.") {
			return 0
		}
		if name := notRead.FindString(rest); name != "" {
			c.emit("@", i)
			return len(name)
		}
	case '~':
		old := struck.FindString(rest)
		if old != "" && strings.ContainsFunc(rest[len(old):], isNumber) {
			c.emit(said, i)
			return len(old)
		}
	case '*':
		stars := c.markdownStars(i)
		if stars == 0 {
			return 0
		}
		if c.openStars == 0 {
			c.openStars = stars
		} else {
			c.openStars = 0
		}
		c.emit(" ", i)
		return stars
	}
	return 0
}

// readNumber reads a number, in digits or in words, or another beginning of an operand.
func (c *cleaner) readNumber(i int) int {
	rest := c.text[i:]
	r, size := utf8.DecodeRuneInString(rest)
	if beginsOperand(r) {
		return c.operand(i, size)
	}
	if isLatin(rest[0]) {
		isWordStart := i == 0 || !isLatin(c.text[i-1])
		value, n := readWord(rest)
		if n > 0 && isWordStart && c.isNumberWord(i, n) {
			c.guess = c.guess || n == 1
			c.emit(strconv.Itoa(value), i)
			return n
		}
		return 0
	}
	if r < utf8.RuneSelf {
		return 0
	}
	if sign := lookAlike(r); sign != "" && c.isAfterOperand() && isBeforeOperand(rest[size:]) {
		c.emit(sign, i)
		return size
	}
	if value, n := readChinese(rest); n > 0 {
		c.number(value, i, n)
		return n
	}
	if value, ok := readSymbol(r); ok {
		if r == 'ⅹ' && c.isAfterOperand() {
			c.emit("*", i)
		} else {
			c.number(value, i, size)
		}
		return size
	}
	if digits, n := readScript(rest, superscripts); n > 0 {
		if c.isAfterOperand() {
			c.emit("^", i)
		}
		c.emit(digits, i)
		return n
	}
	if digits, n := readScript(rest, subscripts); n > 0 {
		c.emit(digits, i)
		return n
	}
	return 0
}

// number adds a number that was typed as n bytes that are no digits. It joins no digits around it.
func (c *cleaner) number(value, pos, n int) {
	last, _ := utf8.DecodeLastRune(c.out)
	if isDigit(last) {
		c.emit(" ", pos)
	}
	c.emit(strconv.Itoa(value), pos)
	if isDigit(firstRune(c.text[pos+n:])) {
		c.emit(" ", pos)
	}
}

// isNumberWord reports whether a word of n bytes at i, which names a number or a card, is meant as
// one: it is next to an operation.
func (c *cleaner) isNumberWord(i, n int) bool {
	end := i + n
	if end < len(c.text) && isLatin(c.text[end]) {
		return false
	}
	before := c.before()
	if len(before) > 0 && strings.IndexByte("+-*/^(=", before[len(before)-1]) >= 0 {
		return true
	}
	if bytes.HasSuffix(before, []byte("√")) {
		return true
	}
	next := strings.TrimLeft(c.text[end:], " ")
	isAdjacent := len(next) == len(c.text[end:])
	s, ok := spellingAt(c.text, len(c.text)-len(next))
	if ok && s.isOperation() {
		return true
	}
	if next == "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(next)
	if kind := signs[r]; kind != 0 {
		r = kind
	}
	isSign := strings.ContainsRune("+-*/^", r) && next[0] != ':'
	return isAdjacent && isSign && isOperandSign(next)
}

// isOperandSign reports whether the sign that a text begins with has an operand, and not a blank, behind it.
func isOperandSign(text string) bool {
	_, size := utf8.DecodeRuneInString(text)
	return size < len(text) && text[size] != ' ' && text[size] != '\n'
}

// beginsOperand reports whether r is a digit, an opening bracket, a root or a fraction.
func beginsOperand(r rune) bool {
	if isDigit(r) {
		return true
	}
	return r == '(' || r == '√' || fractions[r] != ""
}

// isCross reports whether r is a cross that is a multiplication between two operands.
func isCross(r rune) bool { return strings.ContainsRune("✗✘❌χΧ", r) }

// lookAlike returns the sign that a Chinese numeral between two operands looks like.
func lookAlike(r rune) string {
	switch r {
	case '一':
		return "-"
	case '十':
		return "+"
	}
	return ""
}

// isDecoration reports whether r is an emoji or a question mark.
func isDecoration(r rune) bool {
	if signs[r] != 0 || strings.ContainsRune("°℃℉", r) {
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

// operandEnd returns the end of the operand that begins at pos, perhaps after blanks: brackets, digits,
// a word. It is pos if there is none.
func operandEnd(text string, pos int) int {
	start := pos + len(text[pos:]) - len(strings.TrimLeft(text[pos:], " "))
	depth := 0
	for i, r := range text[start:] {
		if sign := signs[r]; sign != 0 {
			r = sign
		}
		_, opens := closing[r]
		closes := strings.ContainsRune(")]}", r)
		isPart := unicode.IsLetter(r) || unicode.IsNumber(r)
		switch {
		case opens:
			depth++
		case closes && depth > 1:
			depth--
		case closes && depth == 1:
			return start + i + utf8.RuneLen(r)
		case depth == 0 && !isPart && i == 0:
			return pos
		case depth == 0 && !isPart:
			return start + i
		}
		if isBracket := depth == 1 && opens && i > 0; isBracket && isLatin(text[start]) {
			// A bracket is no part of a word.
			return start + i
		}
	}
	if depth > 0 {
		return pos
	}
	return len(text)
}

// sign adds what a spelling at a place means, and returns how many bytes were read.
func (c *cleaner) sign(s spelling, pos int) int {
	n := len(s.text)
	last, _ := utf8.DecodeLastRune(c.before())
	sign := s.sign
	if sign == "→" {
		// An arrow leads to a result, or from a result to the next step.
		sign = "="
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(c.text[pos+n:], " "))
		if signs[next] != 0 {
			next = signs[next]
		}
		step, _, _ := strings.Cut(c.text[pos+n:], "→")
		if end := strings.IndexAny(step, "➡⇒>,;\n"); end >= 0 {
			step = step[:end]
		}
		if c.claimed || strings.ContainsRune("+*/", next) || strings.Contains(step, "=") {
			sign = ";"
		}
	}
	switch sign {
	case nothing:
		sign = " "
		if isWords := Words(s.text) == s.text; isWords {
			sign = said
		}
	case smile:
		c.chatter = true
		sign = " "
	case "fact":
		return c.factorial(pos, n)
	case "√<":
		if !c.isAfterOperand() {
			sign = "√"
			break
		}
		c.insertBefore(c.operandStart(), "√", pos)
		return n
	case "+)", "*)":
		c.guess = true
		c.insertBefore(c.chainStart(sign[:1]), "(", pos)
		sign = ")"
	case "/<":
		return c.invert(pos, n)
	case "-":
		// The blank without width tells a minus from a dash.
		sign = minusSign
	case "=":
		if last == '=' {
			return n
		}
		c.claimed = true
	case ";":
		c.claimed = false
		if strings.ContainsRune(separators, last) {
			return n
		}
	}
	c.emit(sign, pos)
	return n
}

// factorial adds the factorial that a word of n bytes says, of the operand before it or behind it.
// Without an operand the word stays.
func (c *cleaner) factorial(pos, n int) int {
	word := c.text[pos : pos+n]
	takesBrackets := strings.HasSuffix(word, "(")
	if takesBrackets {
		n--
	}
	if c.isAfterOperand() && !takesBrackets {
		c.emit(factorialSign, pos)
		return n
	}
	end := operandEnd(c.text, pos+n)
	if end == pos+n {
		c.copy(pos, n)
		return n
	}
	c.insert[end] = factorialSign + c.insert[end]
	return n
}

// invert reads N分之M, which is M/N, at the 分之 of n bytes. Without both numbers the words stay.
func (c *cleaner) invert(pos, n int) int {
	start := len(bytes.TrimRight(c.out, "0123456789"))
	end := operandEnd(c.text, pos+n)
	if value, size := readChinese(c.text[pos+n:]); size > 0 && value > 0 {
		end = pos + n + size
	}
	if start == len(c.out) || end == pos+n {
		c.copy(pos, n)
		return n
	}
	below := string(c.out[start:])
	c.out = c.out[:start]
	c.at = c.at[:start]
	c.emit("(", pos)
	c.insert[end] += "/" + below + ")"
	return n
}

// insertBefore inserts a sign at a place of what was read so far.
func (c *cleaner) insertBefore(i int, sign string, pos int) {
	c.out = slices.Insert(c.out, i, []byte(sign)...)
	c.at = slices.Insert(c.at, i, slices.Repeat([]int{c.from[pos]}, len(sign))...)
}

// operandStart returns the beginning of the operand that ends what was read so far.
func (c *cleaner) operandStart() int {
	depth := 0
	for i := len(c.before()); i > 0; i-- {
		b := c.out[i-1]
		switch {
		case b == ')':
			depth++
		case b == '(' && depth <= 1:
			return i - 1
		case b == '(':
			depth--
		case depth == 0 && (b < '0' || '9' < b):
			return i
		}
	}
	return 0
}

// chainStart returns the beginning of the sum or, with "*", of the product that ends what was read so far.
func (c *cleaner) chainStart(operator string) int {
	other := "*/=;,\n"
	if operator == "*" {
		other = "+-=;,\n"
	}
	depth := 0
	for i := len(c.out); i > 0; {
		r, size := utf8.DecodeLastRune(c.out[:i])
		if sign, ok := signs[r]; ok {
			r = sign
		}
		isSign := r < utf8.RuneSelf && !isLatin(byte(r))
		switch {
		case r == ')':
			depth++
		case r == '(' && depth == 0:
			return i
		case r == '(':
			depth--
		case depth == 0 && (!isSign || strings.ContainsRune(other, r)):
			return i
		}
		i -= size
	}
	return 0
}

// operand adds what begins an operand at i, of size bytes, and returns how many bytes it has
// read. After a number that may be the fraction of a mixed number; after a claim and a blank
// it begins the next step.
func (c *cleaner) operand(i, size int) int {
	out := c.before()
	start := len(bytes.TrimRight(out, "0123456789"))
	afterBlank := len(out) < len(c.out)
	afterNumber := start < len(out)
	r, _ := utf8.DecodeRuneInString(c.text[i:])
	isFraction := fractions[r] != ""
	if afterBlank && afterNumber {
		if n := c.properFraction(i); n > 0 {
			isFraction = true
			size = n
		}
	}
	if afterNumber && isFraction {
		c.insertBefore(start, "(", i)
		// The bracket has the place of the number, not of the fraction.
		c.at[start] = c.at[start+1]
		c.emit("+", i)
		c.copy(i, size)
		c.emit(")", i)
		return size
	}
	afterOperand := afterNumber || bytes.HasSuffix(out, []byte(")"))
	if afterBlank && afterOperand && c.claimed {
		c.emit(";", i)
		c.claimed = false
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

// markdownStars returns how many stars of markdown begin or end at i; 0 if they are signs. Stars begin it where no
// operand is before them. As many stars end it, if they are the last ones of the text or no operand is right behind
// them.
func (c *cleaner) markdownStars(i int) int {
	rest := strings.TrimLeft(c.text[i:], "*")
	stars := len(c.text[i:]) - len(rest)
	if c.openStars > 0 {
		ends := !strings.Contains(rest, "*") || endsMarkdown(rest)
		if c.openStars == stars && ends {
			return stars
		}
		return 0
	}
	if c.mayBeginMarkdown(i, rest, c.text[i:i+stars]) {
		return stars
	}
	return 0
}

// operandBehind is the beginning of an operand, which may have signs. A bracket with a claim is none.
var operandBehind = regexp.MustCompile(`^[-+]*(?:[\d√]|[([{] *[^=＝ ])`)

// endsMarkdown reports whether stars before a text end markdown: no operand is right behind them.
func endsMarkdown(rest string) bool { return !operandBehind.MatchString(rest) }

// mayBeginMarkdown reports whether stars at i, before the rest of the text, may begin markdown. Where they may be a
// sign, too, as after a step, the text must have the stars that end it.
func (c *cleaner) mayBeginMarkdown(i int, rest, stars string) bool {
	before := c.before()
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	if len(line) <= len("99)") && itemNumber.Match(line) {
		return true
	}
	before = bytes.TrimRight(before, exclamations)
	if len(before) == 0 {
		return true
	}
	last := before[len(before)-1]
	if strings.IndexByte("=:", last) >= 0 {
		return true
	}
	if isDigit(rune(last)) || strings.IndexByte(")]}", last) >= 0 {
		return false
	}
	char, _ := utf8.DecodeLastRune(before)
	isAfterMark := !unicode.IsLetter(char)
	isAfterBlank := c.text[i-1] == ' ' || c.text[i-1] == '\n'
	if !isAfterMark && !isAfterBlank || rest == "" || rest[0] == ' ' {
		return false
	}
	end := strings.Index(rest, stars)
	for end >= 0 {
		behind := strings.TrimLeft(rest[end:], "*")
		if endsMarkdown(behind) {
			return true
		}
		next := strings.Index(behind, stars)
		if next < 0 {
			return false
		}
		end = len(rest) - len(behind) + next
	}
	return false
}
