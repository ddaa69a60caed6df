package round

import (
	"fmt"
	"slices"
	"sync"
	"time"

	// Some machines have no list of time zones.
	_ "time/tzdata"

	"reckon/storage"
)

// A Calendar says which daily is live at a place or for a person, and when: each is live from its Begin to its
// End, where the next one begins. It is the only place that knows about changes of a time zone.
//
// The day of a daily begins with its date. Where a new zone is to hold, the day before the first one by the new
// zone is longer or shorter than others, so that none is left out and none comes twice.
type Calendar struct {
	// zone is where dates begin from daily number from on. Before that they begin in the zone before.
	zone   *time.Location
	before *time.Location
	from   int
	// hour and minute are when a daily is posted, by the clock of a zone. A private chat that has set no zone
	// has the clock of UTC, but the days of its owner.
	hour   int
	minute int
	clock  *time.Location
}

const (
	// finishFor is how long after its day a person may finish a daily that they began on the day.
	finishFor = 2 * time.Hour
	// shortestDay and longestDay are how long the last daily by the zone before is live, at least and at most.
	// If the new zone is so far ahead or behind that this is not enough, the first daily by the new zone makes
	// up for the rest. No two zones are more than 26 hours apart, so that one is live for 10 hours or more, too.
	// While a daily is live, the bot must know whether it has posted it. It does, since deliveries are stored for
	// some days.
	shortestDay = 10 * time.Hour
	longestDay  = 46 * time.Hour
)

// A dayZone is the time zone in which the days of a person or a place begin. Until daily number From they begin
// in the zone Before.
type dayZone struct {
	Zone   string
	Before string
	From   int
}

// zoneOf returns the dayZone of a community.
func zoneOf(c storage.Community) dayZone {
	return dayZone{Zone: c.Zone, Before: c.ZoneBefore, From: c.ZoneFrom}
}

// calendar returns the calendar of a dayZone. Its clock is that of the zone, and it has no hour.
func (z dayZone) calendar() Calendar {
	zone := Zone(z.Zone)
	return Calendar{zone: zone, before: Zone(z.Before), from: z.From, clock: zone}
}

// CalendarOf returns the calendar of a community.
func CalendarOf(c storage.Community) Calendar {
	days := zoneOf(c).calendar()
	days.hour = c.Hour
	days.minute = c.Minute
	return days
}

// loadedZones has the time zones that were loaded, by their names: *time.Location. To load one from its file takes 14 µs,
// and some requests need a zone many times. Only names of zones are given, so there are some hundreds at most.
var loadedZones sync.Map

// Zone returns a time zone by its name; UTC if the name is empty.
func Zone(name string) *time.Location {
	if loaded, ok := loadedZones.Load(name); ok {
		return loaded.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		// The zone could be loaded when its name was stored. Since then the list of time zones has dropped it.
		return time.UTC
	}
	loadedZones.Store(name, zone)
	return zone
}

// NumberAt returns the number of the daily that is live at a time.
func (c Calendar) NumberAt(at time.Time) int {
	number := Number(at.In(c.zone))
	if number > c.from {
		return number
	}
	if at.Before(c.Begin(c.from)) {
		return min(Number(at.In(c.before)), c.from-1)
	}
	return c.from
}

// Begin returns when a daily becomes live.
func (c Calendar) Begin(number int) time.Time {
	if number < c.from {
		return beginOf(number, c.before)
	}
	begin := beginOf(number, c.zone)
	if number > c.from {
		return begin
	}
	dayBefore := beginOf(number-1, c.before)
	earliest := dayBefore.Add(shortestDay)
	latest := dayBefore.Add(longestDay)
	if begin.Before(earliest) {
		return earliest
	}
	if begin.After(latest) {
		return latest
	}
	return begin
}

// End returns when a daily is no longer live.
func (c Calendar) End(number int) time.Time { return c.Begin(number + 1) }

// FinishUntil returns until when a person may finish a daily that they began before its End.
func (c Calendar) FinishUntil(number int) time.Time { return c.End(number).Add(finishFor) }

