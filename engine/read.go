package engine

import (
	"slices"
	"strings"
	"unicode"

	"reckon/engine/expr"
)

// JudgeText judges a text typed for a puzzle of numbers as a person meant it. With factorials a ! may be a
// factorial.
//
// The whole text is judged first, as typed and then without the decoration around it. If it is not right, the
// calculations in it are judged (see expr.Message), and the first one that is right is the answer, whatever is
// around it. Only a whole text can be a wrong answer: people who talk to each other are not told that they are
// wrong. But the Fault of a calculation in the text may be what explains most to somebody who asks in private. The
// verdict is then Meant only if the whole text was.
//
// If the text says that the puzzle is impossible, the verdict's Fault is "possible" (a solution is known),
// "impossible" (there is none, so the person is right, unless the nearest answer counts) or "possible.unknown".
func JudgeText(p Puzzle, text string, factorials bool, judge func(string) Verdict) Verdict {
	j := textJudge{face: p.Face(), factorials: factorials, judge: judge}
	best := finding{judge(text), text}
	if best.Outcome == Right {
		return best.Verdict
	}
	message := expr.ReadMessage(text, factorials)
	best = j.bestOf(best, message.Readings(), best.OnTiles)
	if best.Outcome == Right {
		return best.Verdict
	}
	best = j.bestExcerpt(best, message.Excerpts())
	if best.Outcome == Invalid && SaysImpossible(text) {
		best.Verdict = judgeImpossible(best.Verdict, p.Rating().Solvability)
	}
	if best.OnTiles && !earns(best.Verdict) && j.isAside(best, text) {
		best.OnTiles = false
	}
	if best.Meant && !earns(best.Verdict) && j.isScore(best.read) {
		best.Meant = false
		best.OnTiles = false
	}
	return best.Verdict
}

// judgeImpossible completes the verdict on a text that says that a puzzle is impossible.
func judgeImpossible(v Verdict, s Solvability) Verdict {
	switch s {
	case Solvable:
		v.Outcome = Wrong
		v.Fault = &Fault{Code: "possible"}
	case NotFound:
		v.Fault = &Fault{Code: "possible.unknown"}
	default:
		v.Fault = &Fault{Code: "impossible"}
	}
	return v
}

// A textJudge judges the readings of a text.
type textJudge struct {
	face       Face
	factorials bool
	judge      func(string) Verdict
}

// A finding is a verdict on a text, and what was judged: the text of one of its readings. If the text cannot be read as a
// whole, read is a calculation in it.
type finding struct {
	Verdict
	read string
}

// earns reports whether an answer is right, or comes so near that it is worth something.
func earns(v Verdict) bool { return v.Outcome == Right || v.Near && v.Points > 0 }

// bestOf returns the best of an earlier finding, which is not Right, and those on some readings. isOnTiles
// reports whether the text as typed is a calculation of the puzzle's numbers. After such a calculation no reading is
// tried that leaves out a number.
func (j textJudge) bestOf(best finding, readings []expr.Reading, isOnTiles bool) finding {
	meantAsTyped := best.Meant
	for _, reading := range readings {
		if reading.Omits && isOnTiles {
			// The number that the reading leaves out is one of the puzzle's.
			continue
		}
		v := j.judgeReading(reading)
		// A reading that is no guess says the same as the text as typed.
		if v.OnTiles && !reading.Guess {
			isOnTiles = true
		}
		if reading.Guess && !earns(v) {
			continue
		}
		v = asMeant(v, reading.Chatter, meantAsTyped)
		if !servesBetter(v, best.Verdict) {
			continue
		}
		best = finding{v, reading.Text}
		if best.Outcome == Right {
			return best
		}
	}
	return best
}

// asMeant returns the verdict on a reading with Meant set: whether the person meant the reading as an answer. A reading
// that cannot be read was meant only if the text as typed was. The same goes for a calculation with chatter around it
// that earns nothing. Such a calculation also does not count as OnTiles.
func asMeant(v Verdict, hasChatter, meantAsTyped bool) Verdict {
	isTalk := hasChatter && !earns(v)
	if isTalk {
		v.OnTiles = false
	}
	if isTalk || v.Outcome == Invalid {
		v.Meant = meantAsTyped
	}
	return v
}

