package engine

import (
	"strings"

	"reckon/engine/expr"
)

// JudgeText judges a text typed for a puzzle of numbers as a person meant it: as it stands
// or, if that is not right, in the reading that serves best. Where a reading leaves out
// words of other talk, only one that earns something is Meant. With factorials a ! may be
// one. The verdict on "impossible" is a Fault "possible" (a solution is known), "impossible"
// (there is none: right, unless the nearest answer counts) or "possible.unknown".
func JudgeText(p Puzzle, text string, factorials bool, judge func(string) Verdict) Verdict {
	best := judge(text)
	meant := best.Meant
	if best.Outcome == Right {
		return best
	}
	for _, r := range expr.Readings(text, factorials) {
		v := judge(r.Text)
		if v.Fault != nil && v.Fault.At != nil {
			f := *v.Fault
			at := r.Place(*f.At)
			f.At = &at
			v.Fault = &f
		}
		earns := v.Outcome == Right || v.Near && v.Points > 0
		switch {
		case r.Guess && !earns:
			continue
		case r.Talk && !earns:
			v.Meant, v.OnTiles = meant, false
		case v.Outcome == Invalid:
			v.Meant = meant
		}
		if more := worth(v) - worth(best); more > 0 || more == 0 && (best.Fault.Code == "claim" || best.Fault.Code == "syntax.unexpected" && v.Fault.Code != "syntax.unexpected") {
			best = v
		}
		if v.Outcome == Right {
			return v
		}
	}
	if best.Outcome == Invalid && SaysImpossible(text) {
		best.Fault = &Fault{Code: "possible"}
		switch s := p.Rating().Solvability; {
		case s == Solvable:
			best.Outcome = Wrong
		case s == NotFound:
			best.Fault.Code = "possible.unknown"
		default:
			best.Fault.Code = "impossible"
		}
	}
	return best
}

// worth orders the verdicts on the readings of a text.
func worth(v Verdict) int {
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

// impossible is what people say of a puzzle that has no solution.
const impossible = "|impossible|it's impossible|it is impossible|not possible|no solution|no solutions|there is no solution|unsolvable|can't be done|cannot be done|" +
	"无解|無解|没有解|沒有解|不可能|算不出|算不出来|算不出來|做不到|"

// SaysImpossible reports whether a text says that a puzzle has no solution.
func SaysImpossible(text string) bool {
	said := strings.ToLower(expr.Words(text))
	return said != "" && strings.Contains(impossible, "|"+said+"|")
}
