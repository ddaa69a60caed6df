// This file decides in which zone the days of a person begin, and those of their private chat.

package round

import (
	"time"

	"reckon/storage"
)

// BelongFor is how long a person belongs to a community after they did something there.
const BelongFor = 90 * 24 * time.Hour

// Live returns the number of the daily that is live for a person, and the calendar that says so.
func (p *Play) Live(tx *storage.Tx, a Act) (int, Calendar, error) {
	zone, err := zoneOfPerson(tx, a)
	if err != nil {
		return 0, Calendar{}, err
	}
	days := zone.calendar()
	return days.NumberAt(a.At), days, nil
}

// CalendarAt returns the calendar of a place at a time. In a private chat its days are those of the owner. They
// are posted at the hour, and by the clock, of the chat.
func CalendarAt(tx *storage.Tx, c storage.Community, at time.Time) (Calendar, error) {
	days := CalendarOf(c)
	if !c.Private {
		return days, nil
	}
	zone, err := zoneOfPerson(tx, ownerAct(c, at))
	if err != nil {
		return Calendar{}, err
	}
	ofOwner := zone.calendar()
	ofOwner.hour = days.hour
	ofOwner.minute = days.minute
	ofOwner.clock = days.clock
	return ofOwner, nil
}

// ChangeZone gives a community another zone. The new zone decides about dailies from the day after next. So
// nobody can change the zone to open tomorrow's daily, or to get yesterday's back. Until then the days of a
// private chat go on as those of its owner.
func (p *Play) ChangeZone(tx *storage.Tx, c *storage.Community, zone string, at time.Time) error {
	if zone == c.Zone {
		return nil
	}
	current := zoneOf(*c)
	if c.Private {
		var err error
		current, err = zoneOfPerson(tx, ownerAct(*c, at))
		if err != nil {
			return err
		}
	}
	changed := current.change(zone, at)
	c.Zone = changed.Zone
	c.ZoneBefore = changed.Before
	c.ZoneFrom = changed.From
	if c.Private {
		return storeHome(tx, c.OwnerID, homeOf(*c))
	}
	return nil
}

// homeOf returns a community as the home of a person.
func homeOf(c storage.Community) home { return home{CommunityID: c.ID, dayZone: zoneOf(c)} }

// zoneOfPerson returns the zone in which a person's days begin. It is stored when they begin a daily (see
// updateHome). Before their first daily it is that of their home.
func zoneOfPerson(tx *storage.Tx, a Act) (dayZone, error) {
	stored, isStored, err := storage.Found(storedHome(tx, a.Person.ID))
	if err != nil {
		return dayZone{}, err
	}
	if isStored {
		return stored.dayZone, nil
	}
	current, err := findHome(tx, a)
	return current.dayZone, err
}

// findHome returns the home that a person should have: the first of their communities that is a private chat
// with a zone, or a group. If there is none, their zone is UTC.
func findHome(tx *storage.Tx, a Act) (home, error) {
	homes, err := tx.HomesOf(a.Person.ID, a.At.Add(-BelongFor))
	if err != nil {
		return home{}, err
	}
	for _, c := range append(homes, a.Community) {
		if c.Zone != "" || !c.Private {
			return homeOf(c), nil
		}
	}
	return home{}, nil
}

// updateHome stores the home of a person who begins a daily. It may be another one than at their last daily:
// they have linked accounts, come to a group, or not been to one for long. If another day is live there, the
// person goes on with the zone that they have had. The zone of the new home holds from the day after next.
// The home itself is stored when they begin a daily after that.
func updateHome(tx *storage.Tx, a Act) error {
	found, err := findHome(tx, a)
	if err != nil {
		return err
	}
	stored, isStored, err := storage.Found(storedHome(tx, a.Person.ID))
	if err != nil {
		return err
	}
	if isStored && stored == found {
		return nil
	}
	if !isStored || isSameDay(stored.dayZone, found.dayZone, a.At) {
		return storeHome(tx, a.Person.ID, found)
	}
	isOnTheWay := stored.Zone == found.Zone
	if isOnTheWay {
		return nil
	}
	return storeHome(tx, a.Person.ID, home{dayZone: stored.change(found.Zone, a.At)})
}

// isSameDay reports whether the same daily is live in two zones, from the same time and until the same time.
func isSameDay(a, b dayZone, at time.Time) bool {
	days := a.calendar()
	others := b.calendar()
	number := days.NumberAt(at)
	return days.Begin(number).Equal(others.Begin(number)) && days.End(number).Equal(others.End(number))
}

// joinHomes gives the players of two people who become one person the same home: that of the later day. So no
// day comes back for the one whose day it was before. If both have the same day, the home in which it ends
// later counts.
func joinHomes(tx *storage.Tx, first, other int64, at time.Time) error {
	ofFirst, hasFirst, err := storage.Found(storedHome(tx, first))
	if err != nil {
		return err
	}
	ofOther, hasOther, err := storage.Found(storedHome(tx, other))
	if err != nil {
		return err
	}
	if !hasFirst {
		return copyHome(tx, other, first)
	}
	if hasOther && isLaterDay(ofOther.dayZone, ofFirst.dayZone, at) {
		return copyHome(tx, other, first)
	}
	return copyHome(tx, first, other)
}

// isLaterDay reports whether the daily that is live in a zone is a later one than that of another zone, or the
// same and live for longer.
func isLaterDay(z, than dayZone, at time.Time) bool {
	days := z.calendar()
	others := than.calendar()
	number := days.NumberAt(at)
	if number != others.NumberAt(at) {
		return number > others.NumberAt(at)
	}
	return days.End(number).After(others.End(number))
}

// ownerAct is an act of the owner of a private chat in that chat.
func ownerAct(c storage.Community, at time.Time) Act {
	return Act{Person: storage.Player{ID: c.OwnerID}, Community: c, At: at}
}

// shownFrom returns SolutionsFrom by the clock of the first of a person's communities that has a zone; if none
// has, by UTC.
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