// judgeReading judges a reading. The verdict's Fault has its place in the text as typed. If the reading leaves out a
// number as a mark, and the answer could still use that number, the verdict is Invalid: the person may have meant the
// number as a part of the answer.
func (j textJudge) judgeReading(reading expr.Reading) Verdict {
	v := j.judge(reading.Text)
	if v.Fault != nil && v.Fault.At != nil {
		v.Fault = moveFault(v.Fault, reading)
	}
	if earns(v) && reading.Mark != "" && j.mayUse(reading.Mark, v.Text) {
		fault := &Fault{Code: "syntax.unexpected", Args: Args{"text": reading.Mark, "want": "number"}}
		return Verdict{Outcome: Invalid, Measure: v.Measure, Fault: fault}
	}
	return v
}

// mayUse reports whether an answer could also use a number: it is a tile that the answer does not use. In a game with
// factorials the one tile is a digit, and an answer could use any number made of that digit. The goal is no such
// number, because people write it beside an answer.
func (j textJudge) mayUse(number, answer string) bool {
	if number == j.face.Goal {
		return false
	}
	if j.factorials {
		return strings.Trim(number, j.face.Tiles[0]) == ""
	}
	n, err := expr.Parse(answer)
	if err != nil {
		return false
	}
	_, unused := TileFault(n, j.face.Tiles)
	return slices.Contains(unused, number)
}

// bestExcerpt returns the finding on the first calculation in a text that is right. If none is, it returns the first
// of these that there is: the finding on the whole text, if that earns something; that on the nearest
// calculation that earns something; that on a wrong calculation, if all that is known of the whole text is that
// it cannot be read; the finding on the whole text.
func (j textJudge) bestExcerpt(whole finding, excerpts []expr.Excerpt) finding {
	var near, wrong, main *finding
	// The readings have to be better than the fault of the whole text.
	unread := finding{Verdict: Verdict{Outcome: Invalid, Fault: whole.Fault, Measure: whole.Measure}}
	for _, e := range excerpts {
		found := j.bestOf(unread, e.Readings, false)
		isEarning := earns(found.Verdict)
		if isEarning && e.IsDenied() {
			continue
		}
		if found.Outcome != Invalid && j.tellsMore(found, main) {
			main = &found
		}
		switch {
		case found.Outcome == Right:
			found.Meant = true
			found.OnTiles = true
			return found
		case isEarning && (near == nil || found.Measure < near.Measure):
			near = &found
		case j.isAttempt(found.Verdict) && j.tellsMore(found, wrong):
			wrong = &found
		}
	}
	if earns(whole.Verdict) {
		return whole
	}
	if near != nil {
		near.Meant = true
		near.OnTiles = true
		return *near
	}
	isUnread := whole.Outcome == Invalid && whole.Fault.Code == "syntax.unexpected"
	if wrong != nil && isUnread {
		wrong.Meant = whole.Meant
		wrong.OnTiles = false
		return *wrong
	}
	if whole.Outcome == Invalid && main != nil {
		whole.read = main.read
	}
	return whole
}

// tellsMore reports whether a calculation tells more about a text than one before it, nil if there is none: people who
// write several may mean the one that is no score.
func (j textJudge) tellsMore(found finding, before *finding) bool {
	return before == nil || j.isScore(before.read) && !j.isScore(found.read)
}

// isAttempt reports whether a wrong calculation looks like an attempt at the puzzle: it has the puzzle's numbers, or
// makes the goal.
func (j textJudge) isAttempt(v Verdict) bool {
	return v.Outcome == Wrong && (v.OnTiles || v.Value == j.face.Goal)
}

