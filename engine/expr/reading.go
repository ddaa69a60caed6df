package expr

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Reading is a text as a person may have meant it, in the signs of the grammar and
// without what people write around an answer: words, emoji, markdown, list marks, LaTeX,
// look-alikes of signs and digits.
type Reading struct {
	Text string
	// Chatter means that words were left out that people also say when they do not answer.
	Chatter bool
	// Guess means that a bracket or the first operand of a step was added: the reading is
	// meant only if it is right.
	Guess bool
	// at has, for each byte of Text and for its end, the place in the text as typed.
	at []int
}

// Place returns the place in the text as typed of a place in the reading.
func (r Reading) Place(s Span) Span {
	return Span{r.at[s.Pos], max(r.at[s.Pos], r.at[s.End])}
}

// insert adds a text before a place of the reading.
func (r *Reading) insert(text string, i int) {
	r.Text = r.Text[:i] + text + r.Text[i:]
	r.at = slices.Concat(r.at[:i], slices.Repeat(r.at[i:i+1], len(text)), r.at[i:])
}

const (
	// edge is what may be around an answer and means nothing there.
	edge = " \t\r\n\u3000\"'`|“”‘’＂「」『』«»,，;；、"
	// ends is what may end an answer.
	ends = edge + ".。．｡…"
	// exclamations may end an answer, or be factorials.
	exclamations = "!！‼"
)

// trim returns the reading without what is around it.
func (r Reading) trim() Reading {
	from := len(r.Text) - len(strings.TrimLeft(r.Text, edge+"…!！:：=＝>"))
	if from > 0 && r.at[from-1] == 0 && r.Text[from-1] == ',' {
		// ,5 does not mean 5.
		from--
	}
	to := from + len(strings.TrimRight(r.Text[from:], ends))
	return Reading{Text: r.Text[from:to], Chatter: r.Chatter, at: r.at[from : to+1]}
}

// dropExclamation returns the reading without the ! at its end; ok is false if there is none
// or it can only be a factorial.
func (r Reading) dropExclamation(factorials bool) (calm Reading, ok bool) {
	rest := strings.TrimRight(r.Text, exclamations)
	if rest == r.Text {
		return Reading{}, false
	}
	mayExclaim := strings.Contains(rest, "=") || strings.HasSuffix(rest, " ")
	if factorials && !mayExclaim {
		return Reading{}, false
	}
	rest = strings.TrimRight(rest, ends)
	return Reading{Text: rest, Chatter: true, at: r.at[:len(rest)+1]}, true
}

// goals are answers with their value after or before them.
var goals = []*regexp.Regexp{
	regexp.MustCompile(`^(?P<of>(?s:.*)[\d)!）！])\s+[(（[] *=? *(?P<makes>-?\d+) *[)）\]]$`),
	regexp.MustCompile(`(?s)^(?P<makes>-?\d+)(?:: +|： *)(?P<of>.+)$`),
}

// claimGoal returns the reading as a claim if it names a goal: 4*6 (24) and 24: 4*6 become 4*6=24.
func (r Reading) claimGoal() Reading {
	for _, pattern := range goals {
		match := pattern.FindStringSubmatchIndex(r.Text)
		if match == nil {
			continue
		}
		of := submatch(pattern, match, "of")
		goal := submatch(pattern, match, "makes")
		r.Text = r.Text[of.Pos:of.End] + "=" + r.Text[goal.Pos:goal.End]
		r.at = slices.Concat(r.at[of.Pos:of.End], r.at[goal.Pos:goal.Pos+1], r.at[goal.Pos:goal.End+1])
	}
	return r
}

// submatch returns the place of a named part of a match.
func submatch(pattern *regexp.Regexp, match []int, name string) Span {
	i := 2 * pattern.SubexpIndex(name)
	return Span{match[i], match[i+1]}
}

// closeBrackets returns the reading with brackets closed where an expression ends and they
// are still open, and brackets opened at the beginning that are only closed; the zero Reading
// if there are none of either.
func (r Reading) closeBrackets() Reading {
	unclosed := ""
	unopened := ""
	for i := 0; i <= len(r.Text); {
		c, size := utf8.DecodeRuneInString(r.Text[i:])
		if sign, ok := signs[c]; ok {
			c = sign
		}
		endsExpression := size == 0 || c == '='
		kind := strings.IndexRune(")]}", c)
		switch {
		case closing[c] != 0:
			unclosed = string(closing[c]) + unclosed
		case kind >= 0 && unclosed != "":
			unclosed = unclosed[1:]
		case kind >= 0:
			unopened = "([{"[kind:kind+1] + unopened
		case unclosed != "" && endsExpression:
			r.insert(unclosed, i)
			r.Guess = true
			i += len(unclosed)
			unclosed = ""
		}
		i += max(size, 1)
	}
	if !r.Guess && unopened == "" {
		return Reading{}
	}
	r.insert(unopened, 0)
	r.Guess = true
	return r
}

// runningOn is a result that the next step goes on with, as in 4*6=24*1 and 4*6=24; *1.
var runningOn = regexp.MustCompile(`[=＝]\s*(?P<result>\d+)\s*(?P<separator>[` + separators +
	`\n]\s*)?(?P<operator>[-+*/^×÷xX−＋－＊／])`)

// splitSteps returns the reading as steps if each goes on with the result of the one before,
// as in 4*6=24*1=24; a zero Reading if not.
func (r Reading) splitSteps() Reading {
	pos := 0
	for {
		match := runningOn.FindStringSubmatchIndex(r.Text[pos:])
		if match == nil {
			break
		}
		place := submatch(runningOn, match, "result")
		result := r.Text[pos+place.Pos : pos+place.End]
		if !lastStepMakes(r.Text[:pos+match[0]], result) {
			return Reading{}
		}
		operator := pos + submatch(runningOn, match, "operator").Pos
		if submatch(runningOn, match, "separator").Pos < 0 {
			result = ";" + result
		} else {
			r.Guess = true
		}
		r.insert(result, operator)
		pos = operator + len(result)
	}
	if pos == 0 {
		return Reading{}
	}
	return r
}

// lastStepMakes reports whether the last step of a text has the value that result writes.
func lastStepMakes(text, result string) bool {
	steps := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("=＝\n"+separators, c) })
	if len(steps) == 0 {
		return false
	}
	n, err := Parse(steps[len(steps)-1])
	if err != nil {
		return false
	}
	return n.Mixed() == result
}
