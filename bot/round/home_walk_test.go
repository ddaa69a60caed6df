package round

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"reckon/engine/property"
	"reckon/storage"
)

// zonesOfWalk are zones as far apart as there are, with and without daylight-saving time, and none.
var zonesOfWalk = []string{
	"", "UTC", "Pacific/Kiritimati", "Pacific/Niue", "Asia/Shanghai", "America/New_York", "Asia/Kathmandu", "Europe/Berlin",
}

// A traveller is a person with two accounts and three groups, each with a zone.
type traveller struct {
	*table
	random *rand.Rand
	// accounts are the two players, and chats their private chats.
	accounts [2]storage.Player
	chats    [2]storage.Community
	groups   [3]storage.Community
	isLinked bool
	// hasBegun says which of the accounts has begun a daily.
	hasBegun [2]bool
	// was are the numbers that were live for the accounts an hour ago, and since says since when.
	was   [2]int
	since [2]time.Time
	// log says what they have done.
	log string
}

func newTraveller(t *testing.T, seed uint64) *traveller {
	t.Helper()
	x := &traveller{table: newTable(t, "24:1,2,3,4", 0), random: rand.New(rand.NewPCG(seed, 38))}
	x.write(func(tx *storage.Tx) error {
		for i, network := range []string{"net", "web"} {
			player, errPlayer := tx.EnsurePlayer(network, "ann", "Ann", "", noon)
			chat, errChat := tx.EnsureCommunity(network, "ann", true, player.ID, "", noon)
			if err := errors.Join(errPlayer, errChat); err != nil {
				return err
			}
			x.accounts[i] = player
			x.chats[i] = chat
		}
		for i := range x.groups {
			group, err := tx.EnsureCommunity("net", fmt.Sprint("group ", i), false, 0, "", noon)
			if err != nil {
				return err
			}
			group.Zone = zonesOfWalk[x.random.IntN(len(zonesOfWalk))]
			x.groups[i] = group
			if err := tx.SaveCommunity(group); err != nil {
				return err
			}
		}
		return nil
	})
	return x
}

// act returns an Act of one of the accounts in its private chat.
func (x *traveller) act(account int) Act {
	return Act{Person: x.accounts[account], Community: x.chats[account], At: x.at, Ephemeral: true}
}

// live returns the number that is live for one of the accounts.
func (x *traveller) live(account int) (number int) {
	x.write(func(tx *storage.Tx) error {
		var err error
		number, _, err = x.play.LiveDaily(tx, x.act(account))
		return err
	})
	return number
}

// begin begins the daily that is live for an account.
func (x *traveller) begin(account int) {
	number := x.live(account)
	x.write(func(tx *storage.Tx) error {
		r, err := x.play.DailyRound(tx, number, x.play.Games[0], x.at)
		if err != nil {
			return err
		}
		return x.play.StartClock(tx, x.act(account), r)
	})
	x.hasBegun[account] = true
	if x.isLinked {
		x.hasBegun = [2]bool{true, true}
	}
}

// step lets the person or an administrator do one thing at random, and says what it was.
func (x *traveller) step() string {
	account := x.random.IntN(len(x.accounts))
	group := &x.groups[x.random.IntN(len(x.groups))]
	zone := zonesOfWalk[x.random.IntN(len(zonesOfWalk))]
	what := ""
	x.write(func(tx *storage.Tx) error {
		switch x.random.IntN(6) {
		case 0:
			what = fmt.Sprintf("account %d joins %s in %q", account, group.Key, group.Zone)
			return tx.Join(group.ID, x.accounts[account].ID, x.at)
		case 1:
			what = fmt.Sprintf("account %d sets its zone to %q", account, zone)
			chat := &x.chats[account]
			return errors.Join(x.play.ChangeZone(tx, chat, zone, x.at), tx.SaveCommunity(*chat))
		case 2:
			what = fmt.Sprintf("%s moves to %q", group.Key, zone)
			return errors.Join(x.play.ChangeZone(tx, group, zone, x.at), tx.SaveCommunity(*group))
		case 3:
			if x.isLinked {
				what = fmt.Sprintf("account %d is unlinked", account)
				x.isLinked = false
				_, err := x.play.Unlink(tx, x.act(account))
				return err
			}
			what = fmt.Sprintf("account %d is linked", account)
			x.isLinked = true
			return x.play.Link(tx, x.accounts[account].ID, x.accounts[1-account].ID, x.at)
		}
		return nil
	})
	if what == "" {
		what = fmt.Sprintf("account %d begins its daily", account)
		x.begin(account)
	}
	return what
}

// Whatever people do with zones, groups and links, the day of an account that has begun a daily goes on. If it is
// linked with one that is ahead, it goes on with the day of that one. No day comes back, none is left out otherwise,
// and none is shorter than shortestDay.
func TestNoDayComesBack(t *testing.T) {
	for n := range property.Cases(12, 400) {
		x := newTraveller(t, property.Seed()+uint64(n))
		x.at = noon
		for range 60 {
			x.stepOn()
			for range x.random.IntN(30) {
				x.hourPasses()
			}
			if t.Failed() {
				return
			}
		}
		x.settles()
	}
}

// stepOn does one thing, and checks that it has opened no other day for an account that has begun one.
func (x *traveller) stepOn() {
	before := [2]int{x.live(0), x.live(1)}
	wasLinked := x.isLinked
	hadBegun := x.hasBegun
	x.log += x.at.Format("02 15:04 ") + x.step() + "\n"
	isLink := x.isLinked && !wasLinked
	for i := range x.accounts {
		number := x.live(i)
		joinsOther := isLink && number > before[i] && number == before[1-i]
		if hadBegun[i] && number != before[i] && !joinsOther {
			x.t.Errorf("#%d was live for account %d, then #%d:\n%s", before[i], i, number, x.log)
		}
		if number != before[i] {
			// Nobody knows when this day began.
			x.since[i] = time.Time{}
		}
		x.was[i] = number
	}
}

// hourPasses lets an hour pass, and checks that the next day of an account is the following one.
func (x *traveller) hourPasses() {
	x.at = x.at.Add(time.Hour)
	for i := range x.accounts {
		number := x.live(i)
		if number == x.was[i] {
			continue
		}
		lasted := x.at.Sub(x.since[i])
		// The time is known by the hour.
		isShort := !x.since[i].IsZero() && lasted < shortestDay-time.Hour
		isNext := number == x.was[i]+1
		if x.hasBegun[i] && (isShort || !isNext) {
			x.t.Errorf("at %v #%d follows #%d after %v:\n%s", x.at, number, x.was[i], lasted, x.log)
		}
		x.since[i] = x.at
		x.was[i] = number
	}
}

// settles checks that some days later the days of an account that plays each day are those of its home.
func (x *traveller) settles() {
	for range 6 {
		x.at = x.at.Add(24 * time.Hour)
		x.begin(0)
	}
	number := x.live(0)
	x.write(func(tx *storage.Tx) error {
		stored, err := storedHome(tx, x.accounts[0].ID)
		if err != nil {
			return err
		}
		found, err := findHome(tx, x.act(0), stored)
		if err != nil {
			return err
		}
		if want := found.calendar().NumberAt(x.at); want != number {
			x.t.Errorf("#%d is live, in %q it is #%d:\n%s", number, found.Zone, want, x.log)
		}
		return nil
	})
}