// isAside reports whether a wrong calculation may be something that people say to each other. It may be if the text
// says which other value it makes, or if it is a pair or a row of numbers like 3-2 and 4/5/6, such as a score or a
// date, that does not use all tiles. It is not if the text names the goal.
func (j textJudge) isAside(wrong finding, text string) bool {
	n, err := expr.Parse(wrong.Text)
	if err != nil || wrong.Value == j.face.Goal {
		return false
	}
	isNoDigit := func(r rune) bool { return !unicode.IsDigit(r) }
	numbers := strings.FieldsFunc(strings.Map(expr.Plain, text), isNoDigit)
	if slices.Contains(numbers, j.face.Goal) {
		return false
	}
	// People say the value of an answer that is Near, too, when they give it as an answer.
	if !wrong.Near && strings.Contains(wrong.read, "=") {
		return true
	}
	isPair := len(n.Numbers()) <= 2
	if j.factorials {
		return isRow(n) || isPair && OperatorFault(n) == nil
	}
	_, unused := TileFault(n, j.face.Tiles)
	if len(unused) == 0 {
		return false
	}
	onlyMissesTiles := wrong.Fault.Code == "missing"
	return isRow(n) || isPair && onlyMissesTiles
}

// isScore reports whether a text is nothing but two numbers with a minus, a slash or a colon between them, and does
// not use up the tiles or, in a game with factorials, has another digit than the tile: people tell each other scores and
// dates, also in replies.
func (j textJudge) isScore(text string) bool {
	typed, err := expr.ParseAnswer(text)
	if err != nil || len(typed.Claims) > 0 {
		return false
	}
	n := typed.Node
	isPair := n.Y != nil && n.X.Op == expr.Num && isRow(n)
	if !isPair {
		return false
	}
	if j.factorials {
		isOther := func(num *expr.Node) bool { return strings.Trim(num.Digits, j.face.Tiles[0]) != "" }
		return slices.ContainsFunc(n.Numbers(), isOther)
	}
	_, unused := TileFault(n, j.face.Tiles)
	return len(unused) > 0
}

// isRow reports whether n is a number, or a row of numbers with a minus between any two, or a slash: 3-2, 4/5/6.
func isRow(n *expr.Node) bool {
	if n.Op != expr.Sub && n.Op != expr.Div {
		return n.Op == expr.Num
	}
	m := n
	for m.Op == n.Op && m.Y.Op == expr.Num {
		m = m.X
	}
	return m.Op == expr.Num
}

// moveFault returns a fault in a reading with its place in the text as typed.
func moveFault(fault *Fault, reading expr.Reading) *Fault {
	at := reading.Place(*fault.At)
	moved := *fault
	moved.At = &at
	return &moved
}

// servesBetter reports whether the verdict on a reading serves a person better than the best
// one so far, which is not Right.
func servesBetter(v, best Verdict) bool {
	if rank(v) != rank(best) {
		return rank(v) > rank(best)
	}
	switch best.Fault.Code {
	case "claim":
		// What the best reading took for a claim may be something else.
		return true
	case "syntax.unexpected":
		return v.Fault.Code != "syntax.unexpected"
	}
	return false
}

// rank orders the verdicts on the readings of a text; the highest is the best.
func rank(v Verdict) int {
	switch {
	case v.Outcome == Right:
		return 4
	case v.Near:
		return 3
	case v.OnTiles:
		return 2
	case v.Outcome == Wrong:
		return 1
	}
	return 0
}

// impossible lists what people say of a puzzle that has no solution, in lower case.
var impossible = []string{
	"impossible", "it's impossible", "it is impossible", "not possible",
	"no solution", "no solutions", "there is no solution", "unsolvable",
	"can't be done", "cannot be done",
	"无解", "無解", "没有解", "沒有解", "不可能", "算不出", "算不出来", "算不出來", "做不到",
}

// SaysImpossible reports whether a text says that a puzzle has no solution.
func SaysImpossible(text string) bool {
	return slices.Contains(impossible, strings.ToLower(expr.Words(expr.Straight(text))))
}
