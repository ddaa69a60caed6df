package storage

import (
	"testing"
	"time"
)

// What the network says about a request is stored if it is new: the person or the place is new or has
// changed, or it is a day since the person last did something there.
func TestWhatAnArrivalChanges(t *testing.T) {
	group := Community{ID: 1, Active: true, Title: "group"}
	own := Community{ID: 2, Active: true, Private: true, OwnerID: 7}
	ann := Player{ID: 7, Name: "ann", Locale: "en"}
	for _, c := range []struct {
		what   string
		change func(*visitRow, *Arrival)
		want   bool
	}{
		{"nothing", func(*visitRow, *Arrival) {}, false},
		{"nothing, in private", func(v *visitRow, a *Arrival) { v.Community = own; a.Private = true }, false},
		{"unknown names", func(_ *visitRow, a *Arrival) { a.Name = ""; a.Locale = ""; a.Title = "" }, false},
		{"a repeated request", func(v *visitRow, _ *Arrival) { v.Repeated = true }, true},
		{"a channel that is adopted", func(v *visitRow, _ *Arrival) { v.Adopts = true }, true},
		{"a new person", func(v *visitRow, _ *Arrival) { v.Player = Player{} }, true},
		{"another name", func(_ *visitRow, a *Arrival) { a.Name = "Ann" }, true},
		{"another language", func(_ *visitRow, a *Arrival) { a.Locale = "de" }, true},
		{"a new place", func(v *visitRow, _ *Arrival) { v.Community = Community{} }, true},
		{"a place that was left", func(v *visitRow, _ *Arrival) { v.Community.Active = false }, true},
		{"a place that is private now", func(_ *visitRow, a *Arrival) { a.Private = true }, true},
		{"another title", func(_ *visitRow, a *Arrival) { a.Title = "Group" }, true},
		{"the chat of another person", func(v *visitRow, a *Arrival) { v.Community = own; v.Community.OwnerID = 8; a.Private = true }, true},
		{"a title in private", func(v *visitRow, a *Arrival) { v.Community = own; a.Private = true; a.Title = "x" }, false},
		{"a day later", func(_ *visitRow, a *Arrival) { a.At = noon.Add(24 * time.Hour) }, true},
		{"almost a day later", func(_ *visitRow, a *Arrival) { a.At = noon.Add(24*time.Hour - 1) }, false},
		{"for the first time there", func(v *visitRow, _ *Arrival) { v.Joined = time.Time{} }, true},
	} {
		v := visitRow{Community: group, Player: ann, Joined: noon}
		a := Arrival{Title: "group", Name: "ann", Locale: "en", At: noon}
		c.change(&v, &a)
		if got := a.changes(v); got != c.want {
			t.Errorf("%s: more than the key is stored: %t", c.what, got)
		}
	}
}

// A request from a channel that was a community of its own makes it a part of the community that the
// network names now.
func TestArrivalAdoptsAChannel(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		channel := community(t, tx, "channel")
		open := round(t, tx, Round{CommunityID: channel.ID})
		server := must(tx.EnsureCommunity("test", "server", false, 0, "", noon))(t)
		o := Origin{Key: "key", Network: "test", Community: "server", Channel: "channel", PlayerNetwork: "test", Player: "p"}
		v := must(tx.Visit(o))(t)
		c, p, err := tx.Arrive(Arrival{Visit: v, Title: "server", Name: "p", At: noon})
		if err != nil {
			return err
		}
		if c.ID != server.ID && c.ID != channel.ID || p.Name != "p" {
			t.Errorf("the request is of %+v in %+v", p, c)
		}
		r := must(tx.RoundByID(open))(t)
		if r.CommunityID != c.ID || r.Channel != "channel" {
			t.Errorf("the round is in %d %q, the request in %d", r.CommunityID, r.Channel, c.ID)
		}
		again := o
		again.Key = "another"
		if v := must(tx.Visit(again))(t); v.found.Adopts {
			t.Error("it is adopted again")
		}
		return nil
	})
}

// The place of a request is stored as the network names it. A private chat belongs to the person, and has no
// title. The person may be of another network, as somebody who plays on the page is.
func TestArrivalStoresPlaceAndPerson(t *testing.T) {
	s := openTemp(t)
	write(t, s, func(tx *Tx) error {
		for _, test := range []struct {
			key       string
			isPrivate bool
			title     string
		}{{"group", false, "Title"}, {"own", true, ""}} {
			o := Origin{Key: "request in " + test.key, FormerKey: "former", Network: "test", Community: test.key, PlayerNetwork: "page", Player: "p"}
			a := Arrival{Visit: Visit{Origin: o}, Private: test.isPrivate, Title: "Title", Name: "Ann", Locale: "de", At: noon}
			c, p, err := tx.Arrive(a)
			if err != nil {
				return err
			}
			if want := (Player{ID: p.ID, Network: "page", Key: "p", Name: "Ann", Locale: "de"}); p != want {
				t.Errorf("in %s the person is %+v, want %+v", test.key, p, want)
			}
			want := Community{ID: c.ID, Network: "test", Key: test.key, Active: true, Title: test.title, Hour: 9, Private: test.isPrivate}
			if test.isPrivate {
				want.OwnerID = p.ID
			}
			if c != want {
				t.Errorf("the place is %+v, want %+v", c, want)
			}
			if !isStored(t, tx, o.Key) || isStored(t, tx, "former") {
				t.Errorf("in %s the key is not stored, or the former one is", test.key)
			}
			if !must(tx.IsMember(c.ID, p.ID, noon))(t) {
				t.Errorf("the person is no member of %s", test.key)
			}
			if _, _, err := tx.Arrive(a); err != ErrRepeated {
				t.Errorf("again in %s: %v", test.key, err)
			}
		}
		return nil
	})
}
