package settings

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

const clockFormat = "%d:%02d"

// clockText matches a time of day as people write it: 8, 8:30, 8.30, 8pm, 20h, 20点,
// 晚上8点半.
var clockText = regexp.MustCompile(`^(凌晨|半夜|清晨|早上|上午|中午|下午|傍晚|晚上|夜里)?\s*(\d{1,2})\s*(?:[:：.h點点时時]\s*(?:([0-5]\d)分?|(半))?)?\s*(?:([ap])\.?m\.?)?$`)

// halves are the words for parts of the day. Each moves the hours from first to last to
// the second half of the day; with midnight, twelve is midnight.
var halves = map[string]struct {
	first, last int
	midnight    bool
}{
	"a": {midnight: true}, "p": {first: 1, last: 11},
	"凌晨": {midnight: true}, "半夜": {midnight: true}, "中午": {first: 1, last: 3},
	"下午": {first: 1, last: 11}, "傍晚": {first: 1, last: 11},
	"晚上": {first: 5, last: 11, midnight: true}, "夜里": {first: 5, last: 11, midnight: true},
}

// readClock reads a time of day and writes it as 8:30.
func readClock(text string) (clock string, ok bool) {
	m := clockText.FindStringSubmatch(strings.ToLower(strings.TrimSpace(text)))
	if m == nil {
		return "", false
	}
	hour, _ := strconv.Atoi(m[2]) // digits
	minute, _ := strconv.Atoi(m[3])
	if m[4] != "" {
		minute = 30
	}
	if m[5] != "" && (hour < 1 || hour > 12) {
		return "", false
	}
	for _, word := range []string{m[1], m[5]} {
		switch half := halves[word]; {
		case half.midnight && hour == 12:
			hour = 0
		case hour >= half.first && hour <= half.last && half.last > 0:
			hour += 12
		}
	}
	return fmt.Sprintf(clockFormat, hour, minute), hour <= 23
}
