package expr

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// trim returns the reading without the characters around it that mean nothing.
func (r Reading) trim() Reading {
	from := len(r.Text) - len(strings.TrimLeft(r.Text, edge+"…：:=＝>"))
	if from > 0 && r.places[from-1] == 0 && r.Text[from-1] == ',' {
		// If the comma is the first character that was typed, ,5 does not mean 5.
		from--
	}
	to := from + len(strings.TrimRight(r.Text[from:], ends))
	return r.slice(from, to)
}

// variants returns what the reading of an answer may mean, the likeliest first.
func (r Reading) variants(factorials bool) []Reading {
	r = r.trim()
	var all []Reading
	for more := true; more; {
		exclaims := strings.TrimRight(r.Text, exclamations) != r.Text
		if factorials || !exclaims {
			all = append(all, r.meanings()...)
		}
		r, more = r.dropExclamation(factorials)
	}
	return slices.DeleteFunc(all, func(v Reading) bool { return v.Text == "" })
}

// meanings returns what a reading may mean if each ! at its end is a factorial. Some of them may be empty.
func (r Reading) meanings() []Reading {
	claimed := r.claimGoal()
	all := []Reading{claimed}
	if strings.Contains(claimed.Text, "=") {
		all = []Reading{claimed.splitSteps(), claimed, claimed.joinThousands(), claimed.bracketFractions()}
	}
	if strings.ContainsAny(claimed.Text, "()[]{}") {
		all = append(all, r.claimBracket(), claimed.closeBrackets())
	}
	return append(all, r.dropMark())
}

// dropExclamation returns the reading without all ! at its end; ok is false if there are none
// or they can only be factorials.
func (r Reading) dropExclamation(factorials bool) (calm Reading, ok bool) {
	rest := strings.TrimRight(r.Text, exclamations)
	if rest == r.Text {
		return Reading{}, false
	}
	afterWord := strings.HasSuffix(rest, " ") || strings.HasSuffix(rest, factorialSign)
	mayExclaim := strings.Contains(rest, "=") || afterWord
	if factorials && !mayExclaim {
		return Reading{}, false
	}
	rest = strings.TrimRight(rest, ends)
	calm = r.slice(0, len(rest))
	calm.Chatter = true
	return calm, true
}

var (
	// goalBehind and goalBefore are answers with their value after or before them.
	goalBehind = regexp.MustCompile(`^(?P<of>(?s:.*)[\d)!\]}])\s+[([{] *=? *(?P<makes>-?\d+) *[)\]}]$`)
	goalBefore = regexp.MustCompile(`(?s)^(?P<makes>-?\d\d+): +(?P<of>.+)$`)
	// bracketAfter is a value, a blank and an answer that begins with a bracket.
	bracketAfter = regexp.MustCompile(`^(?P<makes>\d\d+)\s+(?P<of>[([{].*)$`)
	// bracketBehind is a value in brackets directly behind an answer.
	bracketBehind = regexp.MustCompile(`^(?P<of>(?s:.*)[\d)!\]}])[([{](?P<makes>-?\d+)[)\]}]$`)
)

// claimGoal returns the reading as a claim if it names a goal: 4*6 (24) and 24: 4*6 become 4*6=24.
func (r Reading) claimGoal() Reading {
	if r.Text == "" {
		return r
	}
	if strings.IndexByte(")]}", r.Text[len(r.Text)-1]) >= 0 {
		r = r.claim(goalBehind)
	}
	if strings.Contains(r.Text, ": ") {
		r = r.claim(goalBefore)
	}
	return r
}

// claimBracket returns the reading as a claim if brackets may separate an answer and its value, as in 4*6(24) and
// 24 (4*6); a zero Reading if not.
func (r Reading) claimBracket() Reading {
	for _, pattern := range []*regexp.Regexp{bracketBehind, bracketAfter} {
		if pattern.MatchString(r.Text) {
			r = r.claim(pattern)
			r.Guess = true
			return r
		}
	}
	return Reading{}
}

