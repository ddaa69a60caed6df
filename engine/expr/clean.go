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
	// lineMark is the mark of a list, a quotation or a heading at the beginning of a line.
	lineMark = regexp.MustCompile(`^(?:>+|[-*+•·–—] +|#+ +)`)
	// properPart is the fraction of a mixed number, and the sign after it.
	properPart    = regexp.MustCompile(`^(\d{1,6})[/⁄](\d{1,6}) *([-+*/^=×÷xX!]?)`)
	latexFraction = regexp.MustCompile(`^\\[dt]?frac`)
	fence         = regexp.MustCompile("^```[A-Za-z+#]*\n")
	tag           = regexp.MustCompile(`^</?[A-Za-z]{1,10} ?/?>`)
	// unread is a part that means nothing, whatever is in it: the name of somebody, an address.
	unread = regexp.MustCompile(`^(?:@[\pL\pN_]+|(?:https?://|www\.)\S*)`)
	struck = regexp.MustCompile(`^~~[^~\n]+~~`)
	// itemNumber is the number of an item of a list.
	itemNumber = regexp.MustCompile(`^\d{1,2}\)$`)
	// variable is a letter that is set to a value, as in x = 8*3.
	variable = regexp.MustCompile(`^[xX] *=`)
)

// A cleaner reduces a text to the signs of the grammar.
type cleaner struct {
	// text is the text in plain characters. placeOf has, for each byte of it, the place in the text as typed.
	text    string
	placeOf []int
	// out is what was read so far, in signs of the grammar. places has, for each byte of it, the place in the
	// text as typed.
	out    []byte
	places []int
	// pending has signs by the place of text where they are added to out.
	pending map[int]string
	// chatter means that something was left out that people also write when they do not answer.
	chatter bool
	// guess means that brackets were added, or that letters were read as cards.
	guess bool
	// claimed means that the step that is being read has an equals sign.
	claimed bool
	// openStars is the number of stars that began markdown which has not ended yet, or 0.
	openStars int
}

// clean returns a text as it may be meant, in the signs of the grammar.
func clean(text string) Reading {
	plain, placeOf := plainText(text)
	size := len(plain) + len(plain)/4
	c := cleaner{
		text:    plain,
		placeOf: placeOf,
		out:     make([]byte, 0, size),
		places:  make([]int, 0, size),
		pending: map[int]string{},
	}
	for i := 0; i < len(c.text); {
		c.emitPending(i)
		if c.atLineStart() {
			if mark := lineMark.FindString(c.text[i:]); mark != "" {
				i += len(mark)
				continue
			}
		}
		i += c.read(i)
	}
	c.emitPending(len(c.text))
	if len(c.pending) > 0 {
		// The place of a sign was passed over, so an operation is lost and nothing can be read.
		c.emit("?", len(c.text))
	}
	c.places = append(c.places, len(text))
	return Reading{Text: string(c.out), Chatter: c.chatter, Guess: c.guess, places: c.places}
}

// emit adds what a place of the text means.
func (c *cleaner) emit(s string, pos int) {
	c.out = append(c.out, s...)
	for range len(s) {
		c.places = append(c.places, c.placeOf[pos])
	}
}

// emitPending adds the signs that are pending at a place of the text.
func (c *cleaner) emitPending(pos int) {
	c.emit(c.pending[pos], pos)
	delete(c.pending, pos)
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
	last = signOf(last)
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
		return c.readLatin(i)
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
		sign := signOf(r)
		c.claimed = c.claimed || sign == '='
		if sign == '*' || r == ':' {
			// These characters stay as typed: two × do not make a power, as two * do, and a : may end a label.
			c.copy(i, size)
		} else {
			c.emit(string(sign), i)
		}
	}
	return size
}

// readLatin reads the Latin letters at i, which are no spelling and no number. It reads them together, so that
// no spelling begins in the middle of a word.
func (c *cleaner) readLatin(i int) int {
	rest := c.text[i:]
	isX := rest[0]|0x20 == 'x'
	if isX && variable.MatchString(rest) {
		c.emit("?", i)
		return 1
	}
	word := latinWord(rest)
	if isX && len(word) > 1 {
		// The x is no multiplication.
		c.emit("?", i)
		return len(word)
	}
	c.copy(i, len(word))
	return len(word)
}

// readMarkup reads markdown, HTML, LaTeX and parts that mean nothing. It returns how many bytes it has read, 0 if
// none of these begins at i.
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
		if name := unread.FindString(rest); name != "" {
			c.emit("@", i)
			return len(name)
		}
	case '~':
		// What is struck out counts unless another number follows.
		old := struck.FindString(rest)
		if old != "" && strings.ContainsFunc(rest[len(old):], isNumber) {
			c.emit(said, i)
			return len(old)
		}
	case '*':
		return c.readStars(i)
	}
	return 0
}

