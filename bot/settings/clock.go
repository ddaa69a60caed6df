package settings

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

const clockFormat = "%d:%02d"

// clockText matches a time of day as people write it: 8, 8:30, 8.30, 8pm, 20h, 20点,
// 晚上8点半. Its groups are a word for a part of the day, the hour, the minute, a word for half
// past, and the letter of a.m. or p.m.
var clockText = regexp.MustCompile(
	`^(凌晨|半夜|清晨|早上|上午|中午|下午|傍晚|晚上|夜里)?\s*` +
		`(\d{1,2})\s*` +
		`(?:[:：.h點点时時]\s*(?:([0-5]\d)分?|(半))?)?\s*` +
		`(?:([ap])\.?m\.?)?$`)

// A dayPart says what a word for a part of the day, such as "p.m.", means for an hour that is typed with it.
type dayPart struct {
	// first is the first of the hours to which 12 is added.
	first int
	// last is the last of these hours; 0: there are none.
	last int
	// midnight reports whether 12 means midnight.
	midnight bool
}

var dayParts = map[string]dayPart{
	"a":  {midnight: true},
	"p":  {first: 1, last: 11},
	"凌晨": {midnight: true},
	"半夜": {midnight: true},
	"中午": {first: 1, last: 3},
	"下午": {first: 1, last: 11},
	"傍晚": {first: 1, last: 11},
	"晚上": {first: 5, last: 11, midnight: true},
	"夜里": {first: 5, last: 11, midnight: true},
}

// hour returns the hour of the day that a typed hour means if it is typed with the word.
func (p dayPart) hour(typed int) int {
	if p.midnight && typed == 12 {
		return 0
	}
	isAfternoon := typed >= p.first && typed <= p.last
	if p.last > 0 && isAfternoon {
		return typed + 12
	}
	return typed
}

// readClock reads a time of day and writes it as 8:30.
func readClock(text string) (clock string, ok bool) {
	m := clockText.FindStringSubmatch(strings.ToLower(strings.TrimSpace(text)))
	if m == nil {
		return "", false
	}
	word := m[1]
	isHalfPast := m[4] != ""
	amOrPM := m[5]
	// The texts are digits, or there is no minute.
	hour, _ := strconv.Atoi(m[2])
	minute, _ := strconv.Atoi(m[3])
	if isHalfPast {
		minute = 30
	}
	isTwelveHour := hour >= 1 && hour <= 12
	if amOrPM != "" && !isTwelveHour {
		return "", false
	}
	hour = dayParts[word].hour(hour)
	hour = dayParts[amOrPM].hour(hour)
	return fmt.Sprintf(clockFormat, hour, minute), hour <= 23
}
