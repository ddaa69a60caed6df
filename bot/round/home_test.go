package round

import (
	"errors"
	"testing"
	"time"

	"reckon/storage"
)

// newHome stores a private chat without a zone of a person whose first group has a zone, and returns the chat.
func newHome(t *testing.T, x *table, zone string) (own storage.Community) {
	t.Helper()
	x.write(func(tx *storage.Tx) error {
		ann := x.act(tx, "ann").Person
		group, err := tx.EnsureCommunity("net", "first", false, 0, "", noon)
		if err != nil {
			return err
		}
		group.Zone = zone
		if err := tx.SaveCommunity(group); err != nil {
			return err
		}
		if err := tx.Join(group.ID, ann.ID, noon.AddDate(0, 0, -3)); err != nil {
			return err
		}
		own, err = tx.EnsureCommunity("net", "ann", true, ann.ID, "", noon)
		return err
	})
	return own
}

// In a private chat without a zone dailies are posted at the hour and the minute of the chat by UTC, and are those that
// are live for the person then.
func TestDaysOfAPrivateChat(t *testing.T) {
	for _, zone := range []string{"Asia/Shanghai", "Pacific/Niue", "Pacific/Kiritimati", "UTC"} {
		x := newTable(t, "24:1,2,3,4", 0)
		own := newHome(t, x, zone)
		own.Minute = 17
		x.write(func(tx *storage.Tx) error {
			for own.Hour = range 24 {
				days, err := CalendarAt(tx, own, noon)
				if err != nil {
					return err
				}
				at := noon
				number := days.NumberAt(noon)
				for range 5 {
					at = days.NextPost(at)
					live := Number(at.In(Zone(zone)))
					isNext := live == number || live == number+1
					isOnTime := at.Location() == time.UTC && at.Hour() == own.Hour && at.Minute() == own.Minute
					if !isOnTime || !isNext || days.NumberAt(at) != live {
						t.Errorf("%s: at %v #%d is posted after #%d, and #%d is live", zone, at, days.NumberAt(at), number, live)
					}
					number = live
				}
			}
			return nil
		})
	}
}

// Who sets a zone for the first time keeps the days of their first group until it holds. No number is left out, and
// none comes twice.
func TestFirstZoneOfAPerson(t *testing.T) {
	for _, test := range []struct{ group, own string }{
		{"Pacific/Niue", "Pacific/Kiritimati"},
		{"Pacific/Kiritimati", "Pacific/Niue"},
		{"America/New_York", "Asia/Shanghai"},
		{"Asia/Shanghai", "America/New_York"},
		{"UTC", "Asia/Tokyo"},
	} {
		x := newTable(t, "24:1,2,3,4", 0)
		own := newHome(t, x, test.group)
		x.write(func(tx *storage.Tx) error {
			live := func(at time.Time) int {
				number, _, err := x.play.LiveDaily(tx, Act{Person: storage.Player{ID: own.OwnerID}, Community: own, At: at})
				if err != nil {
					t.Fatal(err)
				}
				return number
			}
			was := live(noon)
			if err := x.play.ChangeZone(tx, &own, test.own, noon); err != nil {
				return err
			}
			if err := tx.SaveCommunity(own); err != nil {
				return err
			}
			for hours := range 5 * 24 {
				at := noon.Add(time.Duration(hours) * time.Hour)
				number := live(at)
				if number != was && number != was+1 || hours == 0 && number != was {
					t.Errorf("%+v: at %v #%d follows #%d", test, at, number, was)
				}
				was = number
			}
			if want := Number(noon.AddDate(0, 0, 5).In(Zone(test.own))); live(noon.AddDate(0, 0, 5)) != want {
				t.Errorf("%+v: after five days #%d is live, want #%d", test, live(noon.AddDate(0, 0, 5)), want)
			}
			return nil
		})
	}
}

// Who sets the zone that their chat has already gets it, though the zone of another account decides now.
func TestZoneThatTheChatHas(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	own := newHome(t, x, "UTC")
	x.write(func(tx *storage.Tx) error {
		own.Zone = "Asia/Tokyo"
		elsewhere := home{CommunityID: x.club.ID, dayZone: dayZone{Zone: "Pacific/Niue"}}
		if err := storeHome(tx, own.OwnerID, elsewhere); err != nil {
			return err
		}
		x.club.Zone = "Pacific/Niue"
		if err := tx.SaveCommunity(x.club); err != nil {
			return err
		}
		return x.play.ChangeZone(tx, &own, "Asia/Tokyo", noon)
	})
	days := CalendarOf(own)
	if today := Number(noon.In(Zone("Pacific/Niue"))); days.NumberAt(noon) != today || days.from != today+2 {
		t.Errorf("#%d is live, and the zone holds from #%d; want #%d and #%d", days.NumberAt(noon), days.from, today, today+2)
	}
}

