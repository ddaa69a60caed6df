package round

import (
	"archive/zip"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"reckon/engine/property"
	"reckon/storage"
	"reckon/storage/dbtest"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	loc, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

// zones are time zones with unusual rules: daylight saving at odd hours, by odd lengths or at midnight. Two of
// them are at both ends of the Earth.
var zones = []string{
	"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tehran", "America/Santiago", "Africa/Cairo", "Asia/Kathmandu",
	"Pacific/Kiritimati", "Etc/GMT+12", "Asia/Beirut", "America/Asuncion",
}

// allZones returns the names of all time zones that Go knows.
func allZones(t *testing.T) []string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	list, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	var names []string
	for _, f := range list.File {
		if !strings.HasSuffix(f.Name, "/") {
			names = append(names, f.Name)
		}
	}
	if len(names) < 400 {
		t.Fatalf("there are %d zones", len(names))
	}
	return names
}

// changes returns the numbers of the dailies around the changes of a zone's offset in three years, and some others.
func changes(zone *time.Location) []int {
	numbers := []int{1, 2, 59, 60, 365, 366}
	end := Day(3 * 366)
	for at := Day(1).In(zone); ; {
		_, next := at.ZoneBounds()
		if next.IsZero() || next.After(end) {
			break
		}
		for days := -2; days <= 2; days++ {
			numbers = append(numbers, Number(next.AddDate(0, 0, days)))
		}
		at = next
	}
	return numbers
}

// In all zones a day begins with its date and ends with it, and its daily is posted within it: at the hour that
// was chosen, or an hour off where the clocks leave that hour out.
func TestDaysOfAllZones(t *testing.T) {
	// Nothing of it is in the database.
	dbtest.OnlyFile(t)
	for _, name := range allZones(t) {
		days := CalendarOf(storage.Community{Zone: name, Minute: 30})
		for _, number := range changes(days.zone) {
			checkBegin(t, days, number)
			for days.hour = range 24 {
				at := days.PostTime(number)
				if Number(at) != number {
					t.Errorf("%s: #%d is posted at %v", name, number, at)
				}
				wanted := time.Duration(days.hour)*time.Hour + 30*time.Minute
				off := time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute - wanted
				isSkipped := !showsClock(number, days.hour, 30, days.zone)
				if off != 0 && !isSkipped || off.Abs() > 2*time.Hour {
					t.Errorf("%s: #%d is posted at %v, %v off", name, number, at, off)
				}
			}
		}
	}
}

// showsClock reports whether clocks in a zone show a time on the date of a daily.
func showsClock(number, hour, minute int, zone *time.Location) bool {
	y, m, d := Day(number).Date()
	at := time.Date(y, m, d, hour, minute, 0, 0, zone)
	return at.Hour() == hour && at.Minute() == minute
}

// checkBegin checks that a daily becomes live when it begins, and not earlier.
func checkBegin(t rapid.TB, days Calendar, number int) {
	t.Helper()
	begin := days.Begin(number)
	before := days.NumberAt(begin.Add(-1))
	if days.NumberAt(begin) != number || before != number-1 {
		t.Errorf("%s from #%d %s: at %v #%d follows #%d, want #%d",
			days.before, days.from, days.zone, begin, days.NumberAt(begin), before, number)
	}
}

// checkHour checks that a daily is posted at the hour by the zone of the community or the one before. If it is not
// live at any such time, it is posted when its day begins.
func checkHour(t rapid.TB, days Calendar, number int) {
	t.Helper()
	at := days.PostTime(number)
	isLive := false
	for _, date := range []int{number - 1, number, number + 1} {
		for _, zone := range []*time.Location{days.zone, days.before} {
			hour := clockTime(date, days.hour, days.minute, zone)
			if hour.Equal(at) {
				return
			}
			isLive = isLive || zone == days.zone && days.NumberAt(hour) == number
		}
	}
	if isLive || !at.Equal(days.Begin(number)) {
		t.Errorf("%s from #%d %s: #%d is posted at %v", days.before, days.from, days.zone, number, at)
	}
}

