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
	// keyTime is the least time in which it types a character.
	keyTime = 60 * time.Millisecond
	// tapTime is the least time for a tap.
	tapTime = 80 * time.Millisecond
)

// isHasty reports whether an answer came sooner after the puzzle than a hand can type or tap it. A hasty
// answer counts in its community alone. begun is when the puzzle came; zero: not known.
func isHasty(begun, at time.Time, text string, taps int) bool {
	return !begun.IsZero() && at.Sub(begun) < handTime(text, taps)
}

// handTime is the least time in which a hand can give an answer; 0 taps: it was typed. taps is what the
// browser says. If that is fewer taps than the answer takes, it is not believed.
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
		isMute := unicode.IsSpace(r) || strings.ContainsRune("()", r)
		continuesNumber := isDigit && inNumber
		if !isMute && !continuesNumber {
			taps++
		}
		inNumber = isDigit
	}
	return taps
}
