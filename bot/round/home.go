// This file decides whose calendar a person or a place has.

package round

import (
	"time"

	"reckon/storage"
)

// Live returns the number of the daily that is live for a person, and the calendar that decides that: that of
// their own zone. If they have set none, it is that of the community that they came to first.
func (p *Play) Live(tx *storage.Tx, a Act) (int, Calendar, error) {
	owner, err := home(tx, a)
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
	owner, err := home(tx, Act{Person: storage.Player{ID: c.OwnerID}, Community: c, At: at})
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
	calendarOwner := *c
	if c.Private {
		var err error
		calendarOwner, err = home(tx, Act{Person: storage.Player{ID: c.OwnerID}, Community: *c, At: at})
		if err != nil {
			return err
		}
	}
	changeZone(c, calendarOwner, zone, at)
	return nil
}

// home returns the community whose zone decides about a person's days. If there is none, it is empty, and its
// zone is UTC.
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