// A chat is a community that posts the daily, as the job of package daily does.
type chat struct {
	t      *rapid.T
	c      storage.Community
	at     time.Time
	next   time.Time
	posted []int
	// postedAt is when the last daily was posted.
	postedAt time.Time
	// changed is when the settings were changed last.
	changed time.Time
}

// schedule sets the job after a change of the settings.
func (x *chat) schedule() {
	days := CalendarOf(x.c)
	x.next = days.PostTime(days.NumberAt(x.at))
	x.changed = x.at
}

// runUntil runs the job until a time.
func (x *chat) runUntil(until time.Time) {
	for !x.next.After(until) {
		if x.next.After(x.at) {
			x.at = x.next
		}
		days := CalendarOf(x.c)
		x.next = days.NextPost(x.at)
		if !x.next.After(x.at) {
			x.t.Fatalf("%+v: at %v the next post is at %v", x.c, x.at, x.next)
		}
		if x.next.Sub(x.at) > storage.Farthest {
			x.t.Fatalf("%+v: at %v the next post is far ahead at %v", x.c, x.at, x.next)
		}
		today := days.NumberAt(x.at)
		isDue := !days.PostTime(today).After(x.at)
		// What was posted is forgotten after some days.
		isPosted := len(x.posted) > 0 && x.posted[len(x.posted)-1] == today && x.at.Sub(x.postedAt) <= storage.Farthest
		if isDue && !isPosted {
			x.post(days, today)
			x.postedAt = x.at
		}
	}
	x.at = until
}

// post posts a daily, and checks that it is the next one, and posted at the hour.
func (x *chat) post(days Calendar, number int) {
	if len(x.posted) > 0 && number != x.posted[len(x.posted)-1]+1 {
		x.t.Fatalf("%+v: at %v #%d is posted after %v", x.c, x.at, number, x.posted)
	}
	x.posted = append(x.posted, number)
	isAtOnce := x.at.Equal(x.changed)
	if at := days.PostTime(number); !at.Equal(x.at) && !(isAtOnce && at.Before(x.at)) {
		x.t.Fatalf("%+v: #%d is posted at %v, not at %v", x.c, number, x.at, at)
	}
	checkHour(x.t, days, number)
	if x.at.Before(days.Begin(number)) || !x.at.Before(days.End(number)) {
		x.t.Fatalf("%+v: #%d is posted at %v, but live from %v to %v", x.c, number, x.at, days.Begin(number), days.End(number))
	}
}

// change gives the community another zone, and checks that nobody's day changes.
func (x *chat) change(zone string) {
	before := CalendarOf(x.c)
	today := before.NumberAt(x.at)
	if zone != x.c.Zone {
		setZone(&x.c, zone, x.at)
	}
	after := CalendarOf(x.c)
	if got := after.NumberAt(x.at); got != today {
		x.t.Fatalf("%+v: at %v the change makes #%d of #%d", x.c, x.at, got, today)
	}
	for number := today - 2; number < today; number++ {
		was, is := x.at.Before(before.FinishUntil(number)), x.at.Before(after.FinishUntil(number))
		if was != is {
			x.t.Fatalf("%+v: at %v the change lets #%d be finished: %v, before %v", x.c, x.at, number, is, was)
		}
	}
	x.schedule()
}

// drawTime draws a time in the first five years of dailies.
func drawTime(t *rapid.T) time.Time {
	seconds := rapid.Int64Range(Day(1).Unix(), Day(1).AddDate(5, 0, 0).Unix())
	return time.Unix(seconds.Draw(t, "at"), 0).UTC()
}

