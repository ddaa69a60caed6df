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
// The whole text is read first, as typed and then without the decoration around it. If it is not right, the
// calculations in it are judged (expr.Excerpts), and the first one that is right is the answer, whatever is
// around it. A wrong answer is only a whole text: people who talk to each other are not told that they are
// wrong. But a calculation in a text may explain to a person alone what is wrong with it: the verdict is then
// not Meant.
//
// The verdict on "impossible" is a Fault "possible" (a solution is known), "impossible" (there is
// none, so it is right, unless the nearest answer counts) or "possible.unknown".
func JudgeText(p Puzzle, text string, factorials bool, judge func(string) Verdict) Verdict {
	j := textJudge{face: p.Face(), factorials: factorials, judge: judge, read: text}
	best := judge(text)
	if best.Outcome == Right {
		return best
	}
	read := expr.ReadMessage(text, factorials)
	best = j.bestOf(best, read.Readings(), best.OnTiles)
	if best.Outcome == Right {
		return best
	}
	best = j.excerpt(best, read.Excerpts())
	if best.Outcome == Invalid && SaysImpossible(text) {
		best.Fault = &Fault{Code: "impossible"}
		switch p.Rating().Solvability {
		case Solvable:
			best.Outcome = Wrong
			best.Fault.Code = "possible"
		case NotFound:
			best.Fault.Code = "possible.unknown"
		}
	}
	if best.OnTiles && !earns(best) && j.isAside(best, text) {
		best.OnTiles = false
	}
	return best
}

// A textJudge judges the readings of a text.
type textJudge struct {
	face       Face
	factorials bool
	judge      func(string) Verdict
	// read is the reading that the best verdict is on.
	read string
}

// earns reports whether an answer is right, or comes so near that it is worth something.
func earns(v Verdict) bool { return v.Outcome == Right || v.Near && v.Points > 0 }

// bestOf returns the best of an earlier verdict and the verdicts on some readings. isOnTiles reports whether the
// text as typed is a calculation of the puzzle's numbers. A reading that leaves out chatter is heard only if it
// earns something.
func (j *textJudge) bestOf(best Verdict, readings []expr.Reading, isOnTiles bool) Verdict {
	meantAsTyped := best.Meant
	for _, reading := range readings {
		if reading.Omits && isOnTiles {
			continue
		}
		v := j.judgeReading(reading)
		isOnTiles = isOnTiles || v.OnTiles && !reading.Guess
		switch {
		case reading.Guess && !earns(v):
			continue
		case reading.Chatter && !earns(v):
			v.Meant = meantAsTyped
			v.OnTiles = false
		case v.Outcome == Invalid:
			v.Meant = meantAsTyped
		}
		if servesBetter(v, best) {
			best = v
			j.read = reading.Text
		}
		if v.Outcome == Right {
			return v
		}
	}
	return best
}

// judgeReading judges a reading. The verdict's Fault has its place in the text as typed. If a number was left out as
// a mark, and the answer could still use it, the reading is Invalid: the number may have been meant as a part of
// the answer.
func (j *textJudge) judgeReading(reading expr.Reading) Verdict {
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

// mayUse reports whether a number could still be used in an answer: it is a tile that the answer leaves over. With
// factorials, where the one tile is a digit, it is a number of that digit.
func (j *textJudge) mayUse(number, answer string) bool {
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
	_, left := TileFault(n, j.face.Tiles)
	return slices.Contains(left, number)
}

// excerpt returns the verdict on the first calculation in a text that is right, or else on the best one that earns
// something. If there is none it is the verdict before, or what is wrong with a calculation in the text; that is not
// Meant.
func (j *textJudge) excerpt(best Verdict, excerpts []expr.Excerpt) Verdict {
	var near, wrong *Verdict
	for _, e := range excerpts {
		// The readings have to be better than the fault of the whole text.
		v := j.bestOf(Verdict{Outcome: Invalid, Fault: best.Fault, Measure: best.Measure}, e.Readings, false)
		if earns(v) && e.IsDenied() {
			continue
		}
		switch {
		case v.Outcome == Right:
			v.Meant = true
			v.OnTiles = true
			return v
		case earns(v) && (near == nil || v.Measure < near.Measure):
			near = &v
		case wrong == nil && j.isAttempt(v):
			wrong = &v
		}
	}
	if earns(best) {
		return best
	}
	if near != nil {
		near.Meant = true
		near.OnTiles = true
		return *near
	}
	if wrong != nil && best.Outcome == Invalid && best.Fault.Code == "syntax.unexpected" {
		wrong.Meant = best.Meant
		wrong.OnTiles = false
		return *wrong
	}
	return best
}

// isAttempt reports whether a wrong calculation is worth a word: it has the puzzle's numbers, or makes the goal.
func (j *textJudge) isAttempt(v Verdict) bool {
	return v.Outcome == Wrong && (v.OnTiles || v.Value == j.face.Goal)
}

// isAside reports whether a wrong calculation may be what people say to each other. It does not name the goal, and
// one of two things holds. It says what else it makes. Or it is a pair or a row of numbers like 3-2 and 4/5/6, such
// as a score or a date, and leaves tiles over.
func (j *textJudge) isAside(wrong Verdict, text string) bool {
	n, err := expr.Parse(wrong.Text)
	if err != nil || wrong.Value == j.face.Goal {
		return false
	}
	isNoDigit := func(r rune) bool { return !unicode.IsDigit(r) }
	numbers := strings.FieldsFunc(strings.Map(expr.Plain, text), isNoDigit)
	if slices.Contains(numbers, j.face.Goal) {
		return false
	}
	// An answer that is measured may be told with its value.
	if !wrong.Near && strings.Contains(j.read, "=") {
		return true
	}
	isShort := len(n.Numbers()) <= 2
	if j.factorials {
		return isRow(n) || isShort && OperatorFault(n) == nil
	}
	_, left := TileFault(n, j.face.Tiles)
	leavesCards := wrong.Fault.Code == "missing"
	return len(left) > 0 && (isRow(n) || isShort && leavesCards)
}

// isRow reports whether n is a row of numbers with a minus or a slash between any two: 3-2, 4/5/6.
func isRow(n *expr.Node) bool {
	for m := n; m.Op != expr.Num; m = m.X {
		isPlain := m.Op == n.Op && m.Y != nil && m.Y.Op == expr.Num
		if !isPlain || m.Op != expr.Sub && m.Op != expr.Div {
			return false
		}
	}
	return true
}

// moveFault returns a fault in a reading with its place in the text as typed.
func moveFault(fault *Fault, reading expr.Reading) *Fault {
	at := reading.Place(*fault.At)
	moved := *fault
	moved.At = &at
	return &moved
}

// servesBetter reports whether the verdict on a reading serves a person better than the best
// one before, which is not Right.
func servesBetter(v, best Verdict) bool {
	if rank(v) != rank(best) {
		return rank(v) > rank(best)
	}
	switch best.Fault.Code {
	case "claim":
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