// Once a person's days are those of a group, they go on with the group: when it changes its zone, they have the new
// one on the day on which the group has it.
func TestHomeIsFollowed(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	own := newHome(t, x, "Asia/Tokyo")
	a := Act{Person: storage.Player{ID: own.OwnerID}, Community: own, At: noon, Ephemeral: true}
	x.write(func(tx *storage.Tx) error {
		// Until now the person had days of their own.
		return storeHome(tx, own.OwnerID, home{dayZone: dayZone{Zone: "Pacific/Niue"}})
	})
	for range 4 {
		x.write(func(tx *storage.Tx) error { return updateHome(tx, a) })
		a.At = a.At.Add(24 * time.Hour)
	}
	var group storage.Community
	x.write(func(tx *storage.Tx) error {
		var err error
		group, err = tx.FindCommunity("net", "first")
		if err != nil {
			return err
		}
		if err := x.play.ChangeZone(tx, &group, "America/New_York", a.At); err != nil {
			return err
		}
		return tx.SaveCommunity(group)
	})
	days := CalendarOf(group)
	for range 4 * 24 {
		x.write(func(tx *storage.Tx) error {
			number, _, err := x.play.LiveDaily(tx, a)
			if number != days.NumberAt(a.At) {
				t.Errorf("at %v #%d is live for the person, and #%d in the group", a.At, number, days.NumberAt(a.At))
			}
			return err
		})
		a.At = a.At.Add(time.Hour)
	}
}

// mergePages does all pages of the jobs that merge communities. The first job may set another.
func mergePages(tx *storage.Tx) error {
	for range 2 {
		keys, err := storage.List[string](tx, "list merges", `SELECT key FROM jobs WHERE kind = $1`, storage.MergeJob)
		if err != nil {
			return err
		}
		for _, key := range keys {
			for handled := int64(1); handled > 0; {
				handled, err = tx.MergePage(key, noon, 100)
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// If a person's home is gone, because its owner is forgotten or because it has become part of a group with another zone,
// the person still has its zone.
func TestHomeThatGoes(t *testing.T) {
	for _, how := range []string{"forgotten", "merged"} {
		x := newTable(t, "24:1,2,3,4", 0)
		own := newHome(t, x, "UTC")
		x.write(func(tx *storage.Tx) error {
			bo := x.act(tx, "bo").Person
			going, err := tx.EnsureCommunity("net", "going", false, 0, "", noon)
			if err != nil {
				return err
			}
			if how == "forgotten" {
				going = own
			}
			going.Zone = "Asia/Tokyo"
			x.club.Zone = "Pacific/Niue"
			if err := errors.Join(tx.SaveCommunity(going), tx.SaveCommunity(x.club)); err != nil {
				return err
			}
			if err := storeHome(tx, bo.ID, home{CommunityID: going.ID, dayZone: dayZone{Zone: "UTC"}}); err != nil {
				return err
			}
			if how == "forgotten" {
				err = tx.ForgetPlayer(own.OwnerID)
			} else {
				err = errors.Join(tx.RekeyCommunity("net", x.club.Key, going.Key, noon), mergePages(tx))
			}
			if err != nil {
				return err
			}
			stored, err := storedHome(tx, bo.ID)
			if stored.Zone != "Asia/Tokyo" || stored.CommunityID != 0 {
				t.Errorf("%s: the home is %+v, want one in Tokyo that is no community", how, stored)
			}
			return err
		})
	}
}

// A zone that somebody set in a chat where they have played no daily ends nobody's day when accounts are linked.
func TestLinkWithAZoneAlone(t *testing.T) {
	x := newTable(t, "24:1,2,3,4", 0)
	own := newHome(t, x, "America/Los_Angeles")
	x.at = noon.Add(18 * time.Hour)
	a := Act{Person: storage.Player{ID: own.OwnerID}, Community: own, At: x.at, Ephemeral: true}
	x.write(func(tx *storage.Tx) error {
		if err := updateHome(tx, a); err != nil {
			return err
		}
		before, _, err := x.play.LiveDaily(tx, a)
		if err != nil {
			return err
		}
		twin, err := tx.EnsurePlayer("web", "ann", "Ann", "", x.at)
		if err != nil {
			return err
		}
		chat, err := tx.EnsureCommunity("web", "ann", true, twin.ID, "", x.at)
		if err != nil {
			return err
		}
		if err := x.play.ChangeZone(tx, &chat, "Europe/Berlin", noon.AddDate(0, 0, -4)); err != nil {
			return err
		}
		if err := tx.SaveCommunity(chat); err != nil {
			return err
		}
		if err := x.play.Link(tx, own.OwnerID, twin.ID, x.at); err != nil {
			return err
		}
		after, _, err := x.play.LiveDaily(tx, a)
		if before != after {
			t.Errorf("#%d was live, and #%d is after the link", before, after)
		}
		return err
	})
}