// drawZone draws a zone: one with unusual rules, or any.
func drawZone(t *rapid.T, all []string) string {
	if rapid.Bool().Draw(t, "unusual") {
		return rapid.SampledFrom(zones).Draw(t, "zone")
	}
	return rapid.SampledFrom(all).Draw(t, "zone")
}

// Wherever a community is, and however often it changes its zone and its hour, each daily is posted once while it is
// live. No change finishes or reopens anybody's day.
func TestPostsAcrossZones(t *testing.T) {
	all := allZones(t)
	property.Check(t, func(rt *rapid.T) {
		x := &chat{t: rt, at: drawTime(rt)}
		isNew := rapid.Bool().Draw(rt, "new")
		if !isNew {
			x.c.Zone = drawZone(rt, all)
		}
		x.c.Hour = rapid.IntRange(0, 23).Draw(rt, "hour")
		x.c.Minute = rapid.SampledFrom([]int{0, 30, 59}).Draw(rt, "minute")
		x.schedule()
		for range rapid.IntRange(1, 4).Draw(rt, "changes") {
			x.runUntil(x.at.Add(time.Duration(rapid.IntRange(0, 72*60).Draw(rt, "minutes")) * time.Minute))
			x.change(drawZone(rt, all))
		}
		days := CalendarOf(x.c)
		for number := days.NumberAt(x.at) + 1; number < days.NumberAt(x.at)+6; number++ {
			checkBegin(rt, days, number)
			if long := days.End(number).Sub(days.Begin(number)); long < shortestDay-2*time.Hour || long > longestDay {
				rt.Fatalf("%+v: #%d is live for %v", x.c, number, long)
			}
		}
		x.runUntil(x.at.AddDate(0, 0, 6))
		if today := days.NumberAt(x.at); x.posted[len(x.posted)-1] < today-1 {
			rt.Fatalf("%+v: at %v only %v are posted", x.c, x.at, x.posted)
		}
	})
}

func TestNumberIsTheLocalDate(t *testing.T) {
	at := time.Date(2026, 1, 1, 22, 0, 0, 0, time.UTC)
	for name, want := range map[string]int{"UTC": 1, "Asia/Shanghai": 2, "Pacific/Honolulu": 1, "Pacific/Kiritimati": 2} {
		if got := Number(at.In(zone(t, name))); got != want {
			t.Errorf("%s: #%d, want #%d", name, got, want)
		}
	}
	if got := Number(time.Date(2026, 12, 31, 23, 59, 59, 0, time.UTC)); got != 365 {
		t.Errorf("last day of the first year is #%d", got)
	}
	if got := Number(time.Date(2025, 12, 31, 23, 59, 59, 0, time.UTC)); got != 0 {
		t.Errorf("the day before the first is #%d", got)
	}
}

// Wherever people are, the number of their date is live somewhere. Each number is live for 52 hours: until two
// hours after it has ended everywhere.
func TestLiveAnywhere(t *testing.T) {
	property.Check(t, func(rt *rapid.T) {
		at := drawTime(rt)
		first, last := liveNumbers(at)
		for _, name := range zones {
			if n := Number(at.In(zone(t, name))); n < first || n > last {
				rt.Errorf("in %s it is #%d, and #%d to #%d are live", name, n, first, last)
			}
		}
		if last-first < 1 || last-first > 2 {
			rt.Errorf("#%d to #%d are live at once", first, last)
		}
		if f, _ := liveNumbers(at.Add(52 * time.Hour)); f <= last {
			rt.Errorf("#%d is live for more than 52 hours", last)
		}
	})
}

