package round

import "time"

// firstDaily is the day of daily #1.
var firstDaily = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// dayZero is the day before daily #1, in days since 1970.
var dayZero = int(firstDaily.Unix()/(24*60*60)) - 1

// Number returns the number of the date of t, in the zone of t. On the same date everyone has the same
// puzzles, whatever their zone.
func Number(t time.Time) int {
	y, m, d := t.Date()
	date := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	return int(date.Sub(firstDaily)/(24*time.Hour)) + 1
}

// Day returns the date of a number.
func Day(number int) time.Time { return firstDaily.AddDate(0, 0, number-1) }

// UnixDay returns the day of a number, in days since 1970.
func UnixDay(number int) int { return number + dayZero }