// claim returns the reading as a claim if it matches a pattern.
func (r Reading) claim(pattern *regexp.Regexp) Reading {
	match := pattern.FindStringSubmatchIndex(r.Text)
	if match == nil {
		return r
	}
	answer := submatch(pattern, match, "of")
	goal := submatch(pattern, match, "makes")
	r.Text = r.Text[answer.Pos:answer.End] + "=" + r.Text[goal.Pos:goal.End]
	// The equals sign has the place of the goal.
	equals := r.places[goal.Pos : goal.Pos+1]
	r.places = slices.Concat(r.places[answer.Pos:answer.End], equals, r.places[goal.Pos:goal.End+1])
	return r
}

// submatch returns the place of a named part of a match.
func submatch(pattern *regexp.Regexp, match []int, name string) Span {
	i := 2 * pattern.SubexpIndex(name)
	return Span{match[i], match[i+1]}
}

// closeBrackets returns the reading with the brackets that are missing: a closing one at the end
// of an expression for each that is still open, and an opening one at the beginning of the
// reading for each that is only closed. It is the zero Reading if none is missing.
func (r Reading) closeBrackets() Reading {
	unclosed := ""
	unopened := ""
	closed := false
	l := lexer{text: r.Text, steps: true}
	inserted := 0
	for more := true; more; {
		t := l.next()
		more = t.kind != kEnd
		endsExpression := t.kind == kEnd || t.kind == '='
		switch {
		case t.kind == '(':
			unclosed = string(closing[t.ch]) + unclosed
		case t.kind == ')' && unclosed != "":
			unclosed = unclosed[1:]
		case t.kind == ')':
			kind := strings.IndexRune(")]}", t.ch)
			unopened = "([{"[kind:kind+1] + unopened
		case unclosed != "" && endsExpression:
			r.insert(unclosed, t.at.Pos+inserted)
			closed = true
			inserted += len(unclosed)
			unclosed = ""
		}
	}
	if !closed && unopened == "" {
		return Reading{}
	}
	r.insert(unopened, 0)
	r.Guess = true
	return r
}

// dissolveBrackets replaces pairs of brackets that have more in them than an expression, such as a claim or
// words, with separators: nobody calculates with (4*6=24) or (easy). It reports whether the reading has words that
// mean nothing.
func (r *Reading) dissolveBrackets() (hasWords bool) {
	type bracket struct {
		at      Span
		isMixed bool
	}
	// stack has the brackets that are not closed yet, and mixed the places of those that are to be replaced.
	var stack []bracket
	var mixed []Span
	l := lexer{text: r.Text, steps: true}
	for t := l.next(); t.kind != kEnd; t = l.next() {
		switch t.kind {
		case '(':
			stack = append(stack, bracket{at: t.at})
		case ')':
			if len(stack) == 0 {
				continue
			}
			opening := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if opening.isMixed {
				mixed = append(mixed, opening.at, t.at)
				if len(stack) > 0 {
					stack[len(stack)-1].isMixed = true
				}
			}
		case kBad, kStep, '=':
			hasWords = hasWords || strings.ContainsFunc(t.text, unicode.IsLetter)
			if len(stack) > 0 {
				stack[len(stack)-1].isMixed = true
			}
		}
	}
	for _, at := range mixed {
		r.blank(at, ";")
	}
	r.joinClaims()
	return hasWords
}

// separatedClaim is an equals sign and the separators between it and its expression, as in 4*6; =24.
var separatedClaim = regexp.MustCompile(`[,;，；、](?:[\s\v]*[,;，；、])*[\s\v]*[=＝]`)

// joinClaims removes the separators between claims and the expressions before them.
func (r *Reading) joinClaims() {
	if !strings.Contains(r.Text, "=") {
		return
	}
	for _, at := range separatedClaim.FindAllStringIndex(r.Text, -1) {
		r.blank(Span{at[0], at[1]}, " ")
		r.blank(Span{at[1] - 1, at[1]}, "=")
	}
}

// mark is what may be the mark of a list before an answer: a dash, 5- or (2) or 1: and the like. A number of two digits
// before a colon is no mark but a goal.
var mark = regexp.MustCompile(`^(?:(\d{1,2})? ?[-–—] +|[(\[](\d{1,2})[)\]] *|(\d): +)`)