// readStars reads stars that begin or end markdown. It returns how many there are, 0 if they are signs.
func (c *cleaner) readStars(i int) int {
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

// readNumber reads a number, in digits or in words, or another beginning of an operand. It returns how many bytes it
// has read, 0 if none of these begins at i.
func (c *cleaner) readNumber(i int) int {
	rest := c.text[i:]
	r, size := utf8.DecodeRuneInString(rest)
	if beginsOperand(r) {
		return c.operand(i, size)
	}
	if isLatin(rest[0]) {
		return c.readNumberWord(i)
	}
	if r < utf8.RuneSelf {
		return 0
	}
	if sign := lookAlike(r); sign != "" && c.isAfterOperand() && isBeforeOperand(rest[size:]) {
		c.emit(sign, i)
		return size
	}
	if n := readSaying(rest); n > 0 {
		c.emit(said, i)
		return n
	}
	if value, n := readChinese(rest); n > 0 {
		c.number(value, i, n)
		return n
	}
	if value, ok := readSymbol(r); ok {
		if r == 'ⅹ' && c.isAfterOperand() {
			// The Roman numeral looks like an x.
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

// readNumberWord reads a number in English words, or a card with a letter. It means that number only if an operation
// is next to it. readNumberWord returns how many bytes it has read, 0 if none of these is at i.
func (c *cleaner) readNumberWord(i int) int {
	value, n := readWord(c.text[i:])
	if n == 0 || !c.isWholeWord(i, n) {
		return 0
	}
	isNextToOperation := c.isAfterOperator() || c.isBeforeOperator(i+n)
	if !isNextToOperation {
		return 0
	}
	isCard := n == 1
	c.guess = c.guess || isCard
	c.emit(strconv.Itoa(value), i)
	return n
}

// number adds a number that was typed as n bytes that are no digits, so that it does not join digits around it.
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

// isWholeWord reports whether there is no Latin letter directly before or behind the n bytes at i.
func (c *cleaner) isWholeWord(i, n int) bool {
	if i > 0 && isLatin(c.text[i-1]) {
		return false
	}
	end := i + n
	return end == len(c.text) || !isLatin(c.text[end])
}

// isAfterOperator reports whether a sign before an operand ends what was read so far.
func (c *cleaner) isAfterOperator() bool {
	last, _ := utf8.DecodeLastRune(c.before())
	return strings.ContainsRune("+-*/^(=√", last)
}

// isBeforeOperator reports whether a word for an operation begins at a place of the text, perhaps after blanks, or a
// sign of an operation directly there.
func (c *cleaner) isBeforeOperator(pos int) bool {
	wordStart := len(c.text) - len(strings.TrimLeft(c.text[pos:], " "))
	s, ok := spellingAt(c.text, wordStart)
	if ok && s.isOperation() {
		return true
	}
	return beginsWithOperator(c.text[pos:])
}

// beginsWithOperator reports whether a text begins with the sign of an operation that has something other than a
// blank right behind it. A colon is more often no division.
func beginsWithOperator(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	if size >= len(text) || text[size] == ' ' || text[size] == '\n' {
		return false
	}
	return r != ':' && strings.ContainsRune("+-*/^", signOf(r))
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

// lookAlike returns the sign that a Chinese numeral looks like; empty if it looks like none.
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
	c.pending[numeratorEnd] += "/"
	c.pending[denominatorEnd] += ")"
	c.emit("(", i)
}

// groupEnd returns the end of the argument of a LaTeX command that begins at pos: braces, or one character.
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
	start := len(text) - len(strings.TrimLeft(text[pos:], " "))
	depth := 0
	for i, r := range text[start:] {
		width := utf8.RuneLen(r)
		r = signOf(r)
		// A bracket directly behind a word is no part of the operand.
		isAfterWord := depth == 0 && i > 0 && isLatin(text[start])
		_, opens := closing[r]
		if opens && !isAfterWord {
			depth++
			continue
		}
		closes := strings.ContainsRune(")]}", r)
		if closes && depth > 0 {
			depth--
			if depth == 0 {
				return start + i + width
			}
			continue
		}
		isPart := depth > 0 || unicode.IsLetter(r) || unicode.IsNumber(r)
		if isPart {
			continue
		}
		if i == 0 {
			return pos
		}
		return start + i
	}
	if depth > 0 {
		return pos
	}
	return len(text)
}

// sign adds what a spelling at a place means, and returns how many bytes were read.
func (c *cleaner) sign(s spelling, pos int) int {
	n := len(s.text)
	switch s.sign {
	case "fact":
		return c.factorial(pos, n)
	case "/<":
		return c.invert(pos, n)
	case "=":
		c.addEquals(pos)
	case ";":
		c.addSeparator(pos)
	case "→":
		c.addArrow(pos, n)
	case "√<":
		c.addRoot(pos)
	case "+)", "*)":
		c.bracketChain(s.sign[:1], pos)
	case nothing:
		c.emit(meaningless(s.text), pos)
	case smile:
		c.chatter = true
		c.emit(" ", pos)
	case "-":
		c.emit(minusSign, pos)
	default:
		c.emit(s.sign, pos)
	}
	return n
}

// meaningless returns what is read for a text that means nothing: for words a sign that words were there, and for
// anything else a blank.
func meaningless(text string) string {
	isWords := Words(text) == text
	if isWords {
		return said
	}
	return " "
}

// addArrow adds what an arrow of n bytes means: it leads to the next step, or to the result of a step.
func (c *cleaner) addArrow(pos, n int) {
	if c.leadsToStep(pos + n) {
		c.addSeparator(pos)
		return
	}
	c.addEquals(pos)
}

// addRoot adds a root that stands behind its operand, as in 9的平方根. Without an operand before it, it is the root of
// what follows.
func (c *cleaner) addRoot(pos int) {
	if c.isAfterOperand() {
		c.insertBefore(c.operandStart(), "√", pos)
		return
	}
	c.emit("√", pos)
}

// bracketChain puts the sum or, with "*", the product that ends what was read so far in brackets.
func (c *cleaner) bracketChain(operator string, pos int) {
	c.guess = true
	c.insertBefore(c.chainStart(operator), "(", pos)
	c.emit(")", pos)
}

// addEquals adds an equals sign, unless there is one already.
func (c *cleaner) addEquals(pos int) {
	if bytes.HasSuffix(c.before(), []byte("=")) {
		return
	}
	c.claimed = true
	c.emit("=", pos)
}

// addSeparator adds a separator between two steps, unless there is one already.
func (c *cleaner) addSeparator(pos int) {
	c.claimed = false
	last, _ := utf8.DecodeLastRune(c.before())
	if !strings.ContainsRune(separators, last) {
		c.emit(";", pos)
	}
}

// leadsToStep reports whether an arrow that ends at pos leads from a result to the next step. Other arrows lead from
// a step to its result.
func (c *cleaner) leadsToStep(pos int) bool {
	behind := c.text[pos:]
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(behind, " "))
	// A minus is left out: it may be the sign of a result.
	isBeforeOperator := strings.ContainsRune("+*/", signOf(next))
	step, _, _ := strings.Cut(behind, "→")
	if end := strings.IndexAny(step, "➡⇒>,;\n"); end >= 0 {
		step = step[:end]
	}
	return c.claimed || isBeforeOperator || strings.Contains(step, "=")
}

// factorial adds the factorial that a word of n bytes says, of the operand before it or behind it.
// Without an operand the word stays.
func (c *cleaner) factorial(pos, n int) int {
	word := c.text[pos : pos+n]
	hasBracket := strings.HasSuffix(word, "(")
	if hasBracket {
		// The bracket is a part of the operand behind the word.
		n--
	}
	if c.isAfterOperand() && !hasBracket {
		c.emit(factorialSign, pos)
		return n
	}
	end := operandEnd(c.text, pos+n)
	if end == pos+n {
		c.copy(pos, n)
		return n
	}
	c.pending[end] = factorialSign + c.pending[end]
	return n
}

// invert reads N分之M, which is M/N. The 分之 has n bytes at pos, and N was read already. Without both numbers the
// 分之 stays.
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
	denominator := string(c.out[start:])
	c.out = c.out[:start]
	c.places = c.places[:start]
	c.emit("(", pos)
	c.pending[end] += "/" + denominator + ")"
	return n
}

// insertBefore inserts a sign before byte i of what was read so far. pos is the place of text that says it.
func (c *cleaner) insertBefore(i int, sign string, pos int) {
	c.out = slices.Insert(c.out, i, []byte(sign)...)
	c.places = slices.Insert(c.places, i, slices.Repeat([]int{c.placeOf[pos]}, len(sign))...)
}

// operandStart returns the beginning of the operand that ends what was read so far.
func (c *cleaner) operandStart() int {
	depth := 0
	for i := len(c.before()); i > 0; i-- {
		b := c.out[i-1]
		switch {
		case b == ')':
			depth++
		case b == '(' && depth == 0:
			// The operand is the first one in this bracket.
			return i
		case b == '(' && depth == 1:
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
	noPart := "*/=;,\n"
	if operator == "*" {
		noPart = "+-=;,\n"
	}
	depth := 0
	for i := len(c.out); i > 0; {
		r, size := utf8.DecodeLastRune(c.out[:i])
		r = signOf(r)
		isPart := r < utf8.RuneSelf && !isLatin(byte(r)) && !strings.ContainsRune(noPart, r)
		switch {
		case r == ')':
			depth++
		case r == '(' && depth == 0:
			return i
		case r == '(':
			depth--
		case depth == 0 && !isPart:
			return i
		}
		i -= size
	}
	return 0
}

// operand adds the character of size bytes at i, which begins an operand. If the character begins the fraction
// of a mixed number, operand adds the whole fraction. After a claim and a blank the character begins the next
// step, so operand adds a separator first. It returns how many bytes it has read.
func (c *cleaner) operand(i, size int) int {
	out := c.before()
	numberStart := len(bytes.TrimRight(out, "0123456789"))
	afterNumber := numberStart < len(out)
	afterBlank := len(out) < len(c.out)
	if afterNumber {
		if n := c.fractionSize(i, afterBlank); n > 0 {
			c.addFraction(numberStart, i, n)
			return n
		}
	}
	afterOperand := afterNumber || bytes.HasSuffix(out, []byte(")"))
	if afterBlank && afterOperand && c.claimed {
		c.emit(";", i)
		c.claimed = false
	}
	c.copy(i, size)
	return size
}

// addFraction adds the fraction of size bytes at i to the whole number that begins at numberStart of what was read so
// far: 2 1/2 becomes (2+1/2).
func (c *cleaner) addFraction(numberStart, i, size int) {
	c.insertBefore(numberStart, "(", i)
	// The bracket has the place of the number, not of the fraction.
	c.places[numberStart] = c.places[numberStart+1]
	c.emit("+", i)
	c.copy(i, size)
	c.emit(")", i)
}

// fractionSize returns the length of the fraction of a mixed number that begins at i, or 0: a character such as ½ or,
// after a blank, a proper fraction.
func (c *cleaner) fractionSize(i int, afterBlank bool) int {
	r, size := utf8.DecodeRuneInString(c.text[i:])
	if fractions[r] != "" {
		return size
	}
	if !afterBlank {
		return 0
	}
	return c.properFraction(i)
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

// markdownStars returns how many stars of markdown are at i; 0 if they are signs.
func (c *cleaner) markdownStars(i int) int {
	rest := strings.TrimLeft(c.text[i:], "*")
	stars := len(c.text[i:]) - len(rest)
	isOpen := c.openStars > 0
	if !isOpen && !c.mayBeginMarkdown(i, stars) {
		return 0
	}
	if isOpen && !c.endsOpenMarkdown(stars, rest) {
		return 0
	}
	return stars
}

// endsOpenMarkdown reports whether some stars end the markdown that has begun. They do if they are as many as began
// it, and are the last stars of the text or have no operand right behind them. rest is the text behind them.
func (c *cleaner) endsOpenMarkdown(stars int, rest string) bool {
	if stars != c.openStars {
		return false
	}
	isLast := !strings.Contains(rest, "*")
	return isLast || endsMarkdown(rest)
}

// operandBehind is the beginning of an operand, perhaps with signs. A bracket before a claim is none.
var operandBehind = regexp.MustCompile(`^[-+]*(?:[\d√]|[([{] *[^=＝ ])`)

// endsMarkdown reports whether stars end markdown, given the text behind them: no operand is right behind them.
func endsMarkdown(behind string) bool { return !operandBehind.MatchString(behind) }

// mayBeginMarkdown reports whether some stars at i may begin markdown: after nothing, the number of an item, an equals
// sign or a colon, but not after an operand. Anywhere else they may be a sign, too, so the text must have the stars
// that end the markdown.
func (c *cleaner) mayBeginMarkdown(i, stars int) bool {
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
	isAfterBlank := c.text[i-1] == ' ' || c.text[i-1] == '\n'
	isAfterWord := unicode.IsLetter(char) && !isAfterBlank
	rest := c.text[i+stars:]
	isBeforeBlank := rest == "" || rest[0] == ' '
	if isAfterWord || isBeforeBlank {
		return false
	}
	return hasEndOfMarkdown(rest, c.text[i:i+stars])
}

// hasEndOfMarkdown reports whether a text has the given stars where they end markdown.
func hasEndOfMarkdown(text, stars string) bool {
	for {
		_, behind, found := strings.Cut(text, stars)
		if !found {
			return false
		}
		text = strings.TrimLeft(behind, "*")
		if endsMarkdown(text) {
			return true
		}
	}
}
