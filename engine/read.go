package engine

import (
	"slices"
	"strings"

	"reckon/engine/expr"
)

// JudgeText judges a text typed for a puzzle of numbers as a person meant it: as typed or, if
// that is not right, in the reading that serves the person best. With factorials a ! may be a
// factorial.
//
// A reading that leaves out chatter is Meant only if it earns something. The
// verdict on "impossible" is a Fault "possible" (a solution is known), "impossible" (there is
// none, so it is right, unless the nearest answer counts) or "possible.unknown".
func JudgeText(p Puzzle, text string, factorials bool, judge func(string) Verdict) Verdict {
	best := judge(text)
	if best.Outcome == Right {
		return best
	}
	meantAsTyped := best.Meant
	for _, reading := range expr.Readings(text, factorials) {
		v := judge(reading.Text)
		if v.Fault != nil && v.Fault.At != nil {
			v.Fault = moveFault(v.Fault, reading)
		}
		earns := v.Outcome == Right || v.Near && v.Points > 0
		switch {
		case reading.Guess && !earns:
			continue
		case reading.Chatter && !earns:
			v.Meant = meantAsTyped
			v.OnTiles = false
		case v.Outcome == Invalid:
			v.Meant = meantAsTyped
		}
		if servesBetter(v, best) {
			best = v
		}
		if v.Outcome == Right {
			return v
		}
	}
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
	return best
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
	return slices.Contains(impossible, strings.ToLower(expr.Words(text)))
}
