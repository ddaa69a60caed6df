// This file decides whose calendar a person or a place has.

package round

import (
	"time"

	"reckon/storage"
)

// BelongFor is how long a person belongs to a community after they did something there.
const BelongFor = 90 * 24 * time.Hour

// Live returns the number of the daily that is live for a person, and the calendar that decides that. They
// had it when they began their last daily: see keepCalendar. Before their first daily it is that of their
// home.
func (p *Play) Live(tx *storage.Tx, a Act) (int, Calendar, error) {
	owner, err := calendarOwner(tx, a)
	if err != nil {
		return 0, Calendar{}, err
	}
	days := CalendarOf(owner)
	return days.NumberAt(a.At), days, nil
}

// Calendar returns the calendar of a place. In a private chat the days are those of its owner: see Live.
func (p *Play) Calendar(tx *storage.Tx, c storage.Community, at time.Time) (Calendar, error) {
	return CalendarAt(tx, c, at)
}

// CalendarAt is Calendar for those who have no Play.
func CalendarAt(tx *storage.Tx, c storage.Community, at time.Time) (Calendar, error) {
	days := CalendarOf(c)
	if !c.Private {
		return days, nil
	}
	owner, err := calendarOwner(tx, ownerAct(c, at))
	if err != nil {
		return Calendar{}, err
	}
	own := CalendarOf(owner)
	own.hour = days.hour
	own.minute = days.minute
	own.clock = days.clock
	return own, nil
}

// ChangeZone gives a community another zone. The new zone decides about dailies from the day after next. So
// nobody can change the zone to open tomorrow's daily, or to get yesterday's back. Until then the days of a
// private chat go on as those of its owner.
func (p *Play) ChangeZone(tx *storage.Tx, c *storage.Community, zone string, at time.Time) error {
	if zone == c.Zone {
		return nil
	}
	if !c.Private {
		changeZone(c, *c, zone, at)
		return nil
	}
	owner, err := calendarOwner(tx, ownerAct(*c, at))
	if err != nil {
		return err
	}
	changeZone(c, owner, zone, at)
	return keepCalendarOf(tx, c.OwnerID, *c)
}

// keepCalendar stores the calendar that a person has when they begin a daily. If their home has another one
// than they have had until now, because they linked accounts or came to a group, then that one holds from the
// day after next, like a new zone.
func keepCalendar(tx *storage.Tx, a Act) error {
	current, err := home(tx, a)
	if err != nil {
		return err
	}
	kept, isKept, err := storage.Found(keptCalendar(tx, a.Person.ID))
	if err != nil {
		return err
	}
	if !isKept {
		return keepCalendarOf(tx, a.Person.ID, current)
	}
	isUnchanged := kept.ID == current.ID && kept.Zone == current.Zone && kept.ZoneFrom == current.ZoneFrom
	if isUnchanged {
		return nil
	}
	if isSameDay(kept, current, a.At) {
		return keepCalendarOf(tx, a.Person.ID, current)
	}
	if kept.Zone == current.Zone {
		// Both will have the same days soon.
		return nil
	}
	moving := storage.Community{}
	changeZone(&moving, kept, current.Zone, a.At)
	return keepCalendarOf(tx, a.Person.ID, moving)
}

// isSameDay reports whether the same daily is live in two communities, from the same time and until the same
// time.
func isSameDay(c, other storage.Community, at time.Time) bool {
	days := CalendarOf(c)
	others := CalendarOf(other)
	number := days.NumberAt(at)
	return days.Begin(number).Equal(others.Begin(number)) && days.End(number).Equal(others.End(number))
}

// joinCalendars gives the players of two people who become one person the same calendar: that of the later
// day. So no day comes back for the one whose day it was before. If both have the same day, the calendar in
// which it ends later counts.
func joinCalendars(tx *storage.Tx, first, other int64, at time.Time) error {
	ofFirst, hasFirst, err := storage.Found(keptCalendar(tx, first))
	if err != nil {
		return err
	}
	ofOther, hasOther, err := storage.Found(keptCalendar(tx, other))
	if err != nil {
		return err
	}
	if !hasFirst {
		return copyCalendar(tx, other, first)
	}
	if hasOther && isLaterDay(ofOther, ofFirst, at) {
		return copyCalendar(tx, other, first)
	}
	return copyCalendar(tx, first, other)
}

// isLaterDay reports whether the daily that is live in a community is a later one than that of another, or the
// same and live for longer.
func isLaterDay(c, than storage.Community, at time.Time) bool {
	days := CalendarOf(c)
	others := CalendarOf(than)
	number := days.NumberAt(at)
	if number != others.NumberAt(at) {
		return number > others.NumberAt(at)
	}
	return days.End(number).After(others.End(number))
}

// calendarOwner returns the community whose zone decides about a person's days. A person may have no home, or
// have left one while the next does not decide yet. Then the community is not a stored one and has nothing
// but a zone.
func calendarOwner(tx *storage.Tx, a Act) (storage.Community, error) {
	kept, isKept, err := storage.Found(keptCalendar(tx, a.Person.ID))
	if err != nil || isKept {
		return kept, err
	}
	return home(tx, a)
}

// home returns the community whose zone is to decide about a person's days: their private chat that has one,
// or the community that they came to first. If there is none, it is empty, and its zone is UTC.
func home(tx *storage.Tx, a Act) (storage.Community, error) {
	homes, err := tx.HomesOf(a.Person.ID, a.At.Add(-BelongFor))
	if err != nil {
		return storage.Community{}, err
	}
	for _, c := range append(homes, a.Community) {
		if c.Zone != "" || !c.Private {
			return c, nil
		}
	}
	return storage.Community{}, nil
}

// ownerAct is an act of the owner of a private chat in that chat.
func ownerAct(c storage.Community, at time.Time) Act {
	return Act{Person: storage.Player{ID: c.OwnerID}, Community: c, At: at}
}

// shownFrom returns SolutionsFrom in the person's time zone. If they have set none, it is the time
// zone of the community that they came to first.
func (p *Play) shownFrom(tx *storage.Tx, a Act, number int) (time.Time, error) {
	homes, err := tx.HomesOf(a.Person.ID, a.At.Add(-BelongFor))
	if err != nil {
		return time.Time{}, err
	}
	for _, c := range append(homes, a.Community) {
		if c.Zone != "" {
			return SolutionsFrom(number).In(Zone(c.Zone)), nil
		}
	}
	return SolutionsFrom(number), nil
}
