package expr

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Reading is a text as a person may have meant it, in the signs of the grammar and
// without the dress in which people write: words around it, emoji, markdown, list marks,
// LaTeX, look-alikes of signs and digits.
type Reading struct {
	Text  string
	Talk  bool  // words were left out that people say in other talk, too
	Guess bool  // it is meant only if it is right: a bracket or the first operand of a step was added
	at    []int // for each byte of Text, and for its end, its place in the text as typed
}

// Place returns the place in the text as typed of a place in the reading.
func (r Reading) Place(s Span) Span {
	return Span{r.at[s.Pos], max(r.at[s.Pos], r.at[s.End])}
}

// put adds a text before a place of the reading.
func (r *Reading) put(text string, i int) {
	r.Text = r.Text[:i] + text + r.Text[i:]
	r.at = slices.Concat(r.at[:i], slices.Repeat(r.at[i:i+1], len(text)), r.at[i:])
}

const (
	// edge is what may stand around an answer and means nothing there, ends what may end it.
	edge = " \t\r\n\u3000\"'`|“”‘’＂「」『』«»,，;；、"
	ends = edge + ".。．｡…"
	joy  = "!！‼"
)

// bare returns the reading without what stands around it.
func (r Reading) bare() Reading {
	from := len(r.Text) - len(strings.TrimLeft(r.Text, edge+"…!！:：=＝>"))
	if from > 0 && r.at[from-1] == 0 && r.Text[from-1] == ',' {
		from-- // ,5 is no 5
	}
	to := from + len(strings.TrimRight(r.Text[from:], ends))
	return Reading{Text: r.Text[from:to], Talk: r.Talk, at: r.at[from : to+1]}
}

// calmed returns the reading without the ! at its end, if that may be joy.
func (r Reading) calmed(factorials bool) (calm Reading, ok bool) {
	rest := strings.TrimRight(r.Text, joy)
	if rest == r.Text || factorials && !strings.Contains(rest, "=") && !strings.HasSuffix(rest, " ") {
		return Reading{}, false
	}
	rest = strings.TrimRight(rest, ends)
	return Reading{Text: rest, Talk: true, at: r.at[:len(rest)+1]}, true
}

// goals are answers with their value behind or before them.
var goals = []*regexp.Regexp{
	regexp.MustCompile(`^(?P<of>(?s:.*)[\d)!）！])\s+[(（[] *=? *(?P<makes>-?\d+) *[)）\]]$`),
	regexp.MustCompile(`(?s)^(?P<makes>-?\d+)(?:: +|： *)(?P<of>.+)$`),
}

// told returns the reading with a claim behind it for the goal told beside it.
func (r Reading) told() Reading {
	for _, g := range goals {
		if m := g.FindStringSubmatchIndex(r.Text); m != nil {
			of, makes := 2*g.SubexpIndex("of"), 2*g.SubexpIndex("makes")
			from, to, goal, end := m[of], m[of+1], m[makes], m[makes+1]
			r.Text = r.Text[from:to] + "=" + r.Text[goal:end]
			r.at = slices.Concat(r.at[from:to], r.at[goal:goal+1], r.at[goal:end+1])
		}
	}
	return r
}

// closed returns the reading with the brackets closed that are open at the end of an
// expression, and those opened at its beginning that are not open where they are closed; a
// zero Reading if there are none.
func (r Reading) closed() Reading {
	open, unopened := "", ""
	for i := 0; i <= len(r.Text); i++ {
		c, n := utf8.DecodeRuneInString(r.Text[i:])
		c = cmp.Or(signs[c], c)
		closes := strings.IndexRune(")]}", c)
		switch {
		case closing[c] != 0:
			open = string(closing[c]) + open
		case closes >= 0 && open != "":
			open = open[1:]
		case closes >= 0:
			unopened = "([{"[closes:closes+1] + unopened
		case open != "" && (n == 0 || c == '='):
			r.put(open, i)
			i, open, r.Guess = i+len(open), "", true
		}
		i += max(n-1, 0)
	}
	if !r.Guess && unopened == "" {
		return Reading{}
	}
	r.put(unopened, 0)
	r.Guess = true
	return r
}

// runningOn is a result that the next step goes on with, as in 4*6=24*1 and 4*6=24; *1.
var runningOn = regexp.MustCompile(`[=＝]\s*(\d+)\s*([` + separators + `\n]\s*)?([-+*/^×÷xX−＋－＊／])`)

// running returns the reading as steps if each goes on with the result of the one before,
// as in 4*6=24*1=24; a zero Reading if not.
func (r Reading) running() Reading {
	pos := 0
	for {
		m := runningOn.FindStringSubmatchIndex(r.Text[pos:])
		if m == nil {
			break
		}
		step := strings.FieldsFunc(r.Text[:pos+m[0]], func(c rune) bool { return strings.ContainsRune("=＝\n"+separators, c) })
		result, operator := r.Text[pos+m[2]:pos+m[3]], pos+m[6]
		if n, err := Parse(strings.Join(step[max(0, len(step)-1):], "")); err != nil || n.Mixed() != result {
			return Reading{}
		}
		if m[4] < 0 {
			result = ";" + result
		} else {
			r.Guess = true
		}
		r.put(result, operator)
		pos = operator + len(result)
	}
	if pos == 0 {
		return Reading{}
	}
	return r
}
