package round

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	// reachTime is the least time in which a hand begins to type or tap.
	reachTime = 600 * time.Millisecond
	// keyTime is the least time in which a hand types a character.
	keyTime = 60 * time.Millisecond
	// tapTime is the least time in which a hand taps once.
	tapTime = 80 * time.Millisecond
)

// IsUnopened reports whether the round is a daily that was not shown to the person. Who answers it knows it from
// somewhere else, and their time has not begun.
func (r Round) IsUnopened() bool { return r.Daily != 0 && r.begun().IsZero() }

// isHasty reports whether an answer to the round counts as one that came sooner than a hand can give it. If the first
// answer that is paid is hasty, what the person earns of the round counts in communities alone, and not in the World.
func (r Round) isHasty(at time.Time, text string, taps int) bool {
	return r.IsUnopened() || cameTooSoon(r.begun(), at, text, taps)
}

// cameTooSoon reports whether an answer came sooner after the puzzle than a hand can type or tap it. begun is when the
// puzzle came; zero: not known. at is the network's time of the answer. If the network gives whole seconds, the answer
// counts as sent at the end of its second.
func cameTooSoon(begun, at time.Time, text string, taps int) bool {
	return !begun.IsZero() && lastMoment(at).Sub(begun) < handTime(text, taps)
}

// handTime is the least time in which a hand can give an answer. taps is how many taps it took, as the
// browser says; 0: it was typed. A number that is too small for the answer is not believed.
func handTime(text string, taps int) time.Duration {
	if taps == 0 {
		return reachTime + time.Duration(utf8.RuneCountInString(text))*keyTime
	}
	return reachTime + time.Duration(max(taps, leastTaps(text)))*tapTime
}

// leastTaps is how many taps an answer takes at least: one for each number, sign or letter.
func leastTaps(text string) int {
	taps := 0
	inNumber := false
	for _, r := range text {
		isDigit := unicode.IsDigit(r)
		continuesNumber := isDigit && inNumber
		needsNoTap := continuesNumber || unicode.IsSpace(r) || strings.ContainsRune("()", r)
		if !needsNoTap {
			taps++
		}
		inNumber = isDigit
	}
	return taps
}
