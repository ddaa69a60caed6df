package expr

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Reading is a text as a person may have meant it, in the signs of the grammar and
// without the dress in which people write: words around it, emoji, markdown, list marks,
// LaTeX, look-alikes of signs and digits.
type Reading struct {
	Text  string
	Talk  bool  // words were left out that people say in other talk, too
	Guess bool  // it is meant only if it is right: a bracket was closed
	at    []int // for each byte of Text, and for its end, its place in the text as typed
}

// Place returns the place in the text as typed of a place in the reading.
func (r Reading) Place(s Span) Span {
	return Span{r.at[s.Pos], max(r.at[s.Pos], r.at[s.End])}
}

// spellings are what people type for a sign or for nothing. The longest is read first, in
// any case; one of Latin letters only as a whole word.
var spellings = []struct{ sign, texts string }{
	{"+", `plus|added to|add|再加上|再加`},
	{"-", `minus|subtract|take away|再减去|再减|再減去|再減`},
	{"*", `times|multiplied by|multiply by|再乘以|再乘|х|Х|⨉|╳|𝗑|\times|\cdot|\ast|\bullet`},
	{"/", `divided by|divide by|over|\div|\over|再除以|再除`},
	{"^", `to the power of|to the power|to the|raised to|的次方|次方|\^`},
	{"^2", `squared|的平方|平方`},
	{"^3", `cubed|的立方|立方`},
	{"√", `square root of|the square root of|sqrt of|root of|root|开方|開方|平方根|\sqrt|√￣|✓￣`},
	{"! ", `factorial|的阶乘|的階乘|阶乘|階乘|❗|❕|ǃ`},
	{"=", `equals|equal|is|are|makes|make|gives|give|which is|which makes|that is|that makes|equal to|is equal to|it is|we get|you get|` +
		`得到|得出|等于|等於|得|就是|也就是|是|等|==|===|🟰|≡|≈|≟|⩵`},
	{"→", `->|-->|=>|==>|→|⇒|➡|⟶|⟹|➜|➔|⟾|↦|\to|\rightarrow|\Rightarrow|\implies|-&gt;|=&gt;`},
	{";", `then|and then|and|next|after that|finally|so|thus|hence|therefore|然后|然後|再用|接下来|接下來|接着|接著|再|最后|最後|所以|因此|∴|\\`},
	{" ", `\left|\right|\displaystyle|\quad|\,|\;|\ |\boxed|\mathrm|$|~|～|_|..|...|....|的结果|的結果|` + // for nothing, wherever they stand
		`answer|my answer|the answer|ans|solution|my solution|the solution|sol|` +
		`先算|先用|先|用|答案|我的答案|答案是|答|解|解法|我的解法|我的解`},
	{"", "" + // what people say with an answer, and without one
		`lol|lmao|lmfao|rofl|haha|hahaha|hahahaha|hehe|heh|xd|gg|ggs|ez|ez pz|ezpz|easy|too easy|so easy|easy peasy|yes|yep|yeah|yup|yay|nice|wow|omg|` +
		`ok|okay|k|oh|ah|aha|ha|right|correct|done|solved|solved it|boom|bingo|eureka|voila|first|me first|maybe|perhaps|probably|hmm|hm|um|uh|well|` +
		`i think|i think it's|i think it is|i guess|i believe|i'm sure|i got|i got it|i've got|ive got|i have|i found|got it|got|found it|found|mine is|` +
		`is it|is this|is that|is that it|it's|its|how about|what about|try|i try|please|pls|plz|thanks|thx|ty|bro|guys|hey|hi|hello|now|just|ftw|` +
		`let's go|lets go|phew|finally got it|there|there you go|here|here you go|here it is|this is|that's|thats|here's|heres|result|the result|i win|i won|too|also|sure|of course|obviously|clearly|` +
		`:)|:-)|=)|:]|;)|;-)|:d|:-d|=d|:p|:-p|xdd|xddd|^^|^_^|^.^|\o/|<3|o_o|(:|` +
		`哈|哈哈|哈哈哈|哈哈哈哈|嘿嘿|呵呵|嘻嘻|对吗|對嗎|对吧|對吧|对不对|對不對|是吗|是嗎|是吧|是不是|行吗|行嗎|可以吗|可以嗎|吗|嗎|吧|呢|啊|呀|啦|了|哦|喔|嗯|` +
		`我算出来了|我算出來了|我算出来|我算出來|我算出|算出来了|算出來了|算出来|算出來|算出|我得到|我得|我做出来了|我做出來了|做出来了|做出來了|解出来了|解出來了|` +
		`搞定|搞定了|简单|簡單|太简单|太簡單|太简单了|太簡單了|应该是|應該是|我觉得是|我覺得是|我觉得|我覺得|我猜|我猜是|猜|终于|終於|有了|耶|好|好了|好的|` +
		`完美|轻松|輕鬆|秒了|秒|我的|来了|來了|我来|我來|厉害|厲害|笑死|打卡|谢谢|謝謝`},
}