// PostTime returns when a daily is posted, by the clock of the place: on the date of the daily, at the hour
// that is set. While a new zone does not hold yet, the daily may not be live at that hour. Then it is posted at
// that hour by the zone before. If it is not live then either, it is posted at the hour on another date, as
// where the days of a private chat are not those of its clock, or else when its day begins.
func (c Calendar) PostTime(number int) time.Time {
	times := []time.Time{clockTime(number, c.hour, c.minute, c.clock)}
	if number <= c.from {
		times = append(times, clockTime(number, c.hour, c.minute, c.before))
	}
	for _, date := range []int{number - 1, number + 1} {
		times = append(times, clockTime(date, c.hour, c.minute, c.clock))
	}
	isLive := func(at time.Time) bool { return c.NumberAt(at) == number }
	i := slices.IndexFunc(times, isLive)
	if i < 0 {
		return c.Begin(number).In(c.clock)
	}
	return times[i].In(c.clock)
}

// NextPost returns the PostTime of the first daily that is posted after a time.
func (c Calendar) NextPost(after time.Time) time.Time {
	today := c.NumberAt(after)
	at := c.PostTime(today)
	if at.After(after) {
		return at
	}
	return c.PostTime(today + 1)
}

// beginOf returns the first moment of the date of a daily in a zone.
func beginOf(number int, zone *time.Location) time.Time {
	y, m, d := Day(number).Date()
	at := time.Date(y, m, d, 0, 0, 0, 0, zone)
	// If a change to daylight-saving time skips midnight, time.Date returns a time before or after the change.
	changed, next := at.ZoneBounds()
	if Number(at) < number {
		return next.In(zone)
	}
	if Number(changed) == number {
		return changed.In(zone)
	}
	return at
}

// clockTime returns when clocks in a zone show a time on the date of a daily. If a change to daylight-saving
// time skips that time, it is an hour later or, if that is on the next date, an hour earlier.
func clockTime(number, hour, minute int, zone *time.Location) time.Time {
	y, m, d := Day(number).Date()
	at := time.Date(y, m, d, hour, minute, 0, 0, zone)
	if Number(at) < number {
		// Midnight is skipped, and time.Date has returned an hour of the day before.
		return time.Date(y, m, d, hour+1, minute, 0, 0, zone)
	}
	if Number(at) > number {
		return time.Date(y, m, d, hour-1, minute, 0, 0, zone)
	}
	return at
}

// change returns what becomes of a dayZone if somebody wants another zone: it holds from the day after next.
func (z dayZone) change(zone string, at time.Time) dayZone {
	return dayZone{Zone: zone, Before: z.zoneOfToday(at), From: z.calendar().NumberAt(at) + 2}
}

// zoneOfToday returns the name of a zone whose date is that of the daily that is live, now and as long ago as a daily
// may be finished. Usually it is the zone in which the day of that daily has begun. If that day is longer or
// shorter because a new zone is to hold, it may be another one: the new zone, UTC, or any that is a number of
// hours from UTC.
func (z dayZone) zoneOfToday(at time.Time) string {
	days := z.calendar()
	current := z.Zone
	if days.NumberAt(at) < z.From {
		current = z.Before
	}
	names := []string{current, z.Zone, ""}
	for hours := -14; hours <= 12; hours++ {
		names = append(names, fmt.Sprintf("Etc/GMT%+d", hours))
	}
	for _, name := range names {
		zone := Zone(name)
		isSame := func(at time.Time) bool { return Number(at.In(zone)) == days.NumberAt(at) }
		if isSame(at) && isSame(at.Add(-finishFor)) {
			return name
		}
	}
	return current
}

// SolutionsFrom returns the time from which the solutions of a day are shown. By then the day is over
// everywhere, and the time to finish its puzzles, too. Nobody is shown solutions before that, since a person
// may have two accounts.
func SolutionsFrom(number int) time.Time {
	y, m, d := Day(number).Date()
	dayAfter := time.Date(y, m, d+1, 0, 0, 0, 0, lastZone)
	return dayAfter.Add(finishFor).UTC()
}

// A date begins first in firstZone, UTC+14, and last in lastZone, UTC-12.
var (
	firstZone = time.FixedZone("", 14*60*60)
	lastZone  = time.FixedZone("", -12*60*60)
)

// FirstLive returns the first number that is live for somebody on Earth.
func FirstLive(at time.Time) int {
	first, _ := liveNumbers(at)
	return first
}

// LastLive returns the last number that is live for somebody on Earth.
func LastLive(at time.Time) int {
	_, last := liveNumbers(at)
	return last
}

// liveNumbers returns the first and the last number that are live for somebody on Earth.
func liveNumbers(at time.Time) (first, last int) {
	first = Number(at.Add(-finishFor).In(lastZone))
	last = Number(at.In(firstZone))
	return first, last
}