// dropMark returns the reading without a mark before it; a zero Reading if there is none.
func (r Reading) dropMark() Reading {
	m := mark.FindStringSubmatch(r.Text[:min(len(r.Text), 12)])
	if m == nil || len(m[0]) == len(r.Text) {
		return Reading{}
	}
	r = r.slice(len(m[0]), len(r.Text))
	r.Mark = m[1] + m[2] + m[3]
	r.Guess = true
	r.Omits = r.Mark != ""
	return r
}

// thousands is a number written in groups of three digits.
var thousands = regexp.MustCompile(`\d{1,3}(?:(?:[,'’]| ?;?)\d{3})+`)

// joinThousands returns the reading with the groups of three digits of a number joined; a zero
// Reading if there are no such numbers.
func (r Reading) joinThousands() Reading {
	places := thousands.FindAllStringIndex(r.Text, -1)
	joined := false
	for _, place := range slices.Backward(places) {
		if isDigit(lastRune(r.Text[:place[0]])) || isDigit(firstRune(r.Text[place[1]:])) {
			continue
		}
		for i := place[1] - 1; i > place[0]; i-- {
			if isDigit(rune(r.Text[i])) {
				continue
			}
			r.Text = r.Text[:i] + r.Text[i+1:]
			r.places = slices.Concat(r.places[:i], r.places[i+1:])
			joined = true
		}
	}
	if !joined {
		return Reading{}
	}
	r.Guess = true
	return r
}

// fractionResult is a result that is a fraction.
var fractionResult = regexp.MustCompile(`= *(\d+/\d+) *[,;\n]`)

// maxBracketed bounds how many fractions bracketFractions puts into brackets. Answers have fewer.
const maxBracketed = 8

// bracketFractions returns the reading with brackets around each fraction that a step uses without them and that is
// the result of an earlier step: 3-8/3=1/3, 8/1/3=24. It is a zero Reading if there are none.
func (r Reading) bracketFractions() Reading {
	bracketed := 0
	for pos := 0; bracketed < maxBracketed; {
		match := fractionResult.FindStringSubmatchIndex(r.Text[pos:])
		if match == nil {
			break
		}
		fraction := r.Text[pos+match[2] : pos+match[3]]
		pos += match[3]
		bracketed += r.bracketUses(fraction, pos, maxBracketed-bracketed)
	}
	if bracketed == 0 {
		return Reading{}
	}
	r.Guess = true
	return r
}

// bracketUses puts brackets around a fraction where it is used from pos on, but not more often than limit says. It
// returns how often it has done so.
func (r *Reading) bracketUses(fraction string, pos, limit int) int {
	bracketed := 0
	for bracketed < limit {
		next := strings.Index(r.Text[pos:], fraction)
		if next < 0 {
			break
		}
		start := pos + next
		pos = start + len(fraction)
		if r.isFractionAt(start, pos) {
			r.insert(")", pos)
			r.insert("(", start)
			pos += len("()")
			bracketed++
		}
	}
	return bracketed
}

// isFractionAt reports whether the fraction at a place is no part of longer numbers, and has no brackets around it.
func (r Reading) isFractionAt(start, end int) bool {
	if end < len(r.Text) && strings.IndexByte("0123456789)", r.Text[end]) >= 0 {
		return false
	}
	return start == 0 || strings.IndexByte("0123456789(", r.Text[start-1]) < 0
}

// runningOn is a result and the operator with which the next step uses it, as in 4*6=24*1 and 4*6=24; *1.
var runningOn = regexp.MustCompile(`[=＝]\s*(?P<result>\d+)\s*(?P<separator>[` + separators +
	`\n]\s*)?(?P<operator>[-+*/^×÷xX−＋－＊／])`)

// splitSteps returns the reading as steps if each step begins with the result of the one before,
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
	isBetween := func(c rune) bool { return strings.ContainsRune("=＝\n"+separators, c) }
	text = strings.TrimRightFunc(text, isBetween)
	if last := strings.LastIndexFunc(text, isBetween); last >= 0 {
		_, width := utf8.DecodeRuneInString(text[last:])
		text = text[last+width:]
	}
	n, err := Parse(text)
	if err != nil {
		return false
	}
	return n.Mixed() == result
}