// A spelling is one of spellings.
type spelling struct {
	text, sign string
	word       bool // it begins and ends at the bound of a word
}

// spelled returns the spellings by their first rune in lower case, the longest first.
var spelled = sync.OnceValue(func() map[rune][]spelling {
	all := map[rune][]spelling{}
	for _, s := range spellings {
		for _, text := range strings.Split(s.texts, "|") {
			first, _ := utf8.DecodeRuneInString(text)
			all[first] = append(all[first], spelling{text, s.sign, isLatin(text[len(text)-1]) && (isLatin(text[0]) || text[0] == '\\' || text[0] == ':' || text[0] == '=')})
		}
	}
	for _, c := range numbers {
		for r := c.first; r <= c.last; r++ {
			all[r] = append(all[r], spelling{string(r), c.sign + strconv.Itoa(int(r-c.first)+c.from), false})
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

var (
	// listMark is what stands before a line: of a list, a quotation, a heading.
	listMark = regexp.MustCompile(`^(?:>+|[-*+•·–—] +|#+ +|\d{1,2}(?:[)、）] *|[.．] +|- +))`)
	// countNote is a remark on the length of an answer.
	countNote = regexp.MustCompile(`^[(（] *[\d一二三四五六七八九]+ *(?:digits?|numbers?|[个個位]\S*) *[)）]`)
	// properPart is the fraction of a mixed number.
	properPart    = regexp.MustCompile(`^(\d{1,6})[/⁄](\d{1,6}) *([-+*/^=×÷xX!]?)`)
	latexFraction = regexp.MustCompile(`^\\[dt]?frac`)
	// goals are answers with their value behind or before them.
	goals = []*regexp.Regexp{
		regexp.MustCompile(`^(?P<of>(?s:.*)[\d)!）！])\s+[(（[] *=? *(?P<makes>-?\d+) *[)）\]]$`),
		regexp.MustCompile(`(?s)^(?P<makes>-?\d+)(?:: +|： *)(?P<of>.+)$`),
	}
	// runningOn is the beginning of a step that goes on with the result before it.
	runningOn = regexp.MustCompile(`^\s*(\d+)\s*[-+*/^×÷xX−＋－＊／]`)
)

const (
	// edge is what may stand around an answer and means nothing there, ends what may end it.
	edge = " \t\r\n\u3000\"'`|“”‘’＂「」『』«»,，;；、"
	ends = edge + stops + "…"
)

// numbers are rows of numbers of one character, in Unicode's order: in circles, and raised.
var numbers = []struct {
	first, last rune
	from        int
	sign        string
}{
	{'①', '⑳', 1, ""}, {'❶', '❿', 1, ""}, {'➀', '➉', 1, ""}, {'➊', '➓', 1, ""}, {'⓵', '⓾', 1, ""}, {'⓪', '⓪', 0, ""}, {'⓿', '⓿', 0, ""},
	{'⓫', '⓴', 11, ""}, {'🔟', '🔟', 10, ""}, {'㉑', '㉟', 21, ""}, {'⁰', '⁰', 0, "^"}, {'¹', '¹', 1, "^"}, {'²', '³', 2, "^"}, {'⁴', '⁹', 4, "^"},
}

// numerals are the values of Chinese ones.
var numerals = map[rune]int{
	'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '兩': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9, '十': 10, '百': 100, '千': 1000,
}

// maxDressed is the longest text with another reading than itself, in bytes.
const maxDressed = 1000

// A dresser takes the dress off a text.
type dresser struct {
	Reading
	out     []byte
	insert  map[int]string // what LaTeX needs before a place of the text
	claimed bool           // an equals sign stands in this step
	bold    int            // the stars of markdown that are open
}

// Readings returns what a text may mean besides itself, the likeliest first. With
// factorials a ! at the end is a sign first, and joy only behind a blank or a claim.
func Readings(text string, factorials bool) []Reading {
	if len(text) > maxDressed || !isDressed(text) {
		return nil
	}
	size := len(text) + len(text)/4
	d := dresser{Reading: Reading{at: make([]int, 0, size)}, out: make([]byte, 0, size), insert: map[int]string{}}
	d.read(text)
	var all []Reading
	for r, more := d.bare(), true; more; {
		if calm := strings.TrimRight(r.Text, "!！‼"); factorials || calm == r.Text {
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

// calmed returns the reading without the ! at its end, if that may be joy.
func (r Reading) calmed(factorials bool) (calm Reading, ok bool) {
	rest := strings.TrimRight(r.Text, "!！‼")
	if rest == r.Text || factorials && !strings.Contains(rest, "=") && !strings.HasSuffix(rest, " ") {
		return Reading{}, false
	}
	rest = strings.TrimRight(rest, ends)
	return Reading{Text: rest, Talk: true, at: r.at[:len(rest)+1]}, true
}

// isDressed reports whether a text may have another reading than itself. Nearly all
// answers do not.
func isDressed(text string) bool {
	equals, open := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case '0' <= c && c <= '9', c == '+', c == '-', c == '/', c == '^' && (i == 0 || text[i-1] != '^'):
		case c == ' ' && i > 0 && i+1 < len(text): // a mixed number, a list mark, a goal, steps in one line
			listed := strings.IndexByte("+-*", text[i-1]) >= 0 && (i == 1 || i <= 3 && text[i-2] != ' ')
			if listed || strings.IndexByte(" +-*/^=(", text[i-1]) < 0 && strings.IndexByte(" +-*/^=)", text[i+1]) < 0 {
				return true
			}
		case c == ' ':
		case c == '*' && i > 0:
		case c == '=' && i > 0:
			equals++
		case c == '(':
			open++
		case c == ')':
			open--
		default:
			return true
		}
	}
	return equals > 1 || open > 0
}

// emit adds what a place of the text as typed means.
func (d *dresser) emit(s string, pos int) {
	d.out = append(d.out, s...)
	for range len(s) {
		d.at = append(d.at, pos)
	}
}

// read reads the whole text.
func (d *dresser) read(text string) {
	joy := false // what people say with an answer was the last
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
		_, isNumeral := numerals[r]
		switch s, isSpelled := spelledAt(text, i); {
		case joy && strings.ContainsRune("!！‼", r):
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
			d.Talk = d.Talk || s.sign == ""
		case (r == '(' || r == '（') && countNote.MatchString(text[i:]):
			n = len(countNote.FindString(text[i:]))
		case isNumeral:
			var value int
			value, n = chinese(text[i:])
			d.emit(strconv.Itoa(value), i)
		case '0' <= r && r <= '9', r == '(', r == '√', fractions[r] != "":
			n = d.number(text, i, n)
		case r == '*' && d.starred(text, i) > 0:
			n = d.starred(text, i)
			d.bold = n - d.bold
			d.emit(" ", i)
		case r == '\n' || strings.ContainsRune(separators, r):
			d.claimed = false
			d.emit(text[i:i+n], i)
		case r == '|' || r == '`':
			d.emit(" ", i)
		case signs[r] == 0 && (unicode.Is(unicode.So, r) || r > utf8.RuneSelf && unicode.Is(unicode.Sk, r) || strings.ContainsRune("?？⁉⁈", r)):
			d.Talk = true
			d.emit(" ", i)
		default:
			d.claimed = d.claimed || r == '=' || signs[r] == '='
			d.copy(text, i, n)
		}
		joy = (joy || len(d.out) > kept && !isBlank(r)) && len(bytes.TrimRight(d.out, " ")) == kept
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
	case s == "":
		s = " "
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
func (d *dresser) number(text string, i, n int) int {
	out := bytes.TrimRight(d.out, " ")
	start, blank := len(bytes.TrimRight(out, "0123456789")), len(out) < len(d.out)
	r, _ := utf8.DecodeRuneInString(text[i:])
	mixed := fractions[r] != ""
	if m := properPart.FindStringSubmatch(text[i:]); m != nil && blank && !(d.claimed && m[3] != "") {
		above, _ := strconv.Atoi(m[1])
		below, _ := strconv.Atoi(m[2])
		if mixed = above < below; mixed {
			n = len(m[0]) - len(m[3])
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
	d.copy(text, i, n)
	d.emit(end, i)
	return n
}

// starred returns how many stars of markdown begin here, with no operand before them, or
// end here, the last of the text.
func (d *dresser) starred(text string, i int) int {
	n := len(text[i:]) - len(strings.TrimLeft(text[i:], "*"))
	before := string(bytes.TrimRight(d.out, " "))
	switch {
	case d.bold == 0 && (before == "" || strings.ContainsAny(before[len(before)-1:], "=;,:\n")), d.bold == n && !strings.Contains(text[i+n:], "*"):
		return n
	}
	return 0
}

// copy adds n bytes of the text as they are.
func (d *dresser) copy(text string, i, n int) {
	for k := i; k < i+n; k++ {
		d.emit(text[k:k+1], k)
	}
}

// group returns the end of what a command of LaTeX is about: braces, or one character.
func group(text string, pos int) int {
	depth := 0
	for i, r := range text[pos:] {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth--
		case isBlank(r) && depth == 0:
			continue
		}
		if depth <= 0 {
			return pos + i + utf8.RuneLen(r)
		}
	}
	return len(text)
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

// bare returns the reading without what stands around it.
func (d *dresser) bare() Reading {
	text := string(d.out)
	from := len(text) - len(strings.TrimLeft(text, edge+"…!！:：=＝>"))
	if from > 0 && d.at[from-1] == 0 && text[from-1] == ',' {
		from-- // ,5 is no 5
	}
	to := from + len(strings.TrimRight(text[from:], ends))
	return Reading{Text: text[from:to], Talk: d.Talk, at: slices.Clone(d.at[from : to+1])}
}

// told returns the reading with a claim behind it for the goal told beside it.
func (r Reading) told() Reading {
	for _, g := range goals {
		if m := g.FindStringSubmatchIndex(r.Text); m != nil {
			of, makes := 2*g.SubexpIndex("of"), 2*g.SubexpIndex("makes")
			from, to, goal, end := m[of], m[of+1], m[makes], m[makes+1]
			r = Reading{
				Text: r.Text[from:to] + "=" + r.Text[goal:end], Talk: r.Talk,
				at: slices.Concat(r.at[from:to], r.at[goal:goal+1], r.at[goal:end+1]),
			}
		}
	}
	return r
}

// put adds a text before a place of the reading.
func (r *Reading) put(text string, i int) {
	r.Text = r.Text[:i] + text + r.Text[i:]
	r.at = slices.Insert(r.at, i, slices.Repeat(r.at[i:i+1], len(text))...)
}

// closed returns the reading with the brackets closed that are open at the end of an
// expression; a zero Reading if there are none.
func (r Reading) closed() Reading {
	open := ""
	r.at = slices.Clone(r.at)
	for i := 0; i <= len(r.Text); i++ {
		c, n := utf8.DecodeRuneInString(r.Text[i:])
		if s, ok := signs[c]; ok {
			c = s
		}
		switch {
		case closing[c] != 0:
			open = string(closing[c]) + open
		case open != "" && strings.ContainsRune(")]}", c):
			open = open[1:]
		case open != "" && (n == 0 || c == '='):
			r.put(open, i)
			i, open, r.Guess = i+len(open), "", true
		}
		i += max(n-1, 0)
	}
	if !r.Guess {
		return Reading{}
	}
	return r
}

// running returns the reading as steps if each goes on with the result of the one before,
// as in 4*6=24*1=24; a zero Reading if not.
func (r Reading) running() Reading {
	steps, at := r, 0
	steps.at = slices.Clone(r.at)
	for _, segment := range strings.FieldsFunc(r.Text, func(c rune) bool { return c == '\n' || strings.ContainsRune(separators, c) }) {
		at += strings.Index(steps.Text[at:], segment)
		parts := strings.Split(strings.ReplaceAll(segment, "＝", "=  "), "=")
		place := at
		for i, part := range parts[:len(parts)-1] {
			place += len(part) + len("=")
			m := runningOn.FindStringSubmatch(parts[i+1])
			if m == nil {
				if i+2 < len(parts) {
					return Reading{}
				}
				break
			}
			if i == 0 {
				n, err := Parse(part)
				if err != nil || n.Mixed() != m[1] {
					return Reading{}
				}
			}
			steps.put(m[1]+";", place)
			place += len(m[1]) + len(";")
		}
		at = place + len(parts[len(parts)-1])
	}
	if len(steps.Text) == len(r.Text) {
		return Reading{}
	}
	return steps
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
		if ok && strings.Contains(" =", s.sign) {
			n = len(s.text)
			clear = clear || s.sign == " " && Words(s.text) != "" && Words(out.String()) == ""
			out.WriteByte(' ')
		} else {
			out.WriteString(text[i : i+n])
		}
		i += n
	}
	return Words(out.String()), clear
}
