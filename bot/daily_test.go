package bot

import (
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func TestDailyNumberIsTheLocalDate(t *testing.T) {
	at := time.Date(2026, 1, 1, 22, 0, 0, 0, time.UTC)
	for name, want := range map[string]int{"UTC": 1, "Asia/Shanghai": 2, "Pacific/Honolulu": 1, "Pacific/Kiritimati": 2} {
		if got := dailyNumber(at.In(zone(t, name))); got != want {
			t.Errorf("%s: #%d, want #%d", name, got, want)
		}
	}
	if got := dailyNumber(time.Date(2026, 12, 31, 23, 59, 59, 0, time.UTC)); got != 365 {
		t.Errorf("last day of the first year is #%d", got)
	}
}

func TestNextDailyAcrossDaylightSaving(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	for _, c := range []struct {
		name string
		from time.Time
		hour int
		want string
	}{
		{"later today", time.Date(2026, 5, 1, 7, 0, 0, 0, berlin), 8, "2026-05-01T08:00:00+02:00"},
		{"just now", time.Date(2026, 5, 1, 8, 0, 0, 0, berlin), 8, "2026-05-02T08:00:00+02:00"},
		{"the skipped hour", time.Date(2026, 3, 28, 12, 0, 0, 0, berlin), 2, "2026-03-29T03:00:00+02:00"},
		{"the doubled hour, once", time.Date(2026, 10, 25, 2, 0, 0, 0, berlin), 2, "2026-10-26T02:00:00+01:00"},
		{"end of the year", time.Date(2026, 12, 31, 9, 0, 0, 0, berlin), 8, "2027-01-01T08:00:00+01:00"},
	} {
		if got := nextDaily(c.from, c.hour).Format(time.RFC3339); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// In every zone, from any moment on, each date gets one posting and none two.
func TestNextDailyVisitsEveryDateOnce(t *testing.T) {
	zones := []string{"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tehran", "America/Santiago", "Africa/Cairo", "Asia/Kathmandu"}
	rapid.Check(t, func(rt *rapid.T) {
		loc := zone(t, rapid.SampledFrom(zones).Draw(rt, "zone"))
		hour := rapid.IntRange(0, 23).Draw(rt, "hour")
		at := time.Unix(rapid.Int64Range(1767225600, 1924992000).Draw(rt, "from"), 0).In(loc)
		at = nextDaily(at, hour)
		for range 400 {
			next := nextDaily(at, hour)
			if d := dailyNumber(next) - dailyNumber(at); d != 1 {
				rt.Fatalf("from %v to %v are %d days", at, next, d)
			}
			at = next
		}
	})
}

func TestStreak(t *testing.T) {
	for _, c := range []struct {
		solved         []int // newest first
		today          int
		streak, longer int
	}{
		{nil, 5, 0, 0}, {[]int{5}, 5, 1, 1}, {[]int{4}, 5, 1, 1}, {[]int{3}, 5, 0, 1}, {[]int{5, 4, 3}, 5, 3, 3}, {[]int{4, 3, 1}, 5, 2, 2},
		{[]int{6, 5, 4}, 5, 2, 3}, // tomorrow's, solved in a zone that is ahead
		{[]int{5, 3, 2, 1}, 5, 1, 3},
	} {
		if got := streak(c.solved, c.today); got != c.streak {
			t.Errorf("streak(%v, %d) = %d, want %d", c.solved, c.today, got, c.streak)
		}
		if got := longestStreak(c.solved); got != c.longer {
			t.Errorf("longestStreak(%v) = %d, want %d", c.solved, got, c.longer)
		}
	}
}

func TestSince(t *testing.T) {
	at := time.Date(2026, 11, 1, 0, 30, 0, 0, zone(t, "America/New_York")) // a Sunday
	for period, want := range map[string]string{
		"today": "2026-11-01T00:00:00-04:00", "week": "2026-10-26T00:00:00-04:00", "month": "2026-11-01T00:00:00-04:00", "all": "0001-01-01T00:00:00Z",
	} {
		if got := since(period, at).Format(time.RFC3339); got != want {
			t.Errorf("%s: %s, want %s", period, got, want)
		}
	}
}

func TestWorth(t *testing.T) {
	for _, c := range []struct{ base, hints, before, want int }{
		{50, 0, 0, 50}, {50, 1, 0, 35}, {50, 2, 0, 20}, {50, 3, 0, 5}, {50, 9, 0, 5}, {50, 0, 1, 10}, {10, 3, 2, 1}, {0, 0, 0, 1},
	} {
		if got := worth(c.base, c.hints, c.before); got != c.want {
			t.Errorf("worth(%d, %d, %d) = %d, want %d", c.base, c.hints, c.before, got, c.want)
		}
	}
}
