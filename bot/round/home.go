// This file decides in which zone the days of a person begin, and those of their private chat.

package round

import (
	"cmp"
	"slices"
	"time"

	"reckon/storage"
)

// BelongFor is how long a person belongs to a community after they did something there.
const BelongFor = 90 * 24 * time.Hour

// LiveDaily returns the number of the daily that is live for a person, and the calendar that says so.
func (p *Play) LiveDaily(tx *storage.Tx, a Act) (int, Calendar, error) {
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
	current := zoneOf(*c)
	if c.Private {
		var err error
		current, err = zoneOfPerson(tx, ownerAct(*c, at))
		if err != nil {
			return err
		}
	}
	isSet := c.Zone == zone && current.Zone == zone
	if isSet {
		return nil
	}
	changed := current.change(zone, at)
	c.Zone = changed.Zone
	c.ZoneBefore = changed.Before
	c.ZoneFrom = changed.From
	if !c.Private {
		return nil
	}
	// The chat is the home of a person who has begun no daily, and then no home is stored.
	_, isStored, err := storage.Found(storedHome(tx, c.OwnerID))
	if err != nil || !isStored {
		return err
	}
	return storeHome(tx, c.OwnerID, homeOf(*c))
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
	current, err := findHome(tx, a, home{})
	return current.dayZone, err
}

// findHome returns the home that a person should have: the first of their communities that is a private chat
// with a zone, or a group. If there is none, their zone is UTC. A person with linked accounts may have set zones in
// several private chats. If the home that is stored is one of these, it stays the home: its zone was set last.
func findHome(tx *storage.Tx, a Act, stored home) (home, error) {
	homes, err := tx.HomesOf(a.Person.ID, a.At.Add(-BelongFor))
	if err != nil {
		return home{}, err
	}
	isStored := func(c storage.Community) bool { return c.Private && c.Zone != "" && c.ID == stored.CommunityID }
	if i := slices.IndexFunc(homes, isStored); i >= 0 {
		return homeOf(homes[i]), nil
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
	stored, isStored, err := storage.Found(storedHome(tx, a.Person.ID))
	if err != nil {
		return err
	}
	found, err := findHome(tx, a, stored)
	if err != nil {
		return err
	}
	if isStored && stored == found {
		return nil
	}
	if !isStored || isSameDay(stored.dayZone, found.dayZone, a.At) {
		return storeHome(tx, a.Person.ID, found)
	}
	isChanging := stored.Zone == found.Zone
	if isChanging {
		// The zone has been stored as the next one already, and does not hold yet.
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

// A claim is the home of one of two people who become one person, and what decides whether both will have it.
type claim struct {
	home home
	// number is the daily that is live there, and ends is until when.
	number int
	ends   time.Time
	// streak is how many days the streak of the person has there.
	streak int
}

// compare returns a positive number if both people will have the home of c, and a negative one if they will have that of
// other. The later day decides, so that no day comes back. On the same day the longer streak decides, so that nobody
// gets more time for a day by another account. If the streaks are equal, the day that ends later decides.
func (c claim) compare(other claim) int {
	return cmp.Or(
		cmp.Compare(c.number, other.number),
		cmp.Compare(c.streak, other.streak),
		c.ends.Compare(other.ends),
	)
}

// jointHome returns the home that two people will have once they are one person. If neither of them has played a
// daily, the error is storage.ErrNotFound.
func (p *Play) jointHome(tx *storage.Tx, first, other int64, at time.Time) (home, error) {
	var claims []claim
	for _, id := range []int64{first, other} {
		of, hasPlayed, err := storage.Found(homeOfPlayer(tx, id, at))
		if err != nil {
			return home{}, err
		}
		if !hasPlayed {
			continue
		}
		days := of.calendar()
		number := days.NumberAt(at)
		streak, err := p.Streak(tx, id, number)
		if err != nil {
			return home{}, err
		}
		claims = append(claims, claim{home: of, number: number, streak: streak.Days, ends: days.End(number)})
	}
	if len(claims) == 0 {
		return home{}, storage.ErrNotFound
	}
	return slices.MaxFunc(claims, claim.compare).home, nil
}

// homeOfPlayer returns the home of a person who has played a daily. If they have played none, the error is
// storage.ErrNotFound. An earlier version stored no homes. A person who has played only with that version has the
// home that they should have.
func homeOfPlayer(tx *storage.Tx, playerID int64, at time.Time) (home, error) {
	stored, isStored, err := storage.Found(storedHome(tx, playerID))
	if err != nil || isStored {
		return stored, err
	}
	days, err := Days(tx, playerID, 1)
	if err != nil {
		return home{}, err
	}
	if len(days) == 0 {
		return home{}, storage.ErrNotFound
	}
	return findHome(tx, Act{Person: storage.Player{ID: playerID}, At: at}, home{})
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