func TestNextPostAcrossDaylightSaving(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	cairo := zone(t, "Africa/Cairo")
	santiago := zone(t, "America/Santiago")
	nuuk := zone(t, "America/Nuuk")
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
		{"the skipped midnight", time.Date(2026, 4, 23, 12, 0, 0, 0, cairo), 0, "2026-04-24T01:00:00+03:00"},
		{"the other skipped midnight", time.Date(2026, 9, 5, 12, 0, 0, 0, santiago), 0, "2026-09-06T01:00:00-03:00"},
		{"the skipped last hour", time.Date(2026, 3, 28, 12, 0, 0, 0, nuuk), 23, "2026-03-28T22:00:00-02:00"},
	} {
		days := CalendarOf(storage.Community{Zone: c.from.Location().String(), Hour: c.hour})
		if got := days.NextPost(c.from).Format(time.RFC3339); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A place without a zone, or with one that no longer exists, has UTC.
func TestZone(t *testing.T) {
	for name, want := range map[string]string{"": "UTC", "Europe/Berlin": "Europe/Berlin", "Mars/Olympus": "UTC"} {
		if got := Zone(name).String(); got != want {
			t.Errorf("zone %q is %s, want %s", name, got, want)
		}
	}
}

// If a community changes its zone, the new one decides from the day after the next. Until then the former one
// decides.
func TestZoneHoldsFromTheDayAfterTheNext(t *testing.T) {
	c := storage.Community{Zone: "Asia/Tokyo"}
	number := CalendarOf(c).NumberAt(noon)
	setZone(&c, "America/New_York", noon)
	if c.Zone != "America/New_York" || c.ZoneBefore != "Asia/Tokyo" || c.ZoneFrom != number+2 {
		t.Errorf("it has become %+v, on day %d", c, number)
	}
	// In New York the day after the next begins at five in the morning.
	for at, want := range map[time.Time]int{
		noon:                       number,
		noon.Add(3*time.Hour - 1):  number,
		noon.Add(3 * time.Hour):    number + 1,
		noon.Add(41*time.Hour - 1): number + 1,
		noon.Add(41 * time.Hour):   number + 2,
	} {
		if got := CalendarOf(c).NumberAt(at); got != want {
			t.Errorf("at %v #%d is live, want #%d", at, got, want)
		}
	}
}

// Where a group has just set its zone, dailies come at its hour as soon as they are live then.
func TestFirstPostsInANewZone(t *testing.T) {
	for _, test := range []struct {
		zone  string
		hour  int
		now   string
		posts []string
	}{
		{"Asia/Shanghai", 7, "2026-12-08T15:05:00Z", []string{
			"2026-12-09T15:00:00+08:00", "2026-12-10T07:00:00+08:00", "2026-12-11T07:00:00+08:00",
		}},
		{"America/New_York", 20, "2026-12-08T15:05:00Z", []string{
			"2026-12-08T15:00:00-05:00", "2026-12-09T20:00:00-05:00", "2026-12-10T20:00:00-05:00",
		}},
		{"Pacific/Niue", 0, "2026-12-08T09:05:00Z", []string{
			"2026-12-08T00:00:00-11:00", "2026-12-09T00:00:00-11:00", "2026-12-10T00:00:00-11:00",
		}},
		// Here the first day has only ten hours, none of which is noon in either zone.
		{"Pacific/Kiritimati", 12, "2026-12-08T09:05:00Z", []string{
			"2026-12-09T02:00:00+14:00", "2026-12-09T14:00:00+14:00", "2026-12-10T12:00:00+14:00",
		}},
	} {
		at, err := time.Parse(time.RFC3339, test.now)
		if err != nil {
			t.Fatal(err)
		}
		c := storage.Community{Hour: test.hour}
		setZone(&c, test.zone, at)
		for _, want := range test.posts {
			at = CalendarOf(c).NextPost(at)
			if got := at.Format(time.RFC3339); got != want {
				t.Errorf("%s at %d: %s, want %s", test.zone, test.hour, got, want)
			}
		}
	}
}

// setZone changes the zone of a group.
func setZone(c *storage.Community, zone string, at time.Time) {
	z := zoneOf(*c).change(zone, at)
	c.Zone = z.Zone
	c.ZoneBefore = z.Before
	c.ZoneFrom = z.From
}
